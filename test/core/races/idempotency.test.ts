/** B4: requests with one key at the same time. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../../client.ts'
import { addKeys, isReplayed, withKey } from '../../spec/keyed.ts'
import { one } from '../../spec/persons.ts'
import { cast, db } from '../../world.ts'
import { holdTrip } from './parallel.ts'

const many = 30
const each = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, index) => send(index)))

const running = {
  status: 409,
  text: '{"detail":"A request with this Idempotency-Key is running."}',
  headers: { 'retry-after': '1' },
}

/** All but one are the answer of that one. */
function expectOne(answers: readonly ClientAnswer[]) {
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
}

describe('B4 30 requests with one key in parallel', () => {
  it('a create: one takes effect, and all get its answer', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    expectOne(await each(() => as(ed).post(path, { name: 'Walk' }, key)))
    expect(await db.prisma.activity.count({ where: { tripId: trip.id } })).toBe(1)
  })

  it('an address: one mail is sent, and at least one attempt is counted', async () => {
    const ed = await one('ed')
    const email = `alternative-${ed.username}@mail.example`
    const key = withKey()
    const answers = await each(() => as(ed).post('/v1/emails/add', { email }, key))
    const done = answers.filter(({ status }) => status === 201)
    // Each waits with its try counted, and tries have a limit of their own.
    expect(answers.filter(({ status }) => status !== 201 && status !== 429)).toEqual([])
    expectOne(done)
    expect(await db.prisma.outgoingMail.count({ where: { recipient: email } })).toBe(1)
  })

  it('different bodies: one takes effect, and all others get 422', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const key = withKey()
    const answers = await each((n) => as(ed).post(path, { name: `Walk ${n}` }, key))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: many - 1 }, () => 422),
    ])
    expect(await db.prisma.activity.count({ where: { tripId: trip.id } })).toBe(1)
  })

  it('different fields of /graphql: they all belong to one request', async () => {
    // One that ends while another starts is seldom: a few of a hundred rounds.
    for (let round = 0; round < 30; round++) {
      const { ed, trip } = await cast()
      const key = withKey()
      const answers = await each((n) =>
        as(ed).graphql(
          `mutation { a${n}: createActivity(tripId: ${trip.id}, input: { name: "${n}" }) { id } }`,
          {},
          key,
        ),
      )
      const reused = Array.from({ length: many - 1 }, () => 422)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...reused])
      expect(await db.prisma.activity.count({ where: { tripId: trip.id } })).toBe(1)
    }
  }, 60_000)

  it('different routes: they all belong to one request', async () => {
    const kinds = ['activities', 'hostings', 'transportations']
    for (let round = 0; round < 30; round++) {
      const { ed, trip } = await cast()
      const key = withKey()
      const answers = await Promise.all(
        kinds.map((kind) => as(ed).post(`/v1/trip/${trip.id}/${kind}`, { name: 'Walk' }, key)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    }
  }, 60_000)
})

describe('B4 a running request', () => {
  it('a second one waits for it, and gets its answer', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const letGo = await holdTrip(trip.id)
    const key = withKey()
    const first = as(ed).post(path, { name: 'Walk' }, key)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const second = as(ed).post(path, { name: 'Walk' }, key)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await letGo()
    expectOne([await first, await second])
  })

  it('a second one gets 409 after 5 s, on both surfaces, and may try again', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trip/${trip.id}`
    const letGo = await holdTrip(trip.id)
    const [key, other] = [withKey(), withKey()]
    const create = `createHosting(tripId: ${trip.id}, input: { name: "x" }) { id }`
    const query = `mutation { a: ${create} b: ${create} }`
    const first = as(ed).post(`${path}/activities`, { name: 'Walk' }, key)
    const firstOther = as(ed).graphql(query, {}, other)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const since = performance.now()
    const twins = await Promise.all([
      as(ed).post(`${path}/activities`, { name: 'Walk' }, key),
      as(ed).post('/graphql', { query }, other),
    ])
    const took = performance.now() - since
    expect(took).toBeGreaterThan(4_500)
    expect(took).toBeLessThan(6_000)
    expect(twins[0]).toMatchObject(running)
    expect(twins[1]).toMatchObject({ status: 409, headers: { 'retry-after': '1' } })
    const error = {
      message: 'A request with this Idempotency-Key is running.',
      extensions: { code: 'CONFLICT', retryAfter: 1 },
    }
    expect(twins[1].json.errors).toMatchObject([error, error])
    await letGo()
    expect([(await first).status, (await firstOther).errors]).toEqual([201, []])
    expect(isReplayed(await as(ed).post(`${path}/activities`, { name: 'Walk' }, key))).toBe(true)
  }, 20_000)
})

describe('B4 requests at once of an account with 9,990 keys', () => {
  it('fill it, and those after them get 429, whatever they do', async () => {
    const { ed, trip } = await cast()
    await addKeys(9_990, ed, '1 hour')
    const create = `createHosting(tripId: ${trip.id}, input: { name: "x" }) { id }`
    const query = `mutation { ${create} }`
    const send = (n: number) =>
      n % 2
        ? as(ed).post('/graphql', { query }, withKey())
        : as(ed).post(`/v1/trip/${trip.id}/activities`, { name: 'Walk' }, withKey())
    await each(send)
    const kept = () => db.prisma.idempotencyKey.count({ where: { accountId: ed.id } })
    const before = await kept()
    const others = await each(send)
    const done = ({ status, text }: ClientAnswer) => status < 300 && !text.includes('errors')
    expect(others.filter(done)).toEqual([])
    expect(others.every(({ headers }) => Number(headers['retry-after']) > 80_000)).toBe(true)
    expect(before).toBeGreaterThanOrEqual(10_000)
    expect(await kept()).toBe(before)
  }, 60_000)
})
