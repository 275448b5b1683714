/** Traces name the operations of the service and of trusted documents, as those say themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { openTracing } from '../../../src/process/tracing/tracing.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { cast, dataDir, db, operatorKey, secret } from '../../world.ts'

let received = ''
const collector = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
const directory = await mkdtemp(join(tmpdir(), 'trips-tracing-'))
await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  collector.close()
  return rm(directory, { recursive: true })
})

const log = openLog({ logLevel: 'silent' }, { write: () => {} })

/** A service with traces and one trusted document. */
async function open() {
  const manifest = join(directory, 'documents.json')
  const trusted = 'query Trusted { categories { results { id } } }'
  await writeFile(manifest, JSON.stringify({ trusted }))
  const { port } = collector.address() as AddressInfo
  const config = readConfig({
    ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey, TRUSTED_DOCUMENTS: manifest },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
  })
  if (!config.traces) throw new Error('traces are off')
  const tracing = openTracing(config.traces, log)
  const app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { tracing } })
  return { app, close: () => app.close().then(() => tracing.close()) }
}

it('the name of a client’s operation is not in spans; that of a trusted document is', async () => {
  const { olga } = await cast()
  const { app, close } = await open()
  const headers = { authorization: `Token ${olga.key}` }
  const query = 'query CovertName { me { id } }'
  for (const payload of [
    { documentId: 'trusted' },
    { query },
    { query, operationName: 'CovertName' },
    { query: 'query CovertName { nothing }' },
    { query: 'mutation CovertName { renewCalendarIdentifier { id } }' },
  ]) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
    expect([200, 400]).toContain(statusCode)
  }
  await app.inject({ url: '/v1/me', headers })
  await close()
  expect(received).not.toContain('CovertName')
  const values = (key: string) =>
    [...received.matchAll(new RegExp(`"${key}","value":\\{"stringValue":"(\\w+)"`, 'g'))]
      .map(([, value]) => value)
      .sort()
  expect(values('graphql.operation.name')).toEqual(['Me', 'Trusted'])
  const types = ['mutation', 'query', 'query', 'query', 'query']
  expect(values('graphql.operation.type')).toEqual(types)
  expect(received).toContain('"name":"query Trusted"')
})
