/** Counts what is sent to the database: every statement of every connection, `begin` included. */
import pg from 'pg'
import { vi } from 'vitest'
import { statementEnded } from '../../src/base/telemetry.ts'
import { classify } from '../../src/outside/database/failures.ts'

/**
 * Runs `work`; returns its answer and the texts of the statements it sent. One that ended with its
 * connection or its time, as a read does on a busy machine, is repeated and counts once.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const lost: string[] = []
  const unsubscribe = statementEnded.subscribe(({ text, error }) => {
    if (['unavailable', 'conflict'].includes(classify(error))) lost.push(text)
  })
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await work()
    const statements = spy.mock.calls.map(([first]: unknown[]) =>
      typeof first === 'string' ? first : String((first as { text?: string }).text),
    )
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
