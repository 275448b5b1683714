import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { Refusal } from '../../../src/base/errors.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { anonymous, as } from '../../client.ts'
import { hasCanary, price } from '../../core/permissions/canary.ts'
import { insertEmail } from '../../sync.ts'
import {
  type Cast,
  cast,
  dataDir,
  db,
  join,
  logged,
  operatorKey,
  secret,
  trip,
} from '../../world.ts'
import { add, feedOf, lines, pathOf } from './feeds.ts'

let people: Cast
beforeEach(async () => {
  people = await cast()
  const at = { starts_at: '2031-04-19T12:00:00Z' }
  const money = { price, currency: 'CANARY-XQZ' }
  const id = await add(people.olga, people.trip.id, 'activities', {
    name: 'Tiles',
    ...at,
    ...money,
  })
  await insertEmail(people.olga, { activity_id: id })
})

const unknown = '/calendar/00000000000000000000000000000000.ics'
const names = async (person: Cast['olga']) => lines(await feedOf(person), 'SUMMARY')

describe('calendar feed: who sees what', () => {
  test('members see the trips they have joined; invitees and strangers do not', async () => {
    for (const person of [people.olga, people.ed, people.vera]) {
      expect(await names(person)).toEqual(['SUMMARY:Lisbon long weekend', 'SUMMARY:Tiles'])
    }
    for (const person of [people.pia, people.stan]) expect(await names(person)).toEqual([])
  })

  test('prices and emails are in no feed, whatever a member may see', async () => {
    for (const person of [people.olga, people.ed, people.vera]) {
      const feed = await feedOf(person)
      expect(hasCanary(feed)).toBe(false)
      expect(feed).not.toContain('rail ticket')
    }
  })

  test('trips disappear at once when deleted or left, and return when restored', async () => {
    await join(people.trip.id, people.vera, { joined: false })
    expect(await names(people.vera)).toEqual([])
    await as(people.olga).delete(`/v1/trips/${people.trip.id}`)
    expect(await names(people.olga)).toEqual([])
    await as(people.olga).graphql(`mutation { restore(kind: TRIP, id: ${people.trip.id}) }`)
    expect(await names(people.olga)).toHaveLength(2)
  })

  test("categories are hidden by the reader's profile, not by the trip owner's", async () => {
    await as(people.olga).patch('/v1/me', { calendar_hidden_categories: ['trip', 'activity'] })
    expect(await names(people.olga)).toEqual([])
    expect(await names(people.ed)).toHaveLength(2)
    await trip(people.ed, { name: 'Own', starts_at: '2031-05-01' })
    expect(await names(people.ed)).toHaveLength(3)
  })
})

describe('calendar feed: its secret', () => {
  test('renewCalendarIdentifier replaces it, and the old URL is 404 at once', async () => {
    const old = await pathOf(people.olga)
    const { data } = await as(people.olga).graphql(
      'mutation { renewCalendarIdentifier { id calendarIdentifier calendarUrl } }',
    )
    const renewed = data?.renewCalendarIdentifier as Record<string, string>
    const { calendarIdentifier = '', calendarUrl } = renewed
    expect(calendarIdentifier).toMatch(/^[0-9a-f]{32}$/)
    expect(calendarUrl).toBe(`http://127.0.0.1:3000/calendar/${calendarIdentifier}.ics`)
    const answers = [old, await pathOf(people.olga)].map(
      async (path) => (await as(anonymous).get(path)).status,
    )
    expect(await Promise.all(answers)).toEqual([404, 200])
    expect((await as(people.olga).get('/v1/me')).json.calendar_identifier).toBe(calendarIdentifier)
  })

  test('its owner alone sees it, and only signed-in users may renew theirs', async () => {
    const { errors } = await as(anonymous).graphql('mutation { renewCalendarIdentifier { id } }')
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    const before = await pathOf(people.olga)
    await as(people.stan).graphql('mutation { renewCalendarIdentifier { id } }')
    expect(await pathOf(people.olga)).toBe(before)
  })

  test('any other path is the same 404 for every caller', async () => {
    const path = await pathOf(people.olga)
    const wrong = [
      unknown,
      path.replace('.ics', 'x.ics'),
      path.replace('/cal_', '/CAL_'),
      '/calendar/%00.ics',
      '/calendar/%27.ics',
      `/calendar/${'a'.repeat(3_000)}.ics`,
      '/calendar/.ics',
    ]
    const asked = wrong.map(async (one) => {
      const { status, text, headers } = await as(one === unknown ? people.olga : anonymous).get(one)
      return [one, status, text, headers['cache-control'], headers['content-type'], headers.etag]
    })
    const same = [404, '{"detail":"Not found."}', 'no-store', 'application/json', undefined]
    expect(await Promise.all(asked)).toEqual(wrong.map((one) => [one, ...same]))
    expect((await as(anonymous).get(path.replace('.ics', ''))).status).toBe(404)
  })

  test('20 failures block a client for 15 minutes; existing feeds are still served', async () => {
    const client = as(anonymous)
    for (let tried = 0; tried < 20; tried += 1) expect((await client.get(unknown)).status).toBe(404)
    const { status, headers } = await client.get(unknown)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await client.get(await pathOf(people.olga))).status).toBe(200)
    expect((await as(anonymous).get(unknown)).status).toBe(404)
  })

  test('180 parallel guesses from an address do not block existing feeds there', async () => {
    const client = as(anonymous)
    const guesses = Array.from({ length: 180 }, (_, n) =>
      client.get(unknown.replace('00', String(100 + n))),
    )
    const feeds = Array.from({ length: 10 }, async () => client.get(await pathOf(people.olga)))
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(
      new Set([404, 429]),
    )
    for (const { status } of await Promise.all(feeds)) expect(status).toBe(200)
  })

  test('it appears in no line of the log', async () => {
    const path = await pathOf(people.olga)
    const name = path.replace(/^\/calendar\/|\.ics$/g, '')
    const before = logged.length
    await as(anonymous).get(path)
    await as(anonymous).get(`${path}?a=${name}`)
    await as(anonymous).get(`/calendar/${name}`)
    await as(anonymous).get('/calendar/short')
    await as(anonymous).post(path, {})
    const own = logged.slice(before)
    expect(own).toHaveLength(5)
    expect(own.filter((line) => line.includes(name) || line.includes('short'))).toEqual([])
  })
})

describe('calendar feed: HTTP', () => {
  test('its headers keep it private, and name its format', async () => {
    const { status, headers } = await as(anonymous).get(await pathOf(people.olga))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="trips.ics"',
    })
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/)
  })

  test('a client with a copy gets 304, until something changes', async () => {
    const path = await pathOf(people.olga)
    const { headers } = await as(anonymous).get(path)
    const etag = String(headers.etag)
    const status = async (value: string) => {
      const answer = await as(anonymous).get(path, { 'if-none-match': value })
      expect(answer.headers.etag === etag).toBe(true)
      expect(answer.text === '').toBe(answer.status === 304)
      return answer.status
    }
    expect(await status(etag)).toBe(304)
    expect(await status(`W/${etag}`)).toBe(304)
    expect(await status(`"a", ${etag}`)).toBe(304)
    expect(await status('*')).toBe(304)
    expect(await status('"a", W/"b"')).toBe(200)
    expect(await status(etag.slice(1, -1))).toBe(200)
    await as(people.olga).patch(`/v1/trips/${people.trip.id}`, { name: 'Porto' })
    const after = await as(anonymous).get(path, { 'if-none-match': etag })
    expect([after.status, after.headers.etag === etag]).toEqual([200, false])
    expect((await as(anonymous).get(unknown, { 'if-none-match': '*' })).status).toBe(404)
  })

  test('HEAD returns only the headers; other methods are refused', async () => {
    const path = await pathOf(people.olga)
    const get = await as(anonymous).get(path)
    const head = await as(anonymous).head(path)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
    const known = await as(anonymous).head(path, { 'if-none-match': String(get.headers.etag) })
    expect([known.status, known.headers.etag]).toEqual([304, get.headers.etag])
    expect(known.headers).not.toHaveProperty('content-length')
    const post = await as(anonymous).post(path, {})
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('a feed without the database is 503, not 404', async () => {
    const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
    const log = openLog(config, { write: () => {} })
    const away = () => Promise.reject(new Refusal('SERVICE_UNAVAILABLE'))
    const broken = Object.create(db, { query: { value: away } }) as typeof db
    const down = await buildApp({ config, db: broken, log, operatorKey, secret })
    const { statusCode } = await down.inject({ url: unknown })
    await down.close()
    expect(statusCode).toBe(503)
  })
})
