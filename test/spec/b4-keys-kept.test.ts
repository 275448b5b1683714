/** B4: how long keys are kept, and how many. */
import { describe, expect, it } from 'vitest'
import { cleanKeys } from '../../src/core/idempotency/cleaning.ts'
import { as } from '../client.ts'
import { insert } from '../sync.ts'
import { cast, db, type Person } from '../world.ts'
import { addKeys, isReplayed, withKey } from './keyed.ts'

/** Adds so many answers of a megabyte, which cannot be compressed. */
const addLong = ({ id }: Person, count: number, age: string) =>
  db.query({
    text: `insert into idempotency_key (account_id, key, part, fingerprint, answer, created_at)
      select $1::int, 'large ' || n || $3, 'body', 'x', one.text, now() - $3::interval
      from (select string_agg(md5(i::text), '') as text from generate_series(1, 32768) i) one,
        generate_series(1, $2) n`,
    values: [id, count, age],
  })

const countOf = ({ id: accountId }: Person) =>
  db.prisma.idempotencyKey.count({ where: { accountId } })

describe('B4 keys are kept for a day', () => {
  it('older ones are removed, however many, and all others stay', async () => {
    const { ed, vera } = await cast()
    await addKeys(1_203, ed, '24 hours 1 second')
    await addKeys(3, ed, '23 hours 59 minutes')
    await addKeys(2, vera, '25 hours')
    expect(await cleanKeys({ db })).toBeGreaterThanOrEqual(1_205)
    expect([await countOf(ed), await countOf(vera)]).toEqual([3, 0])
    expect(await cleanKeys({ db })).toBe(0)
  })

  it('those that a clock has dated ahead are removed a day later as well', async () => {
    const { ed } = await cast()
    await addKeys(2, ed, '-3 years')
    await cleanKeys({ db })
    const [row] = await db.prisma.idempotencyKey.findMany({ where: { accountId: ed.id } })
    expect(Math.abs(Number(row?.createdAt) - Date.now())).toBeLessThan(60_000)
  })
})

describe('B4 an account has 10,000 keys at most', () => {
  it('ed’s next request with a key gets 429, until the oldest is a day old; others are served', async () => {
    const { ed, olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    await addKeys(9_998, ed, '23 hours 59 minutes')
    const key = withKey()
    const first = await as(ed).post(path, { name: 'Walk' }, key)
    expect(first.status).toBe(201)
    expect((await as(ed).post(path, { name: 'Run' }, withKey())).status).toBe(201)
    const refused = await as(ed).post(path, { name: 'Swim' }, withKey())
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await as(ed).post(path, { name: 'Swim' })).status).toBe(201)
    expect(isReplayed(await as(ed).post(path, { name: 'Walk' }, key))).toBe(true)
    expect((await as(olga).post(path, { name: 'Swim' }, withKey())).status).toBe(201)
    expect(await countOf(ed)).toBe(10_000)
    await db.query({
      text: `update idempotency_key set created_at = created_at - interval '2 minutes'
        where account_id = $1`,
      values: [ed.id],
    })
    expect((await as(ed).post(path, { name: 'Swim' }, withKey())).status).toBe(201)
  })
})

describe('B4 Retry-After of an account without room', () => {
  const afterOf = async (person: Person, tripId: number) => {
    const path = `/v1/trip/${tripId}/activities`
    const { status, headers } = await as(person).post(path, { name: 'Walk' }, withKey())
    expect(status).toBe(429)
    return Number(headers['retry-after'])
  }
  const minutes = (count: number) => [60 * count - 30, 60 * count]
  const expectWithin = (seconds: number, [least = 0, most = 0]: number[]) => {
    expect(seconds).toBeGreaterThan(least)
    expect(seconds).toBeLessThanOrEqual(most)
  }

  it('ed waits until the last part of a key is a day old, not the first', async () => {
    const { ed, trip } = await cast()
    await addKeys(1, ed, '23 hours 50 minutes')
    const text = `insert into idempotency_key
      (account_id, key, part, fingerprint, answer, created_at)
      select account_id, key, 'later', fingerprint, answer, now() - interval '23 hours 40 minutes'
      from idempotency_key where account_id = $1`
    await db.query({ text, values: [ed.id] })
    await addKeys(9_999, ed, '1 hour')
    expectWithin(await afterOf(ed, trip.id), minutes(20))
  })

  it('ed, who has three keys too many, waits until four are a day old', async () => {
    const { ed, trip } = await cast()
    for (const age of [59, 58, 57, 56, 55]) await addKeys(1, ed, `23 hours ${age} minutes`)
    await addKeys(9_998, ed, '1 hour')
    expectWithin(await afterOf(ed, trip.id), minutes(4))
  })

  it('ed, whose answers are too long, waits until the others are below the limit', async () => {
    const { ed, trip } = await cast()
    await addKeys(9, ed, '23 hours 58 minutes')
    await addLong(ed, 3, '23 hours 50 minutes')
    await addLong(ed, 62, '1 hour')
    expectWithin(await afterOf(ed, trip.id), minutes(10))
  })
})

describe('B4 keys of narrowed keys count for their account', () => {
  it('ed, two of whose keys have used the same 5,000 names, gets 429', async () => {
    const { ed, trip } = await cast()
    for (const holder of ['one', 'other']) await addKeys(5_000, ed, '1 hour', holder)
    const path = `/v1/trip/${trip.id}/activities`
    expect((await as(ed).post(path, { name: 'Walk' }, withKey())).status).toBe(429)
  })
})

describe('B4 answers that are kept have a ceiling', () => {
  it('ed, for whom 64 MiB are kept, gets 429 for the next request with a key', async () => {
    const { ed, trip } = await cast()
    await addLong(ed, 64, '1 hour')
    const path = `/v1/trip/${trip.id}/activities`
    expect((await as(ed).post(path, { name: 'Walk' }, withKey())).status).toBe(429)
    expect((await as(ed).post(path, { name: 'Walk' })).status).toBe(201)
  })

  it.each(['x'.repeat(900_000), '€'.repeat(300_000)])(
    'ed, who asks for an answer of more than 2 MiB, is refused, and nothing is done',
    async (notes) => {
      const { ed, trip } = await cast()
      const row = { trip_id: trip.id, owner_id: ed.id, notes }
      await insert('hosting', row, 3)
      const query = `mutation { updateTrip(id: ${trip.id}, input: { name: "Long" }) {
      hostings(first: 9) { results { notes } } } }`
      const { errors } = await as(ed).graphql(query, {}, withKey())
      const message = 'With an Idempotency-Key, an answer has at most 2 MiB.'
      expect(errors).toMatchObject([{ message, extensions: { code: 'TOO_COMPLEX' } }])
      expect((await as(ed).get(`/v1/trips/${trip.id}`)).json.name).toBe('Lisbon long weekend')
      expect((await as(ed).graphql(query)).errors).toEqual([])
    },
  )
})
