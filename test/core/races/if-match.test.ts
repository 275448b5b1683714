/** B3: many writers with one tag. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'

const many = 50
const each = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => send(index)))

const oneWins = [200, ...Array.from({ length: many - 1 }, () => 412)]

async function tagOf(person: Parameters<typeof as>[0], path: string) {
  const { status, headers } = await as(person).get(path)
  expect(status).toBe(200)
  return { 'if-match': headers.etag ?? '' }
}

describe('B3 If-Match, 50 writers with one tag', () => {
  it('a trip: one succeeds, 49 get 412', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const tag = await tagOf(olga, path)
    const answers = await each((n) => as(olga).patch(path, { name: `Trip ${n}` }, tag))
    expect(answers.map(({ status }) => status).sort()).toEqual(oneWins)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await as(olga).get(path)).json.name).toBe(`Trip ${winner}`)
  })

  it('an item, by two members: one succeeds, 49 get 412', async () => {
    const { olga, ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const { id } = (await as(ed).post(list, { name: 'Walk' })).json
    const path = `/v1/trip/${trip.id}/activity/${id}`
    const tags = [await tagOf(olga, path), await tagOf(ed, path)]
    const answers = await each((n) =>
      as(n % 2 ? ed : olga).patch(path, { name: `Walk ${n}` }, tags[n % 2]),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(oneWins)
  })

  it('a category, whose tag is that of its bytes: one succeeds, 49 get 412', async () => {
    const { olga } = await cast()
    const { id } = (await as(olga).post('/v1/categories', { name: 'Dives' })).json
    const path = `/v1/categories/${id}`
    const tag = await tagOf(olga, path)
    const answers = await each((n) => as(olga).patch(path, { name: `Dives ${n}` }, tag))
    expect(answers.map(({ status }) => status).sort()).toEqual(oneWins)
  })
})
