/** Races need a database that runs statements side by side: a PostgreSQL server. */
import { setTimeout } from 'node:timers/promises'
import { describe } from 'vitest'
import type { Answer } from '../client.ts'
import { db } from '../world.ts'

const server = process.env.TEST_DATABASE_URL

if (!server) {
  console.info('races: skipped, they need a PostgreSQL server; set TEST_DATABASE_URL')
}

/**
 * `describe` where a server is at hand; the embedded database has one connection and hides races.
 */
export const describeRaces = describe.skipIf(!server)

/** Sends `count` requests at once. */
export async function parallel(
  count: number,
  send: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

/** How often each status was answered: `{ 200: 19, 201: 1 }`. */
export function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Returns once so many statements wait for others: whoever is asked last has come so far. */
export async function untilWaiting(count = 1): Promise<void> {
  const text = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (;;) {
    const [row] = await db.query<{ waiting: number }>({ text })
    if ((row?.waiting ?? 0) >= count) return
    await setTimeout(5)
  }
}
