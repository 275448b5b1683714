/** Counts what is sent to the database: every statement of every connection, `begin` included. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { statementEnded } from '../../src/base/telemetry.ts'
import { classify } from '../../src/outside/database/failures.ts'

/** Set while `work` runs, and in all that it starts, but not in rounds of the application. */
const counting = new AsyncLocalStorage<true>()

/**
 * Runs `work`; returns its answer and the texts of the statements it sent. One that ended with its
 * connection or its time, as a read does on a busy machine, is repeated and counts once.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = []
  const lost: string[] = []
  const unsubscribe = statementEnded.subscribe(({ text, error }) => {
    const isLost = ['unavailable', 'conflict'].includes(classify(error))
    if (counting.getStore() && isLost) lost.push(text)
  })
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const [first] = sent as [string | { text: string }]
    if (counting.getStore()) statements.push(typeof first === 'string' ? first : first.text)
    return Reflect.apply(query, this, sent)
  })
  try {
    const answer = await counting.run(true, work)
    const isKept = (text: string) => {
      const at = lost.indexOf(text)
      if (at >= 0) lost.splice(at, 1)
      return at < 0
    }
    return { answer, statements: statements.filter(isKept) }
  } finally {
    spy.mockRestore()
    unsubscribe()
  }
}
