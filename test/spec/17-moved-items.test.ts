/** GraphQL: tombstones of items that have moved to another trip. REST does not list them (3). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { moment } from '../sync.ts'
import { cast, join, trip as newTrip, type Person } from '../world.ts'
import { kindsWithEmails, type TestKind } from './kinds.ts'

const listOf = ({ many }: TestKind) => `deleted${many.charAt(0).toUpperCase()}${many.slice(1)}`

interface Left {
  count: number
  results: { id: number; deletedAt: string; isMoved: boolean }[]
}

/** The tombstones of a kind in a trip. */
async function left(someone: Person, kind: TestKind, tripId: number, args = ''): Promise<Left> {
  const list = `${listOf(kind)}${args && `(${args})`} { count results { id deletedAt isMoved } }`
  const { data, errors } = await as(someone).graphql(`{ trip(id: ${tripId}) { ${list} } }`)
  expect(errors).toEqual([])
  return (data as { trip: Record<string, Left> }).trip[listOf(kind)] as Left
}

/** An item in a trip with vera, which can move to one without her. */
async function stage(kind: TestKind) {
  const { olga, vera, trip } = await cast()
  const other = await newTrip(olga)
  const add = async () => (await as(olga).post(`/v1/trip/${trip.id}/${kind.many}`, kind.least)).json
  const { id } = await add()
  const path = (tripId: number, itemId = id) => `/v1/trip/${tripId}/${kind.one}/${itemId}`
  const move = async (from: number, to: number) =>
    expect((await as(olga).patch(path(from), { update_trip: to })).status).toBe(200)
  return { olga, vera, trip, other, id, add, path, move }
}

describe.each(kindsWithEmails)('17 $one: moved to another trip', (kind) => {
  it('vera, who is not in that trip, sees a tombstone in GraphQL, and none in REST', async () => {
    const { vera, trip, other, id, move } = await stage(kind)
    const since = await moment()
    await move(trip.id, other.id)
    const tombstone = { id, deletedAt: expect.any(String), isMoved: true }
    expect(await left(vera, kind, trip.id)).toEqual({ count: 1, results: [tombstone] })
    expect(await left(vera, kind, trip.id, `updatedSince: "${since}"`)).toMatchObject({ count: 1 })
    const later = `updatedSince: "${await moment()}"`
    expect(await left(vera, kind, trip.id, later)).toEqual({ count: 0, results: [] })
    const none = { count: 0, results: [] }
    expect(await left(vera, kind, trip.id, 'withMoved: false')).toEqual(none)
    const { json } = await as(vera).get(`/v2/trip/${trip.id}/${kind.many}?deleted=true`)
    expect(json).toMatchObject(none)
  })

  it('olga, who moves it on and back, sees a tombstone in each trip where it is not', async () => {
    const { olga, trip, other, id, move } = await stage(kind)
    const third = await newTrip(olga)
    const gone = async () =>
      Promise.all(
        [trip, other, third].map(async (one) => {
          const { results } = await left(olga, kind, one.id)
          return results.map((tombstone) => tombstone.id)
        }),
      )
    await move(trip.id, other.id)
    expect(await gone()).toEqual([[id], [], []])
    await move(other.id, third.id)
    expect(await gone()).toEqual([[id], [id], []])
    await move(third.id, trip.id)
    expect(await gone()).toEqual([[], [id], [id]])
    await move(trip.id, trip.id)
    expect(await gone()).toEqual([[], [id], [id]])
  })

  it('olga, who deletes one and moves another, finds both in one list, page by page', async () => {
    const { olga, vera, trip, other, id, add, path, move } = await stage(kind)
    const { id: deleted } = await add()
    await move(trip.id, other.id)
    expect((await as(olga).delete(path(trip.id, deleted))).status).toBe(204)
    const pages = []
    for (const page of [1, 2]) {
      pages.push(await left(vera, kind, trip.id, `first: 1, page: ${page}`))
    }
    expect(pages).toMatchObject([
      { count: 2, results: [{ id, isMoved: true }] },
      { count: 2, results: [{ id: deleted, isMoved: false }] },
    ])
    // Where it was deleted in the end, it counts as deleted.
    expect((await as(olga).delete(path(other.id))).status).toBe(204)
    const there = await left(olga, kind, other.id)
    expect(there).toMatchObject({ count: 1, results: [{ id, isMoved: false }] })
  })

  it('stan, who joins later, sees the tombstone; before, the trip is NOT_FOUND', async () => {
    const { trip, other, id, move } = await stage(kind)
    const { stan } = await cast()
    await move(trip.id, other.id)
    const query = `{ trip(id: ${trip.id}) { ${listOf(kind)} { count } } }`
    const { errors } = await as(stan).graphql(query)
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
    await join(trip.id, stan)
    expect(await left(stan, kind, trip.id)).toMatchObject({ results: [{ id, isMoved: true }] })
  })
})

describe('17 moved to another trip: lists of one type', () => {
  it.each([
    ['activities', 'activity', 'activityType', 'bar'],
    ['transportations', 'transportation', 'transportationType', 'bus'],
  ] as const)('show the moved and deleted %s of that type', async (many, one, filter, type) => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const add = async (of: string) =>
      (await as(olga).post(`/v1/trip/${trip.id}/${many}`, { [`${one}_type`]: of })).json.id
    const [moved, gone, unlike] = [await add(type), await add(type), await add('other')]
    for (const id of [moved, unlike]) {
      const path = `/v1/trip/${trip.id}/${one}/${id}`
      expect((await as(olga).patch(path, { update_trip: other.id })).status).toBe(200)
    }
    await as(olga).delete(`/v1/trip/${trip.id}/${one}/${gone}`)
    const kind = kindsWithEmails.find((each) => each.one === one) as TestKind
    const { results } = await left(olga, kind, trip.id, `${filter}: "${type}"`)
    expect(results.map(({ id }) => id)).toEqual([moved, gone])
  })
})
