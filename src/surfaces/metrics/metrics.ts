/**
 * The metrics of a process, for Prometheus (test/surfaces/metrics). In one registry, events
 * (src/base/telemetry.ts) are counted as they happen, and gauges read at each scrape. Labels have
 * few values, all defined here: none comes from clients.
 */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../../base/version.ts'
import type { Database } from '../../outside/database/database.ts'
import { countEvents } from './counters.ts'
import { measureDatabase, measureStreams } from './gauges.ts'
import { countRequests } from './requests.ts'

export interface Metrics {
  /** Counts the requests of one application; to be called before its routes are added. */
  countRequests(app: FastifyInstance): void
  /** Adds the gauge of open event streams. */
  measureStreams(open: () => number): void
  contentType: string
  /** All metrics in the text format of Prometheus; concurrent scrapes share one text. */
  text(): Promise<string>
  /** Stops counting. */
  close(): void
}

/** Gauges named like counters. Removed, as each only sums up another gauge. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Starts counting; call once per process. */
export function openMetrics(db: Pick<Database, 'load' | 'prisma'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  new Gauge({
    name: 'trips_build_info',
    help: 'The version of the service; the value is always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  measureDatabase(registry, db)
  const close = countEvents(registry)
  let writing: Promise<string> | undefined
  return {
    countRequests: (app) => countRequests(app, registry),
    measureStreams: (open) => measureStreams(registry, open),
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
