/** B4: the outcome of a claim, by the row that it reads. */
import { describe, expect, it } from 'vitest'
import {
  type Claimed,
  claim,
  endRepetitions,
  isReused,
  keepAnswer,
  keepingSql,
  narrowedSince,
  redate,
  removeExpired,
  secondsUntilRoom,
} from '../../../src/core/store/idempotency-keys.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

const claimed = (): Claimed => ({
  ...{ accountId: 7, holder: 'h', key: 'k', part: 'body', fingerprint: 'f', most: 9, size: 0 },
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
  ...{ rights: null, answer: null },
}

describe('B4 a claim', () => {
  it.each([
    [{ isMade: true }, 'made'],
    [{ isReused: true, answer: 'a' }, 'reused'],
    [
      { answer: 'a', rights: 'r', isFree: false },
      { answer: 'a', rights: 'r' },
    ],
    [
      { answer: '', rights: '*' },
      { answer: '', rights: '*' },
    ],
    [{ isFree: false }, 'running'],
    [{ isFree: false, isFull: true }, 'running'],
    [{ isFull: true }, 'full'],
    [{}, undefined],
  ])('that reads %j ends as %j', async (read, outcome) => {
    const { db, sent } = answering({ ...row, ...read })
    const asked = claimed()
    expect(await claim(db, asked)).toEqual(outcome)
    expect(asked).toMatchObject({ keyCount: 3, keptBytes: 40 })
    expect(sent[0]?.values).toEqual([7, 'h', 'k', 'body', 'f', 9])
  })

  it('keeps its answer unless another request turns out to have had the key', async () => {
    const done = { rights: 'r', answer: 'a' }
    const { db, sent } = answering({ part: 'body' })
    expect(await keepAnswer(db, claimed(), done)).toBe(true)
    expect(sent[0]?.values).toEqual([7, 'h', 'k', 'body', 'f', 'r', 'a'])
    expect(await keepAnswer(answering().db, claimed(), done)).toBe(false)
  })

  it('of a write of one statement comes behind the values of the write', () => {
    const values: unknown[] = ['before']
    const { first, last } = keepingSql(claimed(), values)
    expect(values).toEqual(['before', 7, 'h', 'k', 'body', 'f', 9])
    expect(first).toContain('idempotency_key_is_known($2, $3, $4)')
    expect(last('r', 'x')).toContain('select $2, $3, $4, $5, $6, r,')
  })
})

describe('B4 a key', () => {
  it('is reused if another request has it', async () => {
    const { db, sent } = answering({ part: 'body' })
    expect(await isReused(db, claimed())).toBe(true)
    expect(sent[0]?.values).toEqual([7, 'h', 'k', 'f'])
    expect(await isReused(answering().db, claimed())).toBe(false)
  })

  it('that was narrowed has the keys of before, without their answers', async () => {
    const { db, sent } = answering()
    await endRepetitions(db, 7, 'now', 'before')
    expect(sent[0]?.values).toEqual([7, 'now', 'before'])
    expect(sent[0]?.text).toContain(`'', '${narrowedSince}'`)
  })

  it.each([
    [[{ seconds: 40 }], 40],
    [[{ seconds: -3 }], 1],
    [[{ seconds: null }], 1],
    [[], 1],
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
