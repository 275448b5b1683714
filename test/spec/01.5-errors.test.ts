import { describe, expect, test } from 'vitest'
import { as, type ClientAnswer } from '../client.ts'
import { allRights, type Cast, cast, join, trip as makeTrip, type Person } from '../world.ts'
import { forbidden, notFound } from './answers.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'

/** The roles of the cast. */
type Role = 'olga' | 'ed' | 'vera' | 'pia' | 'stan'
const roles: Role[] = ['olga', 'ed', 'vera', 'pia', 'stan']

/** A request on the cast's trip `t` and the status that each role gets. */
interface Line {
  what: string
  send: (person: Person, t: number) => Promise<ClientAnswer>
  statuses: Record<Role, number>
}

const statuses = (olga: number, ed: number, vera: number, pia = 404, stan = 404) => ({
  olga,
  ed,
  vera,
  pia,
  stan,
})

const lines: Line[] = [
  {
    what: 'GET /v1/trips/{t}',
    send: (p, t) => as(p).get(`/v1/trips/${t}`),
    statuses: statuses(200, 200, 200),
  },
  {
    what: 'GET /v2/trips/{t}',
    send: (p, t) => as(p).get(`/v2/trips/${t}`),
    statuses: statuses(200, 200, 200),
  },
  {
    what: 'PUT /v1/trips/{t}',
    send: (p, t) => as(p).put(`/v1/trips/${t}`, { name: 'x' }),
    statuses: statuses(200, 200, 403),
  },
  {
    what: 'PATCH /v1/trips/{t}',
    send: (p, t) => as(p).patch(`/v1/trips/${t}`, { name: 'x' }),
    statuses: statuses(200, 200, 403),
  },
  {
    what: 'DELETE /v1/trips/{t}',
    send: (p, t) => as(p).delete(`/v1/trips/${t}`),
    statuses: statuses(204, 403, 403),
  },
  ...kindsWithEmails.flatMap(({ many, least }): Line[] => [
    {
      what: `GET /v2/trip/{t}/${many}`,
      send: (p, t) => as(p).get(`/v2/trip/${t}/${many}`),
      statuses: statuses(200, 200, 200),
    },
    {
      what: `GET /v1/trip/{t}/${many}`,
      send: (p, t) => as(p).get(`/v1/trip/${t}/${many}`),
      statuses: statuses(200, 200, 200),
    },
    {
      what: `POST /v1/trip/{t}/${many}`,
      send: (p, t) => as(p).post(`/v1/trip/${t}/${many}`, least),
      statuses: statuses(201, 201, 403),
    },
  ]),
  {
    what: 'GET /v1/trip/{t}/expenses',
    send: (p, t) => as(p).get(`/v1/trip/${t}/expenses`),
    statuses: statuses(200, 200, 403),
  },
  {
    what: 'POST /v1/trip/{t}/expenses',
    send: (p, t) => as(p).post(`/v1/trip/${t}/expenses`, { title: 'x', price: 1 }),
    statuses: statuses(201, 201, 403),
  },
]

/** Requests on one existing child: alike for all kinds, but for who may read expenses. */
const childMethods = [
  ['GET', 200],
  ['PUT', 200],
  ['PATCH', 200],
  ['DELETE', 204],
] as const

async function expectRefusal(answer: ClientAnswer, status: number, message: string): Promise<void> {
  expect(answer.status, message).toBe(status)
  if (status === 403) expect(answer, message).toMatchObject(forbidden)
  if (status === 404) expect(answer, message).toMatchObject(notFound)
}

describe('1.5 403 and 404 for trips', () => {
  test.each(lines.map((line) => [line.what, line] as const))(
    '1. 404 without a joined membership, 403 for a member without the right: %s',
    async (_, line) => {
      const people = await cast()
      for (const role of [...roles].reverse()) {
        const answer = await line.send(people[role], people.trip.id)
        await expectRefusal(answer, line.statuses[role], role)
      }
    },
  )

  test.each(allKinds.flatMap(({ one }) => childMethods.map(([method]) => [method, one] as const)))(
    '1. 404 without a joined membership, 403 for a member without the right: %s one %s',
    async (method, one) => {
      const people = await cast()
      const kind = allKinds.find((each) => each.one === one) as (typeof allKinds)[number]
      const success = method === 'DELETE' ? 204 : 200
      const forVera = method === 'GET' && one !== 'expense' ? 200 : 403
      const expected = statuses(success, success, forVera)
      const base = `/v1/trip/${people.trip.id}`
      for (const role of roles) {
        const { json } = await as(people.olga).post(`${base}/${kind.many}`, kind.least)
        const path = `${base}/${one}/${json.id}`
        const body = method === 'PUT' || method === 'PATCH' ? kind.change : undefined
        const answer = await as(people[role]).send(method, path, body)
        await expectRefusal(answer, expected[role], role)
      }
    },
  )

  test('1. A soft-deleted trip is 404 for its former members', async () => {
    const { olga, ed, trip } = await cast()
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, {})
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const person of [olga, ed]) {
      for (const path of tripPaths(trip.id, json.id)) {
        expect(await as(person).get(path), path).toMatchObject(notFound)
      }
      expect(await as(person).patch(`/v1/trips/${trip.id}`, {})).toMatchObject(notFound)
      expect(await as(person).post(`/v1/trip/${trip.id}/hostings`, {})).toMatchObject(notFound)
    }
  })

  test('1. Rights are looked up on every request', async () => {
    const { olga, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    expect((await as(stan).get(path)).status).toBe(404)
    await join(trip.id, stan, {})
    expect((await as(stan).patch(path, {})).status).toBe(403)
    await join(trip.id, stan, allRights)
    expect((await as(stan).patch(path, {})).status).toBe(200)
    await join(trip.id, stan, { joined: false })
    expect((await as(stan).patch(path, {})).status).toBe(404)
    expect((await as(olga).get(path)).status).toBe(200)
  })
})

const childOf = (people: Cast, many: string, least: object) =>
  as(people.olga).post(`/v1/trip/${people.trip.id}/${many}`, least)

describe('1.5 Children under a wrong parent (target Z2)', () => {
  test.each(allKinds.map((kind) => [kind.one, kind] as const))(
    '2. A child id that is unknown, soft-deleted or of another trip is 404: %s',
    async (one, { many, least, change }) => {
      const people = await cast()
      const { olga, trip } = people
      const { json } = await childOf(people, many, least)
      const other = await makeTrip(olga)
      const doomed = (await childOf(people, many, least)).json
      await as(olga).delete(`/v1/trip/${trip.id}/${one}/${doomed.id}`)
      for (const path of [
        `/v1/trip/${other.id}/${one}/${json.id}`,
        `/v1/trip/${trip.id}/${one}/${doomed.id}`,
        `/v1/trip/${trip.id}/${one}/2000000000`,
      ]) {
        expect(await as(olga).get(path), path).toMatchObject(notFound)
        expect(await as(olga).put(path, change), path).toMatchObject(notFound)
        expect(await as(olga).patch(path, change), path).toMatchObject(notFound)
        expect(await as(olga).delete(path), path).toMatchObject(notFound)
        if (one === 'expense') continue
        const v2 = path.replace('/v1/', '/v2/')
        expect(await as(olga).get(v2), v2).toMatchObject(notFound)
      }
      expect((await as(olga).get(`/v1/trip/${trip.id}/${one}/${json.id}`)).status).toBe(200)
    },
  )

  test('2. A child id of another collection is 404', async () => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const { json } = await as(olga).post(`${base}/hostings`, {})
    for (const one of ['activity', 'transportation', 'expense']) {
      expect(await as(olga).get(`${base}/${one}/${json.id}`), one).toMatchObject(notFound)
      expect(await as(olga).delete(`${base}/${one}/${json.id}`), one).toMatchObject(notFound)
    }
    expect((await as(olga).get(`${base}/hosting/${json.id}`)).status).toBe(200)
  })

  test("2. A stranger's own trip gives no access to another trip's children", async () => {
    const people = await cast()
    const { olga, stan, trip } = people
    const own = await makeTrip(stan)
    for (const { one, many, least, change } of allKinds) {
      const { json } = await childOf(people, many, least)
      const path = `/v1/trip/${own.id}/${one}/${json.id}`
      expect(await as(stan).get(path), path).toMatchObject(notFound)
      expect(await as(stan).patch(path, change), path).toMatchObject(notFound)
      expect(await as(stan).delete(path), path).toMatchObject(notFound)
      const true_ = await as(olga).get(`/v1/trip/${trip.id}/${one}/${json.id}`)
      expect(true_.json).toEqual(json)
    }
  })
})

function tripPaths(t: number, hosting: number): string[] {
  return [
    `/v1/trips/${t}`,
    `/v2/trips/${t}`,
    `/v1/trip/${t}/expenses`,
    ...kindsWithEmails.flatMap(({ many }) => [`/v1/trip/${t}/${many}`, `/v2/trip/${t}/${many}`]),
    `/v1/trip/${t}/hosting/${hosting}`,
    `/v2/trip/${t}/hosting/${hosting}`,
  ]
}
