/** Move: what an object carries needs rights of its own, at both ends (test/core/permissions). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument } from '../documents.ts'
import { byWord, type KindCase, path } from '../itinerary.cases.ts'
import { insertEmail } from '../sync.ts'
import {
  allRights,
  cast,
  db,
  join,
  trip as newTrip,
  type Person,
  premium,
  type Rights,
} from '../world.ts'
import { empty200, forbidden } from './answers.ts'
import { member } from './persons.ts'

const editor: Rights = { can_edit: true }
const withExpenses: Rights = { ...editor, can_see_expenses: true, can_edit_expenses: true }
const withDocuments: Rights = { ...editor, can_see_documents: true, can_edit_documents: true }
const ends = ['the trip it leaves', 'the trip it comes to'] as const

/** An object in olga's trip, and nina, who has all rights there and in another trip of olga's. */
async function stage(kind: KindCase, body: object = {}) {
  const { olga, stan, trip } = await cast()
  const other = await newTrip(olga)
  const nina = await member(trip.id, allRights)
  await join(other.id, nina, allRights)
  const list = path('v1', kind, trip.id)
  const { id } = (await as(olga).post(list, { ...kind.least, ...body })).json
  const home = path('v1', kind, trip.id, id)
  return { olga, stan, nina, trip, other, id, home, away: path('v1', kind, other.id, id) }
}
type Stage = Awaited<ReturnType<typeof stage>>

/** The object as stored. */
async function stored(kind: KindCase, id: number): Promise<string> {
  const text = `select to_jsonb(c) as object from ${kind.one} c where id = $1`
  return JSON.stringify(await db.query({ text, values: [id] }))
}

/** Asks for the move on both surfaces; each must refuse it and change nothing. */
async function expectRefused(kind: KindCase, who: Person, stage: Stage, body: object = {}) {
  const { trip, other, id, home } = stage
  const before = await stored(kind, id)
  for (const verb of ['put', 'patch'] as const) {
    const answer = await as(who)[verb](home, { update_trip: other.id, name: 'Taken', ...body })
    expect(answer).toMatchObject(forbidden)
  }
  const type = kind.one.charAt(0).toUpperCase() + kind.one.slice(1)
  const { data, errors } = await as(who).graphql(
    `mutation ($input: ${type}Input!) {
      update${type}(tripId: ${trip.id}, id: ${id}, input: $input) { id price }
    }`,
    { input: { updateTrip: other.id, name: 'Taken', ...body } },
  )
  expect([data, errors.map(({ extensions }) => extensions.code)]).toEqual([
    { [`update${type}`]: null },
    ['FORBIDDEN'],
  ])
  expect(await stored(kind, id)).toBe(before)
}

/** Nina moves it; her rights at the ends are set by the test. */
async function expectMoved({ nina, other, home }: Stage, body: object = {}) {
  const answer = await as(nina).patch(home, { update_trip: other.id, ...body })
  expect(answer).toMatchObject(empty200)
}

/** Leaves nina only these rights at one end. */
const atEnd = ({ trip, other, nina }: Stage, end: (typeof ends)[number], rights: Rights) => {
  const none = Object.fromEntries(Object.keys(allRights).map((right) => [right, false]))
  return join(end === ends[0] ? trip.id : other.id, nina, { ...none, ...rights })
}

/** Everything that can be attached to an object, by name, for the object of that id. */
const papers: [string, (kind: KindCase, owner: Person, id: number) => Promise<number>][] = [
  ['a document', (kind, olga, id) => insertDocument(olga, { [`${kind.one}_id`]: id })],
  ['an email', (kind, olga, id) => insertEmail(olga, { [`${kind.one}_id`]: id })],
  [
    'a deleted document, which could come back there (17)',
    (kind, olga, id) => insertDocument(olga, { [`${kind.one}_id`]: id, deleted_at: 'now' }),
  ],
  [
    'a deleted email, which could come back there (17)',
    (kind, olga, id) => insertEmail(olga, { [`${kind.one}_id`]: id }, { deleted_at: 'now' }),
  ],
]

describe.each(byWord)('12.3 Move, what it carries: %s', (_, kind) => {
  it.each(ends)('a price needs the right to edit expenses in %s', async (end) => {
    const world = await stage(kind, { price: 12, currency: 'EUR' })
    await atEnd(world, end, { ...withDocuments, can_see_expenses: true })
    await expectRefused(kind, world.nina, world)
    await atEnd(world, end, withExpenses)
    await expectMoved(world)
    expect((await as(world.olga).get(world.away)).json).toMatchObject({ price: 12 })
  })

  it('a price of 0 and a currency alone need that right too: both are hidden (1.9)', async () => {
    for (const body of [{ price: 0 }, { currency: 'EUR' }]) {
      const world = await stage(kind, body)
      await atEnd(world, ends[0], withDocuments)
      await expectRefused(kind, world.nina, world)
    }
  })

  it('a price that the same request writes is carried too', async () => {
    const world = await stage(kind)
    await atEnd(world, ends[1], editor)
    for (const body of [{ price: 12 }, { currency: 'EUR' }]) {
      await expectRefused(kind, world.nina, world, body)
    }
    await expectMoved(world, { price: null, currency: '' })
  })

  it('a currency that cannot be stored is a validation error, on both surfaces (1.2)', async () => {
    const { nina, trip, other, home, id } = await stage(kind)
    const said = ['Null characters are not allowed.']
    const answer = await as(nina).patch(home, { update_trip: other.id, currency: '\0' })
    expect([answer.status, answer.json]).toEqual([400, { currency: said }])
    const type = kind.one.charAt(0).toUpperCase() + kind.one.slice(1)
    const { errors } = await as(nina).graphql(
      `mutation ($input: ${type}Input!) {
        update${type}(tripId: ${trip.id}, id: ${id}, input: $input) { id }
      }`,
      { input: { updateTrip: other.id, currency: '\0' } },
    )
    expect(errors[0]?.extensions).toMatchObject({ fields: { currency: said } })
  })

  it('a price that the writer may not edit is ignored, and not carried (1.9)', async () => {
    const world = await stage(kind)
    await atEnd(world, ends[0], editor)
    await expectMoved(world, { price: 12, currency: 'EUR', name: 'Moved' })
    const { json } = await as(world.olga).get(world.away)
    expect(json).toMatchObject({ price: null, currency: '', name: 'Moved' })
  })

  it('a writer who may not edit expenses cannot clear the price to move the rest', async () => {
    const world = await stage(kind, { price: 12, currency: 'EUR' })
    await atEnd(world, ends[0], withDocuments)
    await expectRefused(kind, world.nina, world, { price: null, currency: null })
  })

  it.each(papers)('%s needs the right to edit documents at both ends', async (_name, attach) => {
    for (const end of ends) {
      const world = await stage(kind)
      await attach(kind, world.olga, world.id)
      await atEnd(world, end, { ...withExpenses, can_see_documents: true })
      await expectRefused(kind, world.nina, world)
      await atEnd(world, end, withDocuments)
      await expectMoved(world)
    }
  })

  it.each(papers)('%s needs owners who are Pro at both ends, for any mover', async (_, attach) => {
    const world = await stage(kind)
    const { olga, nina, stan, id } = world
    await attach(kind, olga, id)
    const other = await newTrip(stan)
    await join(other.id, nina, allRights)
    await expectRefused(kind, nina, { ...world, other })
    await premium(stan, true)
    await premium(olga, false)
    await expectRefused(kind, nina, { ...world, other })
    await premium(olga, true)
    await expectMoved({ ...world, other })
  })

  it('update_trip of the same trip carries nothing and needs only the right to edit', async () => {
    const world = await stage(kind, { price: 12 })
    await insertDocument(world.olga, { [`${kind.one}_id`]: world.id })
    await atEnd(world, ends[0], editor)
    await expectMoved({ ...world, other: world.trip as Stage['other'] }, { name: 'Here' })
    expect((await as(world.olga).get(world.home)).json).toMatchObject({ name: 'Here', price: 12 })
  })

  it('the right is checked before the fields of the body (1.1)', async () => {
    const { nina, other, home, ...world } = await stage(kind, { price: 12 })
    await atEnd({ nina, other, home, ...world }, ends[1], editor)
    const answer = await as(nina).patch(home, { update_trip: other.id, hidden: 'perhaps' })
    expect(answer).toMatchObject(forbidden)
  })
})
