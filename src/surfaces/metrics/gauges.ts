/** Values read at each scrape: connections to the database, the outbox, streams. */
import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../outside/database/database.ts'
import { outboxLoad } from '../../outside/mail/outgoing.ts'

/** Milliseconds: a hanging database must not delay the other metrics. */
const patience = 1_000
/** Milliseconds for which the state of the outbox is cached. */
const fresh = 5_000

type Load = Awaited<ReturnType<typeof outboxLoad>>

export function measureDatabase(registry: Registry, db: Pick<Database, 'load' | 'prisma'>): void {
  const registers = [registry]
  new Gauge({
    name: 'trips_database_connections',
    help: 'Connections to the database: open, in use, and max (the limit).',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, max, inUse } = db.load()
      this.set({ state: 'open' }, open)
      this.set({ state: 'max' }, max)
      this.set({ state: 'in_use' }, inUse)
    },
  })
  new Gauge({
    name: 'trips_database_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(db.load().waiting)
    },
  })
  const load = outboxReader(db)
  new Gauge({
    name: 'trips_outbox_mails',
    help: 'Outgoing mails that wait to be sent. Missing while the database does not answer.',
    registers,
    async collect() {
      const { waiting } = (await load()) ?? {}
      if (waiting === undefined) this.remove()
      else this.set(waiting)
    },
  })
  new Gauge({
    name: 'trips_outbox_oldest_seconds',
    help: 'Age of the oldest outgoing mail that waits; 0 without one.',
    registers,
    async collect() {
      const found = await load()
      if (!found) this.remove()
      else this.set(found.oldest ? Math.max(0, (Date.now() - found.oldest.getTime()) / 1000) : 0)
    },
  })
}

export function measureStreams(registry: Registry, open: () => number): void {
  new Gauge({
    name: 'trips_event_streams',
    help: 'Open streams of /changes/events.',
    registers: [registry],
    collect() {
      this.set(open())
    },
  })
}

/** A reader of the outbox, with at most one query at a time; undefined if that takes too long. */
function outboxReader(db: Pick<Database, 'prisma'>): () => Promise<Load | undefined> {
  let last: { load: Load; at: number } | undefined
  let reading: Promise<void> | undefined
  return async () => {
    if (last && performance.now() - last.at < fresh) return last.load
    reading ??= outboxLoad(db)
      .then((load) => {
        last = { load, at: performance.now() }
      })
      .catch(() => {})
      .finally(() => {
        reading = undefined
      })
    await Promise.race([reading, pause(patience, undefined, { ref: false })])
    return last && performance.now() - last.at < fresh ? last.load : undefined
  }
}
