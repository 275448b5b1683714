/** Publishes the statements of connections as telemetry events. */
import pg from 'pg'
import { statementEnded } from '../../base/telemetry.ts'

type Asked = [pg.QueryConfig | string, ...unknown[]]
type Client = new (config?: string | pg.ClientConfig) => pg.Client

/** A client that publishes every statement, including Prisma's and `begin`. */
export function watched(
  Client: Client = pg.Client,
  onStatement?: ((text: string) => void) | undefined,
): Client {
  return class extends Client {
    override query(...asked: unknown[]): never {
      const send = super.query as (...asked: unknown[]) => never
      const [first] = asked as Asked
      const text = typeof first === 'string' ? first : first.text
      onStatement?.(text)
      if (!statementEnded.hasSubscribers) return send.apply(this, asked)
      const startedAt = performance.now()
      const answer = send.apply(this, asked)
      tellEnd(text, startedAt, answer)
      return answer
    }
  }
}

function tellEnd(text: string, startedAt: number, answer: unknown): void {
  if (!(answer instanceof Promise)) return
  const end = (failure: object) =>
    statementEnded.publish({ text, startedAt, ms: performance.now() - startedAt, ...failure })
  answer.then(
    () => end({}),
    (error: unknown) => end({ error }),
  )
}
