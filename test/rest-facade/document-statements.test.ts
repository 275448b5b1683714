/** What requests for documents cost in SQL statements (target G5): no more for more rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { rowOf } from '../core/permissions/stage.ts'
import {
  attaching,
  insertDocument,
  link,
  type Places,
  placesOf,
  prepare,
  words,
} from '../documents.ts'
import { kindsWithEmails } from '../spec/kinds.ts'
import { type Cast, cast, trip as newTrip } from '../world.ts'
import { statementsOf } from './statements.ts'

const few = 3
const many = 20

let world: Cast
let places: Places
/** Trips with that many documents on the trip itself, and on that many children of each kind. */
const trips: Record<number, number> = {}
/** A hosting of such a trip with that many documents. */
const hostings: Record<number, number> = {}

beforeAll(async () => {
  world = await cast()
  places = await placesOf(world)
  const { olga } = world
  for (const size of [few, many]) {
    const { id } = await newTrip(olga)
    trips[size] = id
    for (let made = 0; made < size; made += 1) {
      await insertDocument(olga, { trip_id: id })
      for (const kind of kindsWithEmails) {
        const child = await rowOf(kind, id, olga, { price: 3 })
        await insertDocument(olga, { [`${kind.one}_id`]: child })
        if (kind.one === 'hosting') hostings[size] = child
      }
    }
    for (let made = 1; made < size; made += 1) {
      await insertDocument(olga, { hosting_id: hostings[size] })
    }
  }
})

/** The statements of one request, the second time, after caches are warm. */
async function cost(send: () => Promise<{ status: number }>, status = 200): Promise<number> {
  await send()
  const { answer, statements } = await statementsOf(send)
  expect(answer.status).toBe(status)
  return statements.length
}

async function costs(path: (size: number) => string): Promise<number[]> {
  const figures: number[] = []
  for (const size of [few, many]) figures.push(await cost(() => as(world.olga).get(path(size))))
  return figures
}

describe('G5 the statements of lists of documents', () => {
  it.each(['', '?updatedSince=2020-01-01', '?page=last'])(
    'a list of a trip%s needs as many for many documents as for few',
    async (query) => {
      // Who asks; where to look, the weights of the page and of its children, the page and its
      // owners; two for each kind of children, with their owners. The last page has to be counted.
      const figure = query === '?page=last' ? 16 : 15
      expect(await costs((size) => `/v2/trip/${trips[size]}/documents${query}`)).toEqual([
        figure,
        figure,
      ])
    },
  )

  it.each(['', '?deleted=true'])(
    'a list of a child%s needs as many, with the check of the child',
    async (query) => {
      const path = (size: number) =>
        `/v2/trip/${trips[size]}/hosting/${hostings[size]}/documents${query}`
      // An empty list is decided again (test/core/permissions/left-lists).
      const figure = query ? 3 + 2 : 5
      expect(await costs(path)).toEqual([figure, figure])
    },
  )

  it('trip level, deleted=true', async () => {
    expect(await costs((size) => `/v2/trip/${trips[size]}/documents?deleted=true`)).toEqual([7, 7])
  })

  it('GraphQL, with owners, children and their owners and prices', async () => {
    const figures: number[] = []
    for (const size of [few, many]) {
      const query = `{ documents(tripId: ${trips[size]}) { count results { owner { name }
        tempReadUrl hostings { name price owner { name } } activities { price } } } }`
      figures.push(
        await cost(async () => {
          const answer = await as(world.olga).graphql(query)
          expect(answer.errors).toEqual([])
          return answer
        }),
      )
    }
    expect(figures[1]).toBe(figures[0])
    expect(figures[0]).toBeLessThanOrEqual(13)
  })
})

describe('G5 one document', () => {
  it.each(words)(
    'a document at a %s: detail, download, attach, rename, change, move, remove',
    async (word) => {
      const place = places[word]
      const { ed } = world
      const check = word === 'trip' ? 0 : 1
      const id = await insertDocument(ed, place.parent)
      const gone = [await insertDocument(ed, place.parent), await insertDocument(ed, place.parent)]
      const own = `/v1/documents/${id}`
      // Who asks, the document, its owner.
      expect(await cost(() => as(ed).get(place.v2(id)))).toBe(3 + check)
      expect(await cost(() => as(ed).get(`${own}/get`))).toBe(4)
      // Who asks, and in a transaction, with its begin and end: the right, the write, what it made.
      expect(await cost(() => as(ed).post(place.v1(), link), 201)).toBe(7 + check)
      // With the document, which is locked first, once it is known that the caller may change it.
      expect(await cost(() => as(ed).patch(place.v1(id), { title: 'x' }))).toBe(9 + check)
      // With the item it is attached to, and its destination: where that is, and its lock.
      expect(await cost(() => as(ed).patch(own, { title: 'x' }))).toBe(9 + 2 * check)
      expect(await cost(() => as(ed).patch(own, { [`${word}_id`]: place.id }))).toBe(9 + 3 * check)
      // With the moment by the clock of the database.
      expect(await cost(() => as(ed).delete(place.v1(gone.pop())))).toBe(8 + check)
    },
  )

  it('a repeated receipt costs the same', async () => {
    const upload = await prepare(world.ed, places.trip)
    const send = () => as(world.ed).post(places.trip.v1(), attaching(upload))
    expect(await cost(send, 201)).toBe(7)
  })
})
