/** B4: how long keys are kept, and how many. */
import { describe, expect, it } from 'vitest'
import { cleanKeys } from '../../src/core/idempotency/cleaning.ts'
import { as } from '../client.ts'
import { insert } from '../sync.ts'
import { cast, db, type Person } from '../world.ts'
import { isReplayed, withKey } from './keyed.ts'

/** Keys of an account, all made so long ago. */
async function add(count: number, { id }: Person, age: string, holder = ''): Promise<void> {
  const text = `insert into idempotency_key
    (account_id, holder, key, part, fingerprint, answer, created_at)
    select $1, $4, 'old ' || n || $2, 'body', 'x', '{"data":null}', now() - $2::interval
    from generate_series(1, $3) n`
  await db.query({ text, values: [id, age, count, holder] })
}

const countOf = ({ id: accountId }: Person) =>
  db.prisma.idempotencyKey.count({ where: { accountId } })

describe('B4 keys are kept for a day', () => {
  it('older ones are removed, however many, and all others stay', async () => {
    const { ed, vera } = await cast()
    await add(1_203, ed, '24 hours 1 second')
    await add(3, ed, '23 hours 59 minutes')
    await add(2, vera, '25 hours')
    expect(await cleanKeys({ db })).toBeGreaterThanOrEqual(1_205)
    expect([await countOf(ed), await countOf(vera)]).toEqual([3, 0])
    expect(await cleanKeys({ db })).toBe(0)
  })

  it('those that a clock has dated ahead are removed a day later as well', async () => {
    const { ed } = await cast()
    await add(2, ed, '-3 years')
    await cleanKeys({ db })
    const [row] = await db.prisma.idempotencyKey.findMany({ where: { accountId: ed.id } })
    expect(Math.abs(Number(row?.createdAt) - Date.now())).toBeLessThan(60_000)
  })
})

describe('B4 an account has 10,000 keys at most', () => {
  it('ed’s next request with a key gets 429, until the oldest is a day old; others are served', async () => {
    const { ed, olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    await add(9_998, ed, '23 hours 59 minutes')
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

describe('B4 keys of narrowed keys count for their account', () => {
  it('ed, two of whose keys have used the same 5,000 names, gets 429', async () => {
    const { ed, trip } = await cast()
    for (const holder of ['one', 'other']) await add(5_000, ed, '1 hour', holder)
    const path = `/v1/trip/${trip.id}/activities`
    expect((await as(ed).post(path, { name: 'Walk' }, withKey())).status).toBe(429)
  })
})

describe('B4 answers that are kept have a ceiling', () => {
  it('ed, for whom 64 MiB are kept, gets 429 for the next request with a key', async () => {
    const { ed, trip } = await cast()
    // Text that cannot be compressed, one megabyte of it.
    await db.query({
      text: `insert into idempotency_key (account_id, key, part, fingerprint, answer)
        select $1::int, 'large ' || n, 'body', 'x', one.text
        from (select string_agg(md5(i::text), '') as text from generate_series(1, 32768) i) one,
          generate_series(1, 64) n`,
      values: [ed.id],
    })
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
