/**
 * What a request costs in SQL statements (target G5): no more for more rows. Counted below the
 * drivers, on the connections, so every statement that reaches the database counts.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { rowOf } from '../core/permissions/stage.ts'
import { allKinds, kindsWithEmails, type TestKind } from '../spec/kinds.ts'
import { one } from '../spec/persons.ts'
import { insert, insertEmail } from '../sync.ts'
import { type Cast, cast, db, join, type Person, premium } from '../world.ts'
import { statementsOf } from './statements.ts'

const most = { object: 4, syncList: 6, list: 8, write: 6 }
const few = 10
const many = 100

interface Scene extends Cast {
  /** People with that many trips, each with a guest and an email. */
  travellers: Record<number, Person>
  /** Trips with that many children of each kind, each with an email. */
  trips: Record<number, number>
  ids: Map<TestKind, number>
}

let scene: Scene
beforeAll(async () => {
  const all = await cast()
  const { olga, ed, trip } = all
  const travellers = { [few]: await one('tia'), [many]: await one('tom') }
  const trips: Record<number, number> = {}
  for (const [size, person] of Object.entries(travellers)) {
    await premium(person, true)
    for (const id of await insert('trip', { owner_id: person.id }, Number(size))) {
      await join(id, ed)
      await insertEmail(person, { trip_id: id })
    }
    const [full] = await insert('trip', { owner_id: olga.id })
    trips[Number(size)] = full as number
    for (const kind of allKinds) await fill(kind, full as number, Number(size), olga)
  }
  const ids = new Map<TestKind, number>()
  for (const kind of allKinds) ids.set(kind, await rowOf(kind, trip.id, olga))
  scene = { ...all, travellers, trips, ids }
})

async function fill(kind: TestKind, tripId: number, size: number, owner: Person): Promise<void> {
  const money = kind.one === 'expense' ? { date: '2031-04-19T19:30:00Z', currency: 'EUR' } : {}
  const row = { ...kind.least, ...money, price: 3, trip_id: tripId, owner_id: owner.id }
  await insert(kind.one, row, size)
  if (kind.one === 'expense') return
  await db.query({
    text: `insert into email (owner_id, unique_parser_identifier, message_key, date, subject,
        body_preview, html, text, parsed_successfully, ${kind.one}_id)
      select $1, $2 || id, $2 || id, now(), 's', 'b', 'h', 't', true, id from ${kind.one}
      where trip_id = $3`,
    values: [owner.id, `many:${process.pid}-${kind.one}-`, tripId],
  })
}

/** The statements of one request, the second time, after caches are warm. */
async function cost(send: () => Promise<{ status: number }>, status = 200): Promise<number> {
  await send()
  const { answer, statements } = await statementsOf(send)
  expect(answer.status).toBe(status)
  expect(statements.length).toBeGreaterThan(0)
  return statements.length
}

/** The figure for 10 rows and for 100, which must be equal. */
async function costs(path: (size: number) => string, personOf: (size: number) => Person) {
  const figures = []
  for (const size of [few, many]) {
    const { json } = await as(personOf(size)).get(path(size))
    expect(json.results).toHaveLength(size)
    figures.push(await cost(() => as(personOf(size)).get(path(size))))
  }
  const [first, second] = figures
  expect(second, 'the figure grows with the rows').toBe(first)
  return first
}

const traveller = (size: number) => scene.travellers[size] as Person
const everything = '?fields=price,currency,notes,owner,emails,assigned_users'

describe('G5 the statements of lists', () => {
  it.each(['', '?updatedSince=2020-01-01', '?page=last'])(
    'GET /v2/trips%s needs as many for 100 rows as for 10',
    async (query) => {
      expect(await costs(() => `/v2/trips${query}`, traveller)).toBeLessThanOrEqual(most.syncList)
    },
  )

  it.each(['', '?updatedSince=2020-01-01'])(
    'GET /v1/trips%s needs as many for 100 rows as for 10',
    async (query) => {
      expect(await costs(() => `/v1/trips${query}`, traveller)).toBeLessThanOrEqual(most.list)
    },
  )

  const lists = (version: string, kinds: readonly TestKind[], limit: number) =>
    kinds.flatMap((kind) =>
      ['', everything, '?updatedSince=2020-01-01', '?page=last'].map(
        (query) => [`${version} ${kind.many}${query}`, { version, kind, query, limit }] as const,
      ),
    )
  it.each([...lists('v2', kindsWithEmails, most.syncList), ...lists('v1', allKinds, most.list)])(
    'GET %s',
    async (_, { version, kind, query, limit }) => {
      const path = (size: number) => `/${version}/trip/${scene.trips[size]}/${kind.many}${query}`
      expect(await costs(path, () => scene.olga)).toBeLessThanOrEqual(limit)
    },
  )
})

const at = (version: string, kind: TestKind, id = scene.ids.get(kind)) =>
  `/${version}/trip/${scene.trip.id}/${kind.one}/${id}`

describe('G5 the statements of one object', () => {
  const paths: [string, () => string][] = [
    ['/v1/trips/{id}', () => `/v1/trips/${scene.trip.id}`],
    ['/v2/trips/{id}', () => `/v2/trips/${scene.trip.id}`],
    ['/v1/me', () => '/v1/me'],
    ['/auth/user', () => '/auth/user'],
    ...allKinds.map((kind): [string, () => string] => [`v1 ${kind.one}`, () => at('v1', kind)]),
    ...kindsWithEmails.map((kind): [string, () => string] => [
      `v2 ${kind.one}`,
      () => at('v2', kind),
    ]),
  ]
  it.each(paths)('GET %s', async (_, path) => {
    expect(await cost(() => as(scene.ed).get(path()))).toBeLessThanOrEqual(most.object)
  })
})

describe('G5 the statements of writes', () => {
  it.each(allKinds.map((kind) => [kind.one, kind] as const))(
    'POST %s needs few',
    async (_, kind) => {
      const list = `/v1/trip/${scene.trip.id}/${kind.many}`
      const send = () => as(scene.ed).post(list, kind.least)
      expect(await cost(send, 201)).toBeLessThanOrEqual(most.object)
    },
  )

  it.each(allKinds.map((kind) => [kind.one, kind] as const))(
    'PATCH %s needs few',
    async (_, kind) => {
      const send = () => as(scene.ed).patch(at('v1', kind), kind.change)
      expect(await cost(send)).toBeLessThanOrEqual(most.write)
    },
  )

  it.each(allKinds.map((kind) => [kind.one, kind] as const))(
    'DELETE %s needs few',
    async (_, kind) => {
      const ids: number[] = []
      for (let made = 0; made < 2; made += 1) ids.push(await rowOf(kind, scene.trip.id, scene.olga))
      const send = () => as(scene.ed).delete(at('v1', kind, ids.pop()))
      expect(await cost(send, 204)).toBeLessThanOrEqual(most.write)
    },
  )

  it.each(['POST', 'PATCH', 'DELETE'])('%s a trip needs few', async (method) => {
    const ids: number[] = []
    for (let made = 0; made < 2; made += 1) {
      ids.push(...(await insert('trip', { owner_id: scene.olga.id })))
    }
    const send = () => {
      const olga = as(scene.olga)
      if (method === 'POST') return olga.post('/v1/trips', { name: 'x' })
      if (method === 'DELETE') return olga.delete(`/v1/trips/${ids.pop()}`)
      return olga.patch(`/v1/trips/${scene.trip.id}`, { name: 'y' })
    }
    const status = { POST: 201, DELETE: 204 }[method] ?? 200
    expect(await cost(send, status)).toBeLessThanOrEqual(most.write)
  })
})

describe('G5 GraphQL', () => {
  const ask = (person: Person, query: string) => async () => {
    const answer = await as(person).graphql(query)
    expect(answer.errors).toEqual([])
    return answer
  }

  it('a page of trips with guests and emails costs the same for 10 and for 100', async () => {
    const query = '{ trips { count results { id guests { name } emails { subject } } } }'
    const figures = [few, many].map((size) => () => cost(ask(traveller(size), query)))
    const [first, second] = [await figures[0]?.(), await figures[1]?.()]
    expect(second).toBe(first)
    expect(first).toBeLessThanOrEqual(most.syncList)
  })

  it('the children of one trip with prices and owners cost the same for 10 and for 100', async () => {
    const figures = []
    for (const size of [few, many]) {
      const query = `{ trip(id: ${scene.trips[size]}) { activities { results { id price currency
        owner { name } emails { subject } } } expenses { results { price } } } }`
      figures.push(await cost(ask(scene.olga, query)))
    }
    expect(figures[1]).toBe(figures[0])
    expect(figures[0]).toBeLessThanOrEqual(most.list)
  })

  it('trips with their activities cost the same for 3 trips and for 10', async () => {
    const query = (first: number) =>
      `{ trips(first: ${first}) { results { id activities(first: 10) { results { name } } } } }`
    const figures = []
    for (const first of [3, 10]) figures.push(await cost(ask(traveller(few), query(first))))
    expect(figures[1], 'batch Trip.activities over the trips of a page').toBe(figures[0])
  })
})
