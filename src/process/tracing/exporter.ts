/** Sends spans to a collector, in batches from a bounded queue. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import type { Log } from '../../base/log.ts'
import { version } from '../../base/version.ts'
import type { Config } from '../../settings/config.ts'

export type TraceSettings = NonNullable<Config['traces']>

/**
 * Numbers of spans. While the queue is full, further spans are dropped, so that requests never
 * wait.
 */
const queue = { maxQueueSize: 2048, maxExportBatchSize: 512 }
/** Milliseconds. */
const times = { scheduledDelayMillis: 5_000, exportTimeoutMillis: 10_000 }
/** Milliseconds that an unresponsive collector may delay the end of the process. */
const farewell = 3_000
/** Milliseconds between two log lines about an unreachable collector. */
const pause = 60_000

function samplerOf({ sampler, share }: TraceSettings): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(share)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/**
 * The resource that sends the spans: each process has a random id, unless the operator sets one.
 */
function resourceOf({ service, resource }: TraceSettings) {
  const ours = { [ATTR_SERVICE_VERSION]: version, [ATTR_SERVICE_INSTANCE_ID]: randomUUID() }
  const attributes = { ...ours, ...resource, [ATTR_SERVICE_NAME]: service }
  return defaultResource().merge(resourceFromAttributes(attributes))
}

/** Logs that spans were lost, at most once a minute; never the collector's response. */
function warnerOf(log: Pick<Log, 'warn'>): (error: unknown) => void {
  let next = 0
  return (error) => {
    if (performance.now() < next) return
    next = performance.now() + pause
    const { code, name } = Object(error) as { code?: unknown; name?: unknown }
    log.warn({ reason: String(code ?? name ?? 'unknown') }, 'traces could not be sent')
  }
}

/** The tracer of the process; `close` sends its remaining spans. */
export function openTracer(settings: TraceSettings, log: Pick<Log, 'warn'>) {
  const warn = warnerOf(log)
  setGlobalErrorHandler(warn)
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: times.exportTimeoutMillis,
    concurrencyLimit: 2,
  })
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...queue, ...times })],
  })
  return {
    tracer: provider.getTracer('trips', version),
    async close(): Promise<void> {
      const late = sleep(farewell, undefined, { ref: false })
      await Promise.race([provider.shutdown().catch(warn), late])
    },
  }
}
