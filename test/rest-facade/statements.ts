/** Counts what is sent to the database: every statement of every connection, `begin` included. */
import pg from 'pg'
import { vi } from 'vitest'

/** Runs `work`; returns its answer and the texts of the statements it sent. */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await work()
    const statements = spy.mock.calls.map(([first]: unknown[]) =>
      typeof first === 'string' ? first : String((first as { text?: string }).text),
    )
    return { answer, statements }
  } finally {
    spy.mockRestore()
  }
}
