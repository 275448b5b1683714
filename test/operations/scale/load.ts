/** Clients that write without a pause while something is killed, and what became of each write. */
import http from 'node:http'
import pg from 'pg'
import { type LoadAnswer, send } from './client.ts'

export interface Written {
  /** The names of the activities that were answered 201, by their ids. */
  acknowledged: Map<number, string>
  /** How often each other answer came, as `503 Retry-After`, `502` or `ECONNRESET`. */
  failures: Record<string, number>
  /** When the last write before a failure, and the first one after, were acknowledged. */
  longestGap: number
  /** The names of all that were sent. */
  sent: Set<string>
}

export interface RunningLoad {
  written: Written
  /** Lets the clients finish what they are at, and stop. */
  stop(): Promise<void>
}

/** The answers to clients, for counting. */
function outcomeOf({ status, headers }: LoadAnswer): string {
  return headers['retry-after'] === undefined ? String(status) : `${status} Retry-After`
}

/**
 * Lets `clients` write activities to a trip, one after the other each, and wait a little after a
 * failure, as a client should. A write that has failed is not repeated.
 */
export function load(base: string, trip: number, token: string, clients: number): RunningLoad {
  const written: Written = {
    acknowledged: new Map(),
    failures: {},
    longestGap: 0,
    sent: new Set(),
  }
  let isOver = false
  let last = performance.now()
  const one = async (client: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; !isOver; n += 1) {
      const name = `write ${client}.${n}`
      written.sent.add(name)
      const outcome = await send(
        `${base}/v1/trip/${trip}/activities`,
        'POST',
        { name },
        { token, agent },
      ).then(
        (answer) => {
          if (answer.status !== 201) return outcomeOf(answer)
          written.acknowledged.set(answer.json.id, name)
          written.longestGap = Math.max(written.longestGap, performance.now() - last)
          last = performance.now()
          return undefined
        },
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      )
      if (outcome === undefined) continue
      written.failures[outcome] = (written.failures[outcome] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    agent.destroy()
  }
  const done = Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
  return {
    written,
    async stop() {
      isOver = true
      await done
    },
  }
}

/** The activities of a trip as the server has them. */
export async function stored(url: string, trip: number): Promise<Map<number, string>> {
  const client = new pg.Client(url)
  await client.connect()
  const text = 'select id, name from activity where trip_id = $1'
  const { rows } = await client.query<{ id: number; name: string }>(text, [trip])
  await client.end()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What was acknowledged and is not there, and what is there and was never sent. */
export function compare({ acknowledged, sent }: Written, there: Map<number, string>) {
  const lost = [...acknowledged].filter(([id, name]) => there.get(id) !== name)
  const invented = [...there.values()].filter((name) => !sent.has(name))
  return { lost, invented }
}
