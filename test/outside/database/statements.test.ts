/** Prepared statements: callers who vary a text cost others neither memory nor speed. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { prepared } from '../../../src/core/store/rows.ts'
import { maxPreparedStatements, statementName } from '../../../src/outside/database/prepared.ts'
import { type OpenedDatabase, openAt, places } from './places.ts'

interface Describing {
  describe(what: object): void
}

const own = "name <> '' and not from_sql"
const count = `select count(*)::int as count from pg_prepared_statements where ${own}`
const uses = `select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
  where name = $1`

describe.each(places)('prepared statements on %s', (place) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openAt(place, { poolSize: 1 })
  })
  afterAll(() => opened.end())

  const one = async <Row>(text: string, values: unknown[] = []) => {
    const [row] = await opened.db.query<Row>({ text, values })
    return row
  }
  const countKept = async () => (await one<{ count: number }>(count))?.count
  const usesOf = async (text: string) =>
    (await one<{ uses: number }>(uses, [statementName(text)]))?.uses
  /** That many texts which were never used before. */
  const newTexts = (many: number) => {
    const some = randomBytes(6).toString('hex')
    return Array.from({ length: many }, (_, n) => `select $1::int + ${n} as "${some}"`)
  }
  const hot = `select $1::int as "hot at ${place}"`

  test('a connection has its maximum of statements after 2,000 texts, including a hot one', async () => {
    await opened.db.query(prepared(hot, [1]))
    for (const [n, text] of newTexts(2_000).entries()) {
      await opened.db.query(prepared(text, [n]))
      if (n % 100 === 0) await opened.db.query(prepared(hot, [n]))
    }
    expect(await countKept()).toBe(maxPreparedStatements)
    expect(await usesOf(hot)).toBe(21)
  })

  test('a text that was evicted returns the same, and is prepared again', async () => {
    const [first = '', ...others] = newTexts(maxPreparedStatements + 1)
    const answer = await opened.db.query(prepared(first, [5]))
    for (const text of others) await opened.db.query(prepared(text, [1]))
    expect(await usesOf(first)).toBeUndefined()
    expect(await opened.db.query(prepared(first, [5]))).toEqual(answer)
    expect(await usesOf(first)).toBe(1)
  })

  test('PostgreSQL does not compile a statement (jit)', async () => {
    expect(await one('select pg_jit_available() as compiles')).toEqual({ compiles: false })
  })

  test("Prisma's statements count towards the same maximum", async () => {
    for (const text of newTexts(maxPreparedStatements)) {
      await opened.db.query(prepared(text, [1]))
    }
    await opened.db.prisma.user.count({ where: { id: 1 } })
    await opened.db.prisma.trip.count({ where: { id: 1 } })
    expect(await countKept()).toBe(maxPreparedStatements)
  })

  test('the maximum also applies if statements fail, in a transaction and alone', async () => {
    const texts = newTexts(maxPreparedStatements + 50)
    for (const [n, text] of texts.entries()) {
      const wrong = prepared(`${text} from nothing`, [n])
      const attempt = opened.db.transaction(async (tx) => {
        if (n % 2 === 0) await tx.query(wrong).catch(() => {})
        await tx.query(prepared(text, [n]))
      })
      if (n % 2 === 0) await expect(attempt).rejects.toMatchObject({ code: '25P02' })
      else await attempt
    }
    expect(await countKept()).toBeLessThanOrEqual(maxPreparedStatements)
    for (const [n, text] of texts.entries()) {
      expect(await opened.db.query(prepared(text, [n]))).toHaveLength(1)
    }
    expect(await countKept()).toBe(maxPreparedStatements)
  })
})

describe.each(places)('descriptions of rows on %s', (place) => {
  const described = vi.spyOn(pg.Connection.prototype as unknown as Describing, 'describe')
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openAt(place, { poolSize: 1 })
  })
  afterAll(() => opened.end())

  const text = `select $1::int as number, $2::timestamptz as "${place}"`
  const moment = '2031-01-02T09:00:00Z'
  const read = (number: number) => opened.db.query(prepared(text, [number, moment]))

  test('rows are described once and always read alike', async () => {
    const before = described.mock.calls.length
    for (const number of [1, 2, 3])
      expect(await read(number)).toEqual([{ number, [place]: moment }])
    expect(described.mock.calls.length - before).toBe(1)
  })

  test('Prisma still parses the rows of the same text itself', async () => {
    for (const number of [1, 2]) {
      const [row] = await opened.db.prisma.$queryRawUnsafe<object[]>(text, number, moment)
      expect(row).toEqual({ number, [place]: new Date(moment) })
      expect(await read(number)).toEqual([{ number, [place]: moment }])
    }
  })

  test('a statement that returns no rows returns an empty list, however often it runs', async () => {
    const nothing = prepared('delete from account where id = $1', [0])
    for (let times = 0; times < 3; times += 1) expect(await opened.db.query(nothing)).toEqual([])
    expect(await read(4)).toEqual([{ number: 4, [place]: moment }])
  })

  test('a statement whose rows have changed is prepared and described again', async () => {
    await opened.db.query({ text: 'create table changing (a int)' })
    const all = prepared('select * from changing', [])
    await opened.db.query({ text: 'insert into changing values (1)' })
    expect(await opened.db.query(all)).toEqual([{ a: 1 }])
    await opened.db.query({ text: 'alter table changing add b int default 2' })
    expect(await opened.db.query(all)).toEqual([{ a: 1, b: 2 }])
    await opened.db.query({ text: 'drop table changing' })
  })
})

test('texts have distinct names, each within the length of a PostgreSQL name', () => {
  const texts = Array.from({ length: 5_000 }, (_, n) => `select ${n}`)
  const names = new Set(texts.map(statementName))
  expect(names.size).toBe(texts.length)
  expect(Math.max(...[...names].map((name) => name.length))).toBeLessThan(64)
  expect(texts.map(statementName)).toEqual([...names])
})
