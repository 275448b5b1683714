/** Metrics for Prometheus: what is counted, under how few labels, and who may read it. */
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { Conflict } from '../../../src/base/errors.ts'
import { openLog } from '../../../src/process/log.ts'
import { Turnstile } from '../../../src/process/turnstile.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { listenForMetrics } from '../../../src/surfaces/metrics/serve.ts'
import { anonymous, as } from '../../client.ts'
import { cast, dataDir, db, operatorKey, type Person, secret } from '../../world.ts'
import { parsed, sumOf } from './scrape.ts'

const key = 'key-of-the-metrics-0123456789'
const lines: string[] = []
const log = openLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
const config = readConfig({
  ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey, METRICS_KEY: key },
  ...{ LIMIT_RESET_ADDRESS: '1', INBOUND_DOMAIN: 'in.trips.example', KITINERARY_EXTRACTOR: 'off' },
})
const metrics = openMetrics(db)
const app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { metrics } })
afterAll(async () => {
  await app.close()
  metrics.close()
})

const counted = async (name: string, labels: Record<string, string> = {}) =>
  sumOf(parsed(await metrics.text()), name, labels)

/** How much the sum grows while `work` is done. */
async function growth(name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const before = await counted(name, labels)
  await work()
  return (await counted(name, labels)) - before
}

function send(person: Person | undefined, url: string, body?: unknown) {
  const headers = person && { authorization: `Token ${person.key}` }
  const more = body === undefined ? {} : { method: 'POST' as const, payload: body as object }
  return app.inject({ url, ...more, ...(headers && { headers }) })
}

const graphql = (person: Person | undefined, query: string) => send(person, '/graphql', { query })

const requests = 'trips_http_requests_total'
const operations = 'trips_graphql_operation_duration_seconds_count'

describe('metrics count', () => {
  it('requests by method, route and status', async () => {
    const { olga, trip } = await cast()
    const row = { method: 'GET', route: '/v1/trips/:id' }
    const work = async () => {
      await send(olga, `/v1/trips/${trip.id}`)
      await send(olga, `/v1/trips/${trip.id}?fields=id`)
      await send(olga, '/v1/trips/2147483647')
      await send(undefined, `/v1/trips/${trip.id}`)
    }
    expect(await growth(requests, { ...row, status: '200' }, work)).toBe(2)
    expect(await growth(requests, { ...row, status: '404' }, work)).toBe(1)
    expect(await growth(requests, { ...row, status: '401' }, work)).toBe(1)
    const durations = 'trips_http_request_duration_seconds_count'
    expect(await growth(durations, row, work)).toBe(4)
    expect(await counted('trips_http_requests_in_progress')).toBe(0)
  })

  it('operations by whose document it is, and outcome', async () => {
    const { olga, trip } = await cast()
    const own = (code: string, work: () => Promise<unknown>) =>
      growth(operations, { kind: 'own', code }, work)
    const other = (code: string, query: string, person?: Person) =>
      growth(operations, { kind: 'other', code }, () => graphql(person, query))
    expect(await own('OK', () => send(olga, '/v2/trips'))).toBe(1)
    expect(await own('NOT_FOUND', () => send(olga, '/v2/trips/2147483647'))).toBe(1)
    const invalid = { starts_at: 'never' }
    expect(await own('BAD_USER_INPUT', () => send(olga, '/v1/trips', invalid))).toBe(1)
    expect(await other('OK', '{ me { id } }', olga)).toBe(1)
    expect(await other('UNAUTHENTICATED', '{ me { id } }')).toBe(1)
    expect(await other('NOT_FOUND', '{ trip(id: 2147483647) { id } }', olga)).toBe(1)
    expect(await other('GRAPHQL_PARSE_FAILED', '{', olga)).toBe(1)
    expect(await other('GRAPHQL_VALIDATION_FAILED', '{ nothing }', olga)).toBe(1)
    const deep = `{ ${'a { '.repeat(30)}b${' }'.repeat(30)} }`
    expect(await other('TOO_COMPLEX', deep, olga)).toBe(1)
    expect(trip.id).toBeGreaterThan(0)
  })

  it('statements, the pool, and repeated work', async () => {
    const name = 'trips_sql_statement_duration_seconds_count'
    const one = () => db.query({ text: 'select 1' })
    expect(await growth(name, { kind: 'select', failed: 'false' }, one)).toBeGreaterThanOrEqual(1)
    const failing = () => db.query({ text: 'select 1 / 0' }).catch(() => {})
    expect(await growth(name, { kind: 'select', failed: 'true' }, failing)).toBe(1)
    let tries = 0
    const conflicting = () =>
      db.transaction(async () => {
        tries += 1
        if (tries < 3) throw new Conflict()
      })
    expect(await growth('trips_transactions_repeated_total', {}, conflicting)).toBe(2)
    expect(await counted('trips_database_connections', { state: 'open' })).toBeGreaterThan(0)
    expect(await counted('trips_database_connections', { state: 'max' })).toBeGreaterThan(0)
    expect(await counted('trips_database_waiting')).toBe(0)
  })

  it('the outbox, including its age', async () => {
    const text = `insert into outgoing_mail (recipient, subject, text, html, created_at)
      values ('x@mail.example', 's', 't', 'h', now() - interval '1 hour')`
    await db.query({ text })
    const isThere = async () =>
      (await counted('trips_outbox_mails')) >= 1 &&
      (await counted('trips_outbox_oldest_seconds')) >= 3599
    await expect.poll(isThere).toBe(true)
  })

  it('refusals by the limit that refuses', async () => {
    const reset = () => send(undefined, '/auth/password/reset', { email: 'x@mail.example' })
    const twice = async () => {
      await reset()
      await reset()
    }
    const refusals = 'trips_refusals_total'
    expect(await growth(refusals, { limit: 'resetAddress' }, twice)).toBeGreaterThanOrEqual(1)
    const full = async () => {
      const turnstile = new Turnstile({ name: 'testing', max: 1, maxWaiting: 0 })
      await turnstile.enter('a')
      await turnstile.enter('b').catch(() => {})
    }
    expect(await growth(refusals, { limit: 'testing' }, full)).toBe(1)
  })

  it('booking emails by outcome', async () => {
    const { olga } = await cast()
    const mails = 'trips_mails_received_total'
    const bytes = Buffer.from(
      `From: a@b.example\r\nMessage-ID: <${olga.id}@b.example>\r\nSubject: x\r\n\r\nHello\r\n`,
    )
    const mail = { bytes, source: 'operator', owner: olga.email, proven: 'any' } as const
    const take = () => app.intake.ingest({ ...mail, bytes: Buffer.from(bytes) })
    expect(await growth(mails, { outcome: 'inbox', reason: 'nothingFound' }, take)).toBe(1)
    expect(await growth(mails, { outcome: 'known' }, take)).toBe(1)
  })

  it('the process: event loop, memory, version', async () => {
    const samples = parsed(await metrics.text())
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
      expect(samples.some((one) => one.name === name)).toBe(true)
    }
    const build = samples.find(({ name }) => name === 'trips_build_info')
    expect(build).toMatchObject({ value: 1, labels: { version: expect.stringMatching(/^\d/) } })
  })
})

describe('metrics have few labels', () => {
  it('whatever strangers send as paths, methods and operation names', async () => {
    const { olga } = await cast()
    // Without outcomes, whose lists are closed: a slow machine may show one for the first time.
    const names = async () =>
      new Set(
        parsed(await metrics.text()).map(({ name, labels }) => {
          const { status, code, failed, limit, ...sent } = labels as Record<string, unknown>
          return name + JSON.stringify(sent)
        }),
      )
    const attack = async (mark: string) => {
      for (const path of ['', 'v1/', 'v1/trips/', 'v1/emails/', 'objects/', 'graphql/']) {
        await send(olga, `/${path}${mark}`)
        await send(olga, `/${path}${mark}%ff?${mark}=${mark}`)
      }
      await app.inject({ method: 'PROPFIND' as 'GET', url: `/v1/trips/${mark}` })
      await graphql(olga, `query ${mark} { ${mark}: me { id } }`)
      await graphql(olga, `query ${mark} { ${mark} }`)
      await send(olga, '/graphql', { query: '{ me { id } }', operationName: mark })
    }
    await attack('first')
    const before = await names()
    for (let n = 0; n < 5; n += 1) await attack(`hostile${n}`)
    const after = await names()
    expect([...after].filter((name) => !before.has(name))).toEqual([])
    expect(await metrics.text()).not.toContain('hostile')
  })
})

describe('metrics are answered', () => {
  const read = (authorization?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url: '/metrics', headers: { ...(authorization && { authorization }) } })

  it('with the key, in the Prometheus format', async () => {
    const answer = await read(`Bearer ${key}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(parsed(answer.payload).length).toBeGreaterThan(50)
    expect((await read(`bearer ${key}`, 'HEAD')).payload).toBe('')
  })

  it.each([undefined, 'Bearer', `Bearer ${key}x`, `Bearer ${key.slice(1)}`, `Token ${key}`, key])(
    'with 401 to others: %s',
    async (authorization) => {
      const answer = await read(authorization)
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(answer.payload).toBe('{"detail":"Invalid key."}')
    },
  )

  it('with 401 to an operator key or a user, and 405 to another method', async () => {
    const { olga } = await cast()
    expect((await read(`Operator ${operatorKey}`)).statusCode).toBe(401)
    expect((await read(`Token ${olga.key}`)).statusCode).toBe(401)
    expect((await read(`Bearer ${key}`, 'POST')).statusCode).toBe(405)
  })

  it('with 404 without the setting', async () => {
    const answer = await as(anonymous).get('/metrics', { authorization: `Bearer ${key}` })
    expect(answer).toMatchObject({ status: 404, text: '{"detail":"Not found."}' })
  })

  it('leaving no key in the log', () => {
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join('')).not.toContain(key)
  })
})

describe('the metrics port', () => {
  const open = (given?: string) =>
    listenForMetrics(metrics, { host: '127.0.0.1', port: 0, key: given })

  it('serves metrics, and nothing else', async () => {
    const { port, close } = await open()
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const answer = await at('/metrics')
    expect(answer.status).toBe(200)
    expect(parsed(await answer.text()).length).toBeGreaterThan(50)
    expect((await at('/metrics', { method: 'POST' })).status).toBe(405)
    for (const path of ['/', '/v2/trips', '/graphql', '/healthz', '/metrics/']) {
      expect((await at(path)).status).toBe(404)
    }
    await close()
  })

  it('requires the key, if there is one', async () => {
    const { port, close } = await open(key)
    const at = (authorization: string) =>
      fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } })
    expect((await at('Bearer x')).status).toBe(401)
    expect((await at(`Bearer ${key}`)).status).toBe(200)
    await close()
  })
})
