/** `npm run admin -- doctor`: trusted documents, metrics, traces, and a connection pooler. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { places } from '../../outside/database/places.ts'
import { doctor, findingsOf, home, starting } from './doctor-runs.ts'

/** A server that answers every request with this; its port. */
async function answering(status: number, text = '') {
  const requests: { url: string | undefined; key: unknown; text: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url, headers } = request
    requests.push({ url, key: headers['x-key'], text: Buffer.concat(chunks).toString() })
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, requests }
}

describe('17 doctor', () => {
  it('reads the manifests of trusted documents as a start does', async () => {
    const at = await home()
    const manifest = join(at.directory, 'manifest.json')
    const run = () => doctor(at, { TRUSTED_DOCUMENTS: manifest })
    expect(findingsOf(await run(), 'trusted documents')).toEqual([
      starting('failed .*manifest.json: it does not exist. Check TRUSTED_DOCUMENTS.'),
    ])
    await writeFile(manifest, '{"a":"{ nothing }"}')
    expect(findingsOf(await run(), 'trusted documents')).toEqual([
      starting('failed .*document a: Cannot query field "nothing"'),
    ])
    await writeFile(manifest, '{"a":"{ trips { count } }"}')
    expect(findingsOf(await run(), 'trusted documents')).toEqual(['ok Trusted documents: 1.'])
  })

  it('distinguishes its metrics from another program', async () => {
    const at = await home()
    const own = await answering(200, '# TYPE trips_build_info gauge\ntrips_build_info 1\n')
    const other = await answering(200, 'hello')
    const ask = async (port: number) =>
      findingsOf(await doctor(at, { METRICS_PORT: String(port) }), 'metrics')
    expect(await ask(own.port)).toEqual([starting('ok Metrics are served on 127.0.0.1:')])
    expect(await ask(other.port)).toEqual([starting('failed Another program answers on')])
    expect(await ask(0)).toEqual([starting('ok 127.0.0.1:0 is free')])
  })

  it('sends a collector an empty export, and reports whether it is accepted', async () => {
    const at = await home()
    const ask = async (port: number) => {
      const headers = 'x-key=s3cret-of-the-collector'
      const run = await doctor(at, {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
        OTEL_EXPORTER_OTLP_HEADERS: headers,
      })
      expect([run.code, run.text.includes('s3cret')]).toEqual([0, false])
      return findingsOf(run, 'traces')
    }
    const collector = await answering(200, '{}')
    expect(await ask(collector.port)).toEqual([starting('ok http://127.0.0.1:\\d+ takes traces')])
    expect(collector.requests).toEqual([
      { url: '/v1/traces', key: 's3cret-of-the-collector', text: '{"resourceSpans":[]}' },
    ])
    const { port } = await answering(401)
    expect(await ask(port)).toEqual([starting('warning .*/v1/traces answers 401; check OTEL_')])
    expect(await ask(1)).toEqual([starting('warning .*No trace reaches http://127.0.0.1:1;')])
  })

  it.each(places.filter((place) => place === 'PostgreSQL'))(
    'checks the pooler as well as %s behind it',
    async (place) => {
      const at = await home(place)
      const { DATABASE_URL: url = '' } = at.settings
      const direct = { DATABASE_DIRECT_URL: url }
      const both = await doctor(at, direct)
      expect(findingsOf(both, 'database')).toContainEqual(starting('ok PostgreSQL'))
      expect(findingsOf(both, 'connection pooler').join()).toMatch(/^ok|role has no time limits/)
      const gone = { ...direct, DATABASE_URL: 'postgresql://me:sesame@127.0.0.1:1/trips' }
      const run = await doctor(at, gone)
      expect([run.code, run.text.includes('sesame')]).toEqual([1, false])
      expect(findingsOf(run, 'database')).toContainEqual(starting('ok PostgreSQL'))
      expect(findingsOf(run, 'connection pooler')).toEqual([
        starting('failed Cannot connect to 127.0.0.1:1/trips .*Check DATABASE_URL and the'),
      ])
    },
  )
})
