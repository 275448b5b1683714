import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant, integers } from '../../../src/outside/database/rows.ts'
import { makeUser, type OpenedDatabase, openAt, places } from './places.ts'

describe('query (rows in wire form)', () => {
  test('an instant is truncated to its second, not rounded', () => {
    expect(instant('2031-01-02 09:00:00+00')).toBe('2031-01-02T09:00:00Z')
    expect(instant('2031-12-31 23:59:59.999999+00')).toBe('2031-12-31T23:59:59Z')
    expect(instant('0001-01-01 00:00:00+00')).toBe('0001-01-01T00:00:00Z')
  })

  test('an instant outside the years 1 to 9999 is left unchanged', () => {
    for (const text of ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC']) {
      expect(instant(text)).toBe(text)
    }
    expect(instant('12031-01-01 00:00:00+00')).toBe('12031-01-01 00:00:00+00')
  })

  test('an array of integers is a list of numbers', () => {
    expect(integers('{}')).toEqual([])
    expect(integers('{3,-1,2147483647}')).toEqual([3, -1, 2147483647])
    expect(integers('{1,NULL}')).toEqual([1, null])
  })
})

describe.each(places)('query on %s', (place) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openAt(place)
  })
  afterAll(() => opened.end())

  test("timestamptz is 'YYYY-MM-DDTHH:MM:SSZ', date 'YYYY-MM-DD', float8 a number", async () => {
    const text = `select timestamptz '2031-01-02 10:00:00.75+01' as at, date '2031-04-18' as day,
      0.1::float8 as float, -1.5e300::float8 as large, null::timestamptz as never`
    for (const values of [undefined, []]) {
      const rows = await opened.db.query({ text, ...(values && { values }) })
      expect(rows).toEqual([
        { at: '2031-01-02T09:00:00Z', day: '2031-04-18', float: 0.1, large: -1.5e300, never: null },
      ])
    }
  })

  test('jsonb is parsed, int arrays are number[], count(*) is text', async () => {
    const statement = {
      text: `select $1::jsonb as json, $2::int[] as ints, '{}'::int[] as none, count(*) as count,
        $3::text as text`,
      isPrepared: true,
      values: [JSON.stringify({ a: [1, null] }), [3, 1], 'Zoë 🧳'],
    }
    const expected = [
      { json: { a: [1, null] }, ints: [3, 1], none: [], count: '1', text: 'Zoë 🧳' },
    ]
    expect(await opened.db.query(statement)).toEqual(expected)
    expect(await opened.db.query(statement), 'the same, prepared').toEqual(expected)
  })

  test('sessions run in timezone UTC, also after a failed transaction', async () => {
    const now = { text: "select current_setting('timezone') as zone, now()::text as now" }
    const failed = opened.db.transaction(async (tx) => {
      await tx.query({ text: "set timezone = 'Asia/Tokyo'" })
      await tx.query({ text: 'select 1 / 0' })
    })
    await expect(failed).rejects.toThrow('division by zero')
    const [row] = await opened.db.query<{ zone: string; now: string }>(now)
    expect(row?.zone).toBe('UTC')
    expect(row?.now).toMatch(/\+00$/)
  })

  test("Prisma's own parsing is not affected: Dates stay Dates, to the millisecond", async () => {
    const { id, createdAt } = await makeUser(opened.db)
    const premiumExpirationDate = new Date('2031-01-02T09:00:00.250Z')
    const user = await opened.db.prisma.user.update({
      where: { id },
      data: { premiumExpirationDate },
    })
    expect(user.premiumExpirationDate).toEqual(premiumExpirationDate)
    const [row] = await opened.db.query<{ created_at: string; until: string }>({
      text: 'select created_at, premium_expiration_date as until from account where id = $1',
      values: [id],
    })
    expect(row?.until).toBe('2031-01-02T09:00:00Z')
    expect(row?.created_at).toBe(`${createdAt.toISOString().slice(0, 19)}Z`)
  })

  test('an error of a statement keeps its connection', async () => {
    const backend = { text: 'select pg_backend_pid() as pid' }
    const user = await makeUser(opened.db)
    const before = await opened.db.query(backend)
    for (const text of ['select 1 / 0', 'select nothing', 'no sql']) {
      await expect(opened.db.query({ text })).rejects.toThrow()
    }
    const twin = { ...user, id: user.id + 1_000_000, calendarHiddenCategories: [] }
    await expect(opened.db.prisma.user.create({ data: twin })).rejects.toMatchObject({
      code: 'P2002',
    })
    expect(await opened.db.query(backend)).toEqual(before)
  })
})

describe.each(places)('onStatement on %s', (place) => {
  test("onStatement gets every statement, Prisma's and those of transactions", async () => {
    const texts: string[] = []
    const { db, end } = await openAt(place, { onStatement: (text) => texts.push(text) })
    texts.length = 0
    await db.query({ text: 'select 1' })
    await db.transaction((tx) => tx.query({ text: 'select 2' }))
    await db.transaction((tx) => tx.prisma.user.count())
    await db.prisma.trip.findFirst()
    await end()
    expect(texts.map((text) => text.slice(0, 8))).toEqual([
      ...['select 1', 'BEGIN', 'select 2', 'COMMIT', 'BEGIN', 'SELECT C', 'COMMIT', 'SELECT "'],
    ])
  })
})
