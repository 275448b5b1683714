/** Publishes the statements of a connection as telemetry events. */
import type pg from 'pg'
import { statementEnded } from '../../telemetry.ts'

type Asked = [pg.QueryConfig | string, ...unknown[]]

/** Publishes every statement of the connection, including Prisma's and `begin`. */
export function watchStatements(
  client: pg.PoolClient,
  onStatement?: ((text: string) => void) | undefined,
): void {
  const query = client.query.bind(client) as (...asked: Asked) => unknown
  const watched = (...asked: Asked): unknown => {
    const [first] = asked
    const text = typeof first === 'string' ? first : first.text
    onStatement?.(text)
    if (!statementEnded.isHeard) return query(...asked)
    const startedAt = performance.now()
    const answer = query(...asked)
    const end = (failure: object) =>
      statementEnded.tell({ text, startedAt, ms: performance.now() - startedAt, ...failure })
    if (answer instanceof Promise) {
      answer.then(
        () => end({}),
        (error: unknown) => end({ error }),
      )
    }
    return answer
  }
  client.query = watched as typeof client.query
}
