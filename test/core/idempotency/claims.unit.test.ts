/** B4: the outcome of a claim, by the row that it reads. */
import { describe, expect, it } from 'vitest'
import {
  type Claimed,
  claim,
  isReused,
  keepAnswer,
  keepingSql,
  redate,
  removeExpired,
  secondsUntilRoom,
} from '../../../src/core/store/idempotency-keys.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

const claimed = (): Claimed => ({
  ...{ accountId: 7, key: 'k', holder: 'h', narrowing: 'n', fingerprint: 'f' },
  ...{ part: 'body', most: 9, size: 0 },
})

/** A database that answers with these rows, and what it was asked. */
function answering(...rows: object[]) {
  const sent: { text: string; values?: unknown[] }[] = []
  const query = async (statement: { text: string; values?: unknown[] }) => {
    sent.push(statement)
    return rows
  }
  return { db: { query } as unknown as Queryable, sent }
}

const row = {
  ...{ keyCount: 3, keptBytes: 40, isFree: true, isMade: false, isReused: false, isFull: false },
  ...{ narrowing: null, rights: null, answer: null },
}

describe('B4 a claim', () => {
  it.each([
    [{ isMade: true }, 'made'],
    [{ isReused: true, answer: 'a' }, 'reused'],
    [
      { narrowing: '', answer: 'a', rights: 'r', isFree: false },
      { narrowing: '', answer: 'a', rights: 'r' },
    ],
    [{ narrowing: '', rights: '', answer: null, isFree: false }, 'running'],
    [{ isFree: false }, 'running'],
    [{ isFree: false, isFull: true }, 'running'],
    [{ isFull: true }, 'full'],
    [{}, 'full'],
  ])('that reads %j ends as %j', async (read, outcome) => {
    const { db, sent } = answering({ ...row, ...read })
    const asked = claimed()
    expect(await claim(db, asked)).toEqual(outcome)
    expect(asked).toMatchObject({ keyCount: 3, keptBytes: 40 })
    expect(sent[0]?.values).toEqual([7, 'k', 'h', 'n', 'f', 'body', 9])
  })

  it('keeps its answer in its own row', async () => {
    const { db, sent } = answering({ part: 'body' })
    await keepAnswer(db, claimed(), { rights: 'r', answer: 'a' })
    expect(sent[0]?.values).toEqual([7, 'k', 'h', 'body', 'r', 'a'])
  })

  it('of a write of one statement comes behind the values of the write', () => {
    const values: unknown[] = ['before']
    const { first, last } = keepingSql(claimed(), values)
    expect(values).toEqual(['before', 7, 'k', 'h', 'n', 'f', 'body', 9])
    expect(first).toMatch(
      /hold_idempotency_key\(\$2::int, \$3::text, \$4::text, \$5::text,\s+\$8::int is not null\)/,
    )
    expect(last('r', 'x')).toContain('select $2, $3, $4, $5, $6, $7, r,')
  })
})

describe('B4 a key', () => {
  it('is reused if another request has it', async () => {
    const { db, sent } = answering({ part: 'body' })
    expect(await isReused(db, claimed())).toBe(true)
    expect(sent[0]?.values).toEqual([7, 'k', 'h', 'n', 'f'])
    expect(await isReused(answering().db, claimed())).toBe(false)
  })

  it.each([
    [[{ seconds: 40 }], 40],
    [[{ seconds: -3 }], 1],
    [[{ seconds: null }], 1],
  ])('has room again after a second at least: %j, %i', async (rows, seconds) => {
    expect(await secondsUntilRoom(answering(...rows).db, 7)).toBe(seconds)
  })

  it('is removed or dated anew with as many others as are asked for', async () => {
    const { db, sent } = answering({ count: 3 })
    expect([await removeExpired(db, 5), await redate(db, 6)]).toEqual([3, 3])
    expect(sent.map(({ values }) => values)).toEqual([[5], [6]])
    expect(sent.map(({ text }) => /(delete from|update) idempotency_key/.exec(text)?.[1])).toEqual([
      ...['delete from', 'update'],
    ])
  })
})
