/** B4: old idempotency keys are removed in rounds (src/core/idempotency/cleaning.ts). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cleanKeys, startKeyCleaning } from '../../../src/core/idempotency/cleaning.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

/** A database with so many keys dated ahead, and so many old ones; `sent` are its changes. */
function databaseWith(ahead: number, old: number) {
  const left = { redated: ahead, removed: old }
  const sent: string[] = []
  const query = async <Row>({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const what = text.includes('delete from') ? 'removed' : 'redated'
    const count = Math.min(left[what], Number(values[0]))
    left[what] -= count
    sent.push(`${count} ${what}`)
    return [{ count }] as Row[]
  }
  return { db: { query } satisfies Queryable, sent }
}

describe('B4 a round', () => {
  it('redates and then removes in batches, until one is not full', async () => {
    const { db, sent } = databaseWith(500, 1_203)
    expect(await cleanKeys({ db })).toBe(1_203)
    const removed = ['500 removed', '500 removed', '203 removed']
    expect(sent).toEqual(['500 redated', '0 redated', ...removed])
  })

  it('ends early when the process stops', async () => {
    const { db, sent } = databaseWith(0, 1_203)
    expect(await cleanKeys({ db }, () => true)).toBe(500)
    expect(sent).toEqual(['0 redated', '500 removed'])
  })
})

describe('B4 the job', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** The log lines of rounds over this many minutes. */
  async function linesOf(db: Queryable, minutes: number) {
    vi.useFakeTimers()
    const lines: unknown[] = []
    const log = {
      info: (...line: unknown[]) => void lines.push(['info', ...line]),
      warn: (...line: unknown[]) => void lines.push(['warn', ...line]),
    }
    const job = startKeyCleaning({ db, log: log as never })
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    await job.stop()
    return lines
  }

  it('has a round at once and every ten minutes, and logs those that removed keys', async () => {
    const { db, sent } = databaseWith(0, 3)
    expect(await linesOf(db, 29)).toEqual([['info', { keys: 3 }, 'old idempotency keys removed']])
    const nothing = ['0 redated', '0 removed']
    expect(sent).toEqual(['0 redated', '3 removed', ...nothing, ...nothing])
  })

  it('logs a round that fails, and goes on', async () => {
    const err = new Error('no connection')
    const db: Queryable = { query: () => Promise.reject(err) }
    const failed = ['warn', { err }, 'cleanup of old idempotency keys failed']
    expect(await linesOf(db, 11)).toEqual([failed, failed])
  })

  it('stops in the middle of a round', async () => {
    const { db, sent } = databaseWith(0, 10_000)
    const job = startKeyCleaning({ db, log: { info() {}, warn() {} } as never })
    await job.stop()
    expect(sent.length).toBeLessThan(4)
  })
})
