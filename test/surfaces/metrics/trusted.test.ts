/** Trusted documents in metrics and traces: one operation for each call, on either executor. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { openTracing, type Tracing } from '../../../src/process/tracing/tracing.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { cast, dataDir, db, operatorKey, secret } from '../../world.ts'
import { hash, posted } from '../graphql/trusted.ts'
import { parsed, sumOf } from './scrape.ts'

const documents = {
  trip: 'query OneTrip($id: Int!) { trip(id: $id) { id name } }',
  // Two parents are lost, so graphql-js runs it again.
  lists: 'query Lists { one: trips { count } other: trips { count } }',
  rename: 'mutation Rename($id: Int!) { updateTrip(id: $id, input: { name: "Faro" }) { id } }',
  page: `query Page($first: Int) {
    trips(first: 100) { results { activities(first: $first) { results { id } } } }
  }`,
}
type Name = keyof typeof documents

const log = openLog({ logLevel: 'silent' })
const spans: { name: string; spanId: string; parentSpanId?: string }[] = []
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  for (const { scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
    for (const scope of scopeSpans) spans.push(...scope.spans)
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const metrics = openMetrics(db)
let tracing: Tracing
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const manifest = join(dataDir, 'manifest.json')
  const texts = Object.values(documents).map((text) => [hash(text), text])
  await writeFile(manifest, JSON.stringify(Object.fromEntries(texts)))
  const config = readConfig({
    ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey },
    TRUSTED_DOCUMENTS: manifest,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  if (!config.traces) throw new Error('traces are off')
  tracing = openTracing(config.traces, log)
  app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { metrics, tracing } })
})
afterAll(() => {
  metrics.close()
  collector.close()
})

/** Calls a document, with credentials if there is a key; what that adds to the counts. */
async function countsOf(name: Name, variables: object, key?: string) {
  const payload = { documentId: hash(documents[name]), variables }
  const headers: Record<string, string> = key ? { authorization: `Token ${key}` } : {}
  const before = await operations()
  await app.inject(posted(payload, headers))
  const added = [...(await operations())].map(([row, count]): [string, number] => [
    row,
    count - (before.get(row) ?? 0),
  ])
  return Object.fromEntries(added.filter(([, count]) => count > 0))
}

async function operations(): Promise<Map<string, number>> {
  const total = 'trips_graphql_operation_duration_seconds_count'
  const samples = parsed(await metrics.text()).filter(({ name }) => name === total)
  return new Map(
    samples.map(({ labels }) => [`${labels.kind} ${labels.code}`, sumOf(samples, total, labels)]),
  )
}

describe('a trusted document counts as one operation', () => {
  it.each<[Name, string, unknown, boolean]>([
    ['trip', 'OK', 'own', true],
    ['trip', 'NOT_FOUND', 2147483647, true],
    ['trip', 'BAD_USER_INPUT', 'none', true],
    ['trip', 'UNAUTHENTICATED', 'own', false],
    ['lists', 'UNAUTHENTICATED', 'own', false],
    ['rename', 'OK', 'own', true],
  ])('%s: %s', async (name, code, id, isKnown) => {
    const { olga, trip } = await cast()
    const variables = { id: id === 'own' ? trip.id : id }
    const counts = await countsOf(name, variables, isKnown ? olga.key : undefined)
    expect(counts).toEqual({ [`trusted ${code}`]: 1 })
  })

  it('is TOO_COMPLEX if its variables exceed the limits', async () => {
    const { olga } = await cast()
    expect(await countsOf('page', { first: 100 }, olga.key)).toEqual({ 'trusted TOO_COMPLEX': 1 })
  })

  it('is not counted if its ID is undeclared', async () => {
    const before = await operations()
    await app.inject(posted({ documentId: 'unknown' }))
    const after = await operations()
    const row = 'other PERSISTED_QUERY_NOT_FOUND'
    expect((after.get(row) ?? 0) - (before.get(row) ?? 0)).toBe(1)
  })

  it('is one span, with its statements below it', async () => {
    await app.close()
    await tracing.close()
    for (const name of ['query OneTrip', 'query Lists', 'mutation Rename']) {
      const found = spans.filter((span) => span.name === name)
      expect(found, name).toHaveLength(name === 'query OneTrip' ? 4 : 1)
    }
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const orphans = spans.filter(({ parentSpanId = '' }) => parentSpanId && !ids.has(parentSpanId))
    expect(orphans).toEqual([])
    const renaming = spans.find(({ name }) => name === 'mutation Rename')?.spanId
    expect(spans.some(({ parentSpanId }) => parentSpanId === renaming)).toBe(true)
  })
})
