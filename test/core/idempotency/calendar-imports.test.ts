/**
 * B4: a calendar that is imported with a key: each event is filed in a transaction of its own, so
 * that others are served meanwhile; the answer is kept at the end.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { MailParser } from '../../../src/mail/reading/parsing.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { as } from '../../client.ts'
import { many } from '../../mail/calendar-exports.ts'
import { withKey } from '../../spec/keyed.ts'
import { cast, dataDir, db, operatorKey, type Person, secret } from '../../world.ts'

const query = `mutation ($input: CalendarInput!) {
  importCalendar(input: $input) { filed waiting known }
}`

const reader = new MailParser()
afterAll(() => reader.close())

/** An application whose parser calls `before` with the number of the event, from 1. */
async function appReading(before: (event: number) => Promise<void>, on: Database = db) {
  let count = 0
  const parser = {
    splitCalendar: (text: string, key: string) => reader.splitCalendar(text, key),
    async parse(bytes: Uint8Array, key?: string) {
      count += 1
      await before(count)
      return reader.parse(bytes, key)
    },
  }
  const config = readConfig({ DATA_DIR: dataDir })
  const log = openLog({ logLevel: 'silent' })
  return buildApp({ config, db: on, log, operatorKey, secret, parser })
}
type App = Awaited<ReturnType<typeof appReading>>

/** Imports a calendar of five events. */
async function bring(app: App, { key }: Person, header: ReturnType<typeof withKey>, events = 5) {
  const { headers, body } = await app.inject({
    ...{ method: 'POST', url: '/graphql', headers: { authorization: `Token ${key}`, ...header } },
    payload: { query, variables: { input: { content: many(events) } } },
  })
  const { data, errors = [] } = JSON.parse(body)
  const isReplayed = headers['idempotency-replayed'] === 'true'
  const [code] = errors.map((error: { extensions: { code: string } }) => error.extensions.code)
  return { counts: data?.importCalendar, code, isReplayed }
}

/** The same, as often as another request with the key is running. */
async function bringUntilFree(...given: Parameters<typeof bring>) {
  for (;;) {
    const answer = await bring(...given)
    if (answer.code !== 'CONFLICT') return answer
  }
}

const nothing = async () => {}

/** A point that is reached, and then left when the test says so. */
function gate() {
  let arrive = () => {}
  let open = () => {}
  const reached = new Promise<void>((resolve) => (arrive = resolve))
  const opened = new Promise<void>((resolve) => (open = resolve))
  const pass = () => {
    arrive()
    return opened
  }
  return { reached, open: () => open(), pass }
}

const activitiesIn = (tripId: number) => db.prisma.activity.count({ where: { tripId } })

describe('B4 a calendar with a key', () => {
  let other: App
  beforeAll(async () => {
    other = await appReading(nothing)
  })
  afterAll(() => other.close())

  it('while olga’s third event is read, stan reads and writes, and two are filed', async () => {
    const { olga, stan, trip } = await cast()
    const third = gate()
    const app = await appReading(async (event) => (event === 3 ? third.pass() : undefined))
    const key = withKey()
    const importing = bring(app, olga, key)
    await third.reached
    expect((await as(stan).post('/v1/trips', { name: 'Porto' }, withKey())).status).toBe(201)
    expect((await as(stan).get('/v1/trips')).status).toBe(200)
    expect(await activitiesIn(trip.id)).toBe(2)
    third.open()
    const counts = { filed: 5, waiting: 0, known: 0 }
    expect(await importing).toMatchObject({ counts, isReplayed: false })
    expect(await bring(other, olga, key)).toMatchObject({ counts, isReplayed: true })
    expect(await activitiesIn(trip.id)).toBe(5)
    await app.close()
  }, 30_000)

  it('while it is imported, olga’s second request is CONFLICT, with another calendar REUSED', async () => {
    const { olga } = await cast()
    const third = gate()
    const app = await appReading(async (event) => (event === 3 ? third.pass() : undefined))
    const key = withKey()
    const importing = bring(app, olga, key)
    await third.reached
    expect((await bring(other, olga, key, 6)).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await bring(other, olga, key)).code).toBe('CONFLICT')
    const waiting = bringUntilFree(other, olga, key)
    third.open()
    const { counts } = await importing
    expect(counts).toEqual({ filed: 5, waiting: 0, known: 0 })
    expect(await waiting).toMatchObject({ counts, isReplayed: true })
    await app.close()
  }, 30_000)

  it('olga’s calendar that is refused leaves no key: she sends another with it', async () => {
    const { olga } = await cast()
    const key = withKey()
    expect((await bring(other, olga, key, 501)).code).toBe('BAD_USER_INPUT')
    const counts = { filed: 5, waiting: 0, known: 0 }
    expect(await bring(other, olga, key)).toMatchObject({ counts, isReplayed: false })
  })

  it('fails at olga’s third event: the same request files the rest', async () => {
    const { olga, trip } = await cast()
    const app = await appReading(async (event) => {
      if (event === 3) throw new Error('no more memory')
    })
    const key = withKey()
    expect((await bring(app, olga, key)).code).toBe('SERVICE_UNAVAILABLE')
    const counts = { filed: 3, waiting: 0, known: 2 }
    expect(await bring(app, olga, key)).toMatchObject({ counts, isReplayed: false })
    expect(await bring(app, olga, key)).toMatchObject({ counts, isReplayed: true })
    expect(await activitiesIn(trip.id)).toBe(5)
    await app.close()
  })

  it('the process is lost at olga’s third event: another one files the rest', async () => {
    const { olga, trip } = await cast()
    let isLost = false
    const reached = <T>(work: () => Promise<T>) =>
      isLost ? Promise.reject(new Error('lost')) : work()
    const lost: Database = {
      ...db,
      query: (statement) => reached(() => db.query(statement)),
      transaction: (...given) => reached(() => db.transaction(...given)),
    }
    const app = await appReading(async (event) => {
      isLost = event === 3
    }, lost)
    const key = withKey()
    expect((await bring(app, olga, key)).code).toBe('SERVICE_UNAVAILABLE')
    const row = await db.prisma.idempotencyKey.findFirst({ where: { accountId: olga.id } })
    expect(row).toMatchObject({ answer: null })
    const counts = { filed: 3, waiting: 0, known: 2 }
    expect(await bringUntilFree(other, olga, key)).toMatchObject({ counts, isReplayed: false })
    expect(await bring(other, olga, key)).toMatchObject({ counts, isReplayed: true })
    expect(await activitiesIn(trip.id)).toBe(5)
    isLost = false
    await app.close()
  }, 30_000)
})
