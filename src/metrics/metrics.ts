/**
 * The metrics of a process, for Prometheus (test/metrics). One registry: what is told
 * (../telemetry.ts) is counted, and what is held is read when somebody asks. Every label has few
 * values, all of them names of ours: nothing that a client sends becomes one.
 */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '../outside/database/database.ts'
import { version } from '../version.ts'
import { countTold } from './counters.ts'
import { measureDatabase } from './gauges.ts'
import { countRequests } from './requests.ts'

export interface Metrics {
  /** Counts the requests of an application; before its routes are added, and of one alone. */
  countRequests(app: FastifyInstance): void
  contentType: string
  /** All of them in the text format of Prometheus. Who asks meanwhile gets the same. */
  text(): Promise<string>
  /** Nothing is counted any more. */
  close(): void
}

/** Starts to count; once a process. */
export function openMetrics(db: Pick<Database, 'load' | 'prisma'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'trips_build_info',
    help: 'The version of the service; the value is always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  measureDatabase(registry, db)
  const close = countTold(registry)
  let writing: Promise<string> | undefined
  return {
    countRequests: (app) => countRequests(app, registry),
    contentType: registry.contentType,
    text() {
      writing ??= registry.metrics().finally(() => {
        writing = undefined
      })
      return writing
    },
    close() {
      close()
      registry.clear()
    },
  }
}
