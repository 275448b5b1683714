/** Changes what a request is about while it runs, at the same statement each time. */
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Statement } from '../src/outside/database/database.ts'
import { db } from './world.ts'

interface Moment {
  /** The change is made before the first statement that this matches is sent, or the nth. */
  before: RegExp
  nth?: number
  /** A function may send requests: only with a server, which has other connections for them. */
  change: Statement | (() => Promise<unknown>)
}

/** Sends a request, and makes the change in the middle of it; returns the request's answer. */
export async function meanwhile<T>(
  send: () => Promise<T>,
  { before, nth = 1, change }: Moment,
): Promise<T> {
  const { query } = pg.Client.prototype
  let found = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const [first] = sent as [string | { text: string }]
    if (before.test(typeof first === 'string' ? first : first.text)) found += 1
    if (found === nth) {
      spy.mockRestore()
      // The embedded database has one connection, which is this one.
      await (typeof change === 'function'
        ? change()
        : process.env.TEST_DATABASE_URL
          ? db.query(change)
          : Reflect.apply(query, this, [change]))
    }
    return Reflect.apply(query, this, sent)
  })
  try {
    const answer = await send()
    expect(found, `statements like ${before}`).toBe(nth)
    return answer
  } finally {
    spy.mockRestore()
  }
}
