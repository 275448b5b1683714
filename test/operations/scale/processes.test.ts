/**
 * Two processes on PostgreSQL, through PgBouncer in transaction mode and behind HAProxy: what they
 * share, and what a client loses with one of them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emptyServerDatabase, onServer } from '../../outside/database/places.ts'
import { pdf } from '../../outside/objects/samples.ts'
import { emptyDirectory, run } from '../../process/process.ts'
import { open } from '../../surfaces/events/client.ts'
import { at, type LoadUser, logIn, password, signUp } from './client.ts'
import { type Deployment, deploy, OpenedDeployment, startPooler, stopAll } from './deployment.ts'
import { compare, load, stored } from './load.ts'

const opened = new OpenedDeployment()
let server: string
let pooler: string
let deployment: Deployment
let one: string
let two: string
let ada: LoadUser
let ben: LoadUser

beforeAll(async () => {
  const database = await emptyServerDatabase()
  opened.add(() => database.drop())
  server = database.url
  // Sessions of the server itself are in another zone: each client has to say its own.
  const name = new URL(server).pathname.slice(1)
  await onServer(`alter database ${name} set timezone = 'Asia/Tokyo'`)
  pooler = await startPooler(server, opened)
  deployment = await deploy({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: server }, opened)
  ;({ one, two } = deployment)
  ada = await signUp(one, 'ada')
  ben = await signUp(two, 'ben')
})
afterAll(() => opened.close())

async function tripOf(owner: LoadUser): Promise<number> {
  const made = await at(one, owner).post('/v1/trips', { name: 'Lisbon', timezone: 'UTC' })
  expect(made.status).toBe(201)
  return made.json.id
}

/** Lets ben have joined a trip, without any right; his id. */
async function benJoins(trip: number): Promise<number> {
  const { id } = (await at(two, ben).get('/v1/me')).json
  const columns = 'trip_id, user_id, joined'
  await onServer(`insert into member (${columns}) values (${trip}, ${id}, true)`, server)
  return id
}

describe('two processes share', () => {
  it('logins and logouts: a login of ada at one is valid at the other at once', async () => {
    const token = await logIn(one, ada.email)
    expect((await at(two, { token }).get('/v1/me')).status).toBe(200)
    expect((await at(two, { token }).post('/auth/logout')).status).toBe(200)
    expect((await at(one, { token }).get('/v1/me')).status).toBe(401)
  })

  it('times: what ada writes at one, the other returns as the same moment', async () => {
    const trip = await tripOf(ada)
    const starts = '2031-04-18T09:30:00+02:00'
    const body = { name: 'Museum', starts_at: starts }
    const made = await at(one, ada).post(`/v1/trip/${trip}/activities`, body)
    const read = await at(two, ada).get(`/v2/trip/${trip}/activity/${made.json.id}`)
    expect(Date.parse(String(read.json.starts_at))).toBe(Date.parse(starts))
    const age = Date.now() - Date.parse(read.json.created_at)
    expect(Math.abs(age)).toBeLessThan(60_000)
  })

  it('permissions: ada’s grants and withdrawals at one apply at the other at once', async () => {
    const trip = await tripOf(ada)
    const id = await benJoins(trip)
    const path = `/v1/trip/${trip}/collaborator/${id}`
    const write = () => at(two, ben).post(`/v1/trip/${trip}/activities`, { name: 'Tram 28' })
    for (const may of [true, false, true]) {
      const changed = await at(one, ada).patch(`${path}/permissions`, { can_edit: may })
      expect(changed.status).toBe(200)
      expect((await write()).status).toBe(may ? 201 : 403)
    }
    expect((await at(one, ada).delete(path)).status).toBe(200)
    expect((await at(two, ben).get(`/v2/trip/${trip}`)).status).toBe(404)
  })

  it('events: ben is notified at one within 2 seconds of ada’s write at the other', async () => {
    const trip = await tripOf(ada)
    await benJoins(trip)
    const stream = await open(two, `Token ${ben.token}`)
    expect(stream.status).toBe(200)
    const delays: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const before = stream.text.length
      const made = await at(one, ada).post(`/v1/trip/${trip}/activities`, { name: 'Museum' })
      expect(made.status).toBe(201)
      const begun = performance.now()
      const text = () => stream.text.slice(before)
      await expect.poll(text, { interval: 10, timeout: 5_000 }).toContain(`[${trip}]`)
      delays.push(Math.round(performance.now() - begun))
    }
    console.info(`told after ${delays.join(', ')} ms`)
    expect(Math.max(...delays)).toBeLessThan(2_000)
    await at(one, ben).post('/auth/logout')
    await expect.poll(() => stream.isOpen, { timeout: 20_000 }).toBe(false)
    ben.token = await logIn(two, ben.email)
  })

  it('rate limits: failed logins at both count together', async () => {
    const address = '198.51.100.7'
    const wrong = (base: string) =>
      at(base, { address }).post('/auth/login', { email: ben.email, password: `not ${password}` })
    const statuses = []
    for (const base of [one, two, one, two, one, two, one]) {
      statuses.push((await wrong(base)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  it('receipts: a file prepared at one is attached at the other', async () => {
    const trip = await tripOf(ada)
    await onServer(`update account set is_premium = true where email = '${ada.email}'`, server)
    const prepared = await at(one, ada).post('/v1/storage/uploads', {
      ...{ purpose: 'document', filename: 'Voucher.pdf', content_type: 'application/pdf' },
      ...{ content_length: pdf.length, parent_type: 'trip', parent_id: trip },
    })
    expect(prepared.status).toBe(200)
    const { upload_url: url, object_key: key, upload_token } = prepared.json
    const there = String(url).replace(new URL(String(url)).origin, two)
    const headers = { 'content-type': 'application/pdf' }
    expect((await fetch(there, { method: 'PUT', body: pdf, headers })).ok).toBe(true)
    const body = { url: key, file_type: 'application/pdf', title: 'Voucher', upload_token }
    const attached = await at(two, ada).post(`/v1/trip/${trip}/documents`, body)
    expect(attached.status).toBe(201)
    const elsewhere = await at(two, ada).post(`/v1/trip/${await tripOf(ada)}/documents`, body)
    expect(elsewhere.status).toBe(400)
  })

  it('the outbox: both send mail, and each mail is sent once', async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `ada-${n}@mail.example`)
    const query = `mutation ($input: AlternativeEmailInput!) {
      addAlternativeEmail(input: $input) { success }
    }`
    const asked = addresses.map((email, n) =>
      at(n % 2 ? one : two, ada).post('/graphql', { query, variables: { input: { email } } }),
    )
    for (const { text } of await Promise.all(asked)) expect(text).not.toContain('errors')
    const sentTo = () =>
      deployment.sink.received.flatMap(({ to }) => to).filter((to) => addresses.includes(to))
    await expect.poll(() => new Set(sentTo()).size, { timeout: 30_000 }).toBe(addresses.length)
    await pause(1000)
    expect(sentTo().sort()).toEqual(addresses.sort())
  })
})

describe('one of two processes', () => {
  it('is killed under load: no acknowledged write is lost, and every failure can be retried', async () => {
    const trip = await tripOf(ada)
    const { proxy, processes } = deployment
    const { written, stop } = load(proxy, trip, ada.token, 20)
    await expect.poll(() => written.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(500)
    processes[0].child.kill('SIGKILL')
    const before = written.acknowledged.size
    const after = () => written.acknowledged.size - before
    await expect.poll(after, { timeout: 60_000 }).toBeGreaterThan(1000)
    await stop()
    const there = await stored(server, trip)
    const failed = Object.values(written.failures).reduce((sum, count) => sum + count, 0)
    console.info(
      `one of two processes killed: ${written.acknowledged.size} writes acknowledged, ` +
        `${JSON.stringify(written.failures)}, at most ${Math.round(written.longestGap)} ms without one`,
    )
    expect(compare(written, there)).toEqual({ lost: [], invented: [] })
    // At most what the process was at when it died: one request of each client.
    expect(failed).toBeLessThanOrEqual(20)
    expect(Object.keys(written.failures).filter((kind) => !retriable.test(kind))).toEqual([])
    expect(there.size).toBeLessThanOrEqual(written.acknowledged.size + failed)
  })

  it('leaves the other one, which stops with 0', async () => {
    expect(await stopAll([deployment.processes[1]])).toEqual([0])
  })
})

/** No answer that tells a client to give up. */
const retriable = /^(502|503 Retry-After|504|ECONNRESET)$/

describe('a pooler in transaction mode', () => {
  it('uses the timeouts of the role: each process warns if there are none', () => {
    for (const { printed } of deployment.processes) {
      expect(printed.stdout).toMatch(/"missing":\["statement_timeout",.*role has no time limits/)
    }
  })

  it('is detected at startup if DATABASE_DIRECT_URL is missing, and the service does not start', async () => {
    const directory = await emptyDirectory()
    onTestFinished(() => directory.remove())
    const { code, stderr } = await run(directory.path, { DATABASE_URL: pooler }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Cannot open the database: .* if this is a pooler, set DATABASE_DIRECT_URL/,
    )
  })
})
