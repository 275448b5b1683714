/**
 * Races need a database that runs statements side by side: a PostgreSQL server. The embedded one
 * has one connection and hides them, so vitest.config.ts selects this folder only with
 * TEST_DATABASE_URL.
 */
import { setTimeout } from 'node:timers/promises'
import type { Statement } from '../../../src/outside/database/database.ts'
import type { ClientAnswer } from '../../client.ts'
import { db } from '../../world.ts'

/** Sends `count` requests at once. */
export async function parallel(
  count: number,
  send: (index: number) => Promise<ClientAnswer>,
): Promise<ClientAnswer[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

/** The count of each status: `{ 200: 19, 201: 1 }`. */
export function statuses(answers: readonly ClientAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const waiting = {
  text: `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`,
}

/** Resolves once a statement waits for a lock. */
export async function oneWaits(): Promise<void> {
  while ((await db.query(waiting)).length === 0) await setTimeout(5)
}

/** Holds a trip until the returned function is called, so that writes to it wait. */
export async function holdTrip(id: number): Promise<() => Promise<void>> {
  let letGo = () => {}
  const end = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let holding: Promise<void> | undefined
  await new Promise<void>((hasHeld) => {
    holding = db.transaction(async (tx) => {
      await tx.query({ text: 'select from trip where id = $1 for update', values: [id] })
      hasHeld()
      await end
    })
  })
  return async () => {
    letGo()
    await holding
  }
}

/**
 * Runs `first` in a transaction that ends, after `then`, once a statement of `second` waits for it
 * or `second` is done; returns the result of `second`.
 */
export async function during<T>(
  first: Statement,
  second: () => Promise<T>,
  then?: Statement,
): Promise<T> {
  const asked = await db.transaction(async (tx) => {
    await tx.query(first)
    let isOver = false
    const answer = second().finally(() => {
      isOver = true
    })
    while (!isOver && (await db.query(waiting)).length === 0) await setTimeout(5)
    if (then) await tx.query(then)
    // Awaiting it here would deadlock: it waits for this.
    return { answer }
  })
  return asked.answer
}
