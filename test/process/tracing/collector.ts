/** A collector of traces, and a service that sends it the spans of its requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { openTracing, type Tracing } from '../../../src/process/tracing/tracing.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { type Metrics, openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { dataDir, db, operatorKey, secret } from '../../world.ts'

interface Attribute {
  key: string
  value: Record<string, unknown>
}

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}

interface Sent {
  resource: { attributes: Attribute[] }
  scopeSpans: { spans: CollectedSpan[] }[]
}

/** Attributes by name; numbers as numbers. */
export const attributesOf = (described: { attributes: Attribute[] } | undefined) =>
  Object.fromEntries(
    (described?.attributes ?? []).map(({ key, value: { intValue, ...value } }) => [
      key,
      intValue === undefined ? Object.values(value)[0] : Number(intValue),
    ]),
  )

/** Starts the collector before the tests of a file; each test opens a service of its own. */
export function collecting() {
  const received: { path: string | undefined; key: unknown; text: string }[] = []
  const lines: string[] = []
  let status = 200
  let tracing: Tracing
  let metrics: Metrics | undefined
  let app: FastifyInstance
  const collector = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      received.push({ path: request.url, key: request.headers['x-key'], text })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"m":"hunter2"}')
    })
  })
  beforeAll(() => new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => {
    received.length = 0
    lines.length = 0
    status = 200
  })
  afterAll(() => collector.close())
  const resources = () => received.flatMap(({ text }) => JSON.parse(text).resourceSpans as Sent[])
  return {
    /** What has reached the collector. */
    received,
    /** What the service has logged. */
    lines,
    /** From now on, the collector answers with this status. */
    answerWith(other: number): void {
      status = other
    },
    /** A service with these settings beside those of the collector. */
    async open(more: Record<string, string> = {}): Promise<FastifyInstance> {
      const { port } = collector.address() as AddressInfo
      const config = readConfig({
        ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey },
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
        ...more,
      })
      if (!config.traces) throw new Error('traces are off')
      const log = openLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
      tracing = openTracing(config.traces, log)
      metrics = config.metrics && openMetrics(db)
      const telemetry = { tracing, metrics }
      app = await buildApp({ config, db, log, operatorKey, secret, telemetry })
      return app
    },
    /** The spans that were made, once all are sent. */
    async sent(): Promise<CollectedSpan[]> {
      await app.close()
      await tracing.close()
      metrics?.close()
      return resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    },
    /** What the service has said of itself. */
    resource: () => attributesOf(resources()[0]?.resource),
  }
}
