/** 17: favorites are confirmed on both sides or on neither, under any parallel requests. */
import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../mailbox.ts'
import { befriend, codes, favoritesOf, request, rowsOf, send, set } from '../../spec/favorites.ts'
import { fresh, one } from '../../spec/persons.ts'
import { type Person, people } from '../../world.ts'

const many = 50

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

async function pair(): Promise<[Person, Person]> {
  const [mia, leo] = await people('mia', 'leo')
  if (!mia || !leo) throw new Error('people are missing')
  return [mia, leo]
}

/** Both sides as one: both rows confirmed, one pending row, or none. */
async function isWhole(mia: Person, leo: Person): Promise<boolean> {
  const rows = await rowsOf(mia, leo)
  const confirmed = rows.filter(([, , pending]) => !pending)
  return confirmed.length === 0 ? rows.length <= 1 : confirmed.length === 2 && rows.length === 2
}

describe('17 confirmFavorite, 50 in parallel', () => {
  it('create one pair of rows, and return the same answer', async () => {
    const [mia, leo] = await pair()
    const { id } = await request(mia, leo.email)
    const answers = await times(many, () => send(leo, 'confirmFavorite', { id }))
    const [first, ...rest] = answers.map(({ data }) => data)
    for (const data of rest) expect(data).toEqual(first)
    expect(await rowsOf(mia, leo)).toEqual([
      [mia.id, leo.id, false],
      [leo.id, mia.id, false],
    ])
  })
})

describe('17 requestFavorite, 50 in parallel', () => {
  it('to one address, known or not: one row, and at most one mail', async () => {
    const [mia, leo] = await pair()
    const unknown = `${fresh('nobody')}@mail.example`
    await times(many, (index) => request(mia, index % 2 ? leo.email : unknown))
    expect(await favoritesOf(mia)).toHaveLength(2)
    expect(await mailsTo(leo.email)).toHaveLength(1)
    expect(await mailsTo(unknown)).toEqual([])
  })

  it('of two people for each other: both are confirmed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [mia, leo] = await pair()
      await times(10, (index) => (index % 2 ? request(mia, leo.email) : request(leo, mia.email)))
      expect(await rowsOf(mia, leo)).toEqual([
        [mia.id, leo.id, false],
        [leo.id, mia.id, false],
      ])
    }
  })

  it('of all for all: no deadlock, and all are confirmed', async () => {
    const crowd = [await one(), await one(), await one(), await one(), await one()]
    const wishes = crowd.flatMap((mia) =>
      crowd.filter((leo) => leo !== mia).map((leo) => [mia, leo.email] as const),
    )
    await Promise.all(wishes.map(([mia, email]) => request(mia, email)))
    for (const mia of crowd) {
      const favorites = await favoritesOf(mia)
      expect(favorites.map(({ pending }) => pending)).toEqual([false, false, false, false])
    }
  })
})

describe('17 removeFavorite in parallel with others', () => {
  it('with confirmFavorite: both rows remain, or neither', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [mia, leo] = await pair()
      const { id } = await request(mia, leo.email)
      const answers = await times(10, (index) =>
        index % 2
          ? send(leo, 'confirmFavorite', { id })
          : send(index % 4 ? mia : leo, 'removeFavorite', { id }),
      )
      for (const answer of answers) expect([[], ['NOT_FOUND']]).toContainEqual(codes(answer))
      expect(await isWhole(mia, leo)).toBe(true)
    }
  })

  it('from both sides: one returns true, the rest NOT_FOUND', async () => {
    const [mia, leo] = await pair()
    const [ofMia, ofLeo] = await befriend(mia, leo)
    const answers = await times(many, (index) =>
      index % 2
        ? send(mia, 'removeFavorite', { id: ofMia.id })
        : send(leo, 'removeFavorite', { id: ofLeo.id }),
    )
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
    expect(await rowsOf(mia, leo)).toEqual([])
  })

  it('with requests and operators: both rows, one request, or nothing remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [mia, leo] = await pair()
      const [{ id }] = await befriend(mia, leo)
      const works = [
        () => send(mia, 'removeFavorite', { id }),
        () => send(leo, 'requestFavorite', { email: mia.email }),
        () => send(mia, 'requestFavorite', { email: leo.email }),
        () => set({ email: leo.email, favorite: mia.email, pending: true }),
        () => set({ email: mia.email, favorite: leo.email, pending: false }),
      ]
      const all = [works, works, works, works].flat()
      const answers = await Promise.all(all.map((work) => work()))
      for (const answer of answers) expect([[], ['NOT_FOUND']]).toContainEqual(codes(answer))
      expect(await isWhole(mia, leo)).toBe(true)
    }
  })
})
