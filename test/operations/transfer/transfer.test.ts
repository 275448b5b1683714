/** 17 Operators: an account is exported, and imported into another service. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccount } from '../../../src/operations/transfer/export.ts'
import { importAccount } from '../../../src/operations/transfer/import.ts'
import { as } from '../../client.ts'
import { withKey } from '../../spec/keyed.ts'
import { app, type Cast } from '../../world.ts'
import {
  addPeople,
  contentOf,
  type Elsewhere,
  elsewhere,
  get,
  here,
  keyIn,
  newPath,
  richCast,
} from './accounts.ts'

let other: Elsewhere
let all: Cast
let folder: string
const idempotencyKey = 'a-key-that-stays-here'

beforeAll(async () => {
  other = await elsewhere()
  all = await richCast()
  folder = await newPath('olga')
  const keyed = await as(all.olga).patch(`/v1/trips/${all.trip.id}`, {}, withKey(idempotencyKey))
  expect(keyed.status).toBe(200)
  await exportAccount(here, all.olga.username, folder)
  await addPeople(other, [all.ed, all.vera, all.pia, all.stan])
})
afterAll(() => other.close())

/** What differs between services: ids, secrets, and when something was stored. */
const own = new Set([
  ...['id', 'owner_id', 'trip_id', 'user_id', 'internal_id', 'changed_at', 'key'],
  ...['calendar_identifier', 'anonymous_email_identifier', 'temp_read_url', 'assigned_users'],
])

/** The same without what is the service's own; times to the second. */
function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one))
  if (typeof value === 'string' && /^documents\/private\//.test(value)) return 'a key'
  if (value === null || typeof value !== 'object') return value
  const isOwn = (field: string, one: unknown) =>
    own.has(field) || (/^(owner|trip)$/.test(field) && typeof one === 'number')
  const fields = Object.entries(value).filter(([field, one]) => !isOwn(field, one))
  // A trip is changed by its import.
  const isTrip = 'has_dates' in value
  return Object.fromEntries(
    fields
      .filter(([field]) => !(isTrip && field === 'updated_at'))
      .map(([field, one]) => [field, plain(one, `${name}.${field}`)]),
  )
}

const lists = ['hostings', 'activities', 'transportations', 'expenses', 'emails', 'documents']

/** All that olga sees over REST. */
async function seen(of: typeof app, key: string) {
  const ask = (path: string) => get(of, key, path)
  const trips = (await ask('/v2/trips')).results as { id: number; name: string }[]
  trips.sort((one, two) => (one.name < two.name ? -1 : 1))
  const within = trips.map(async ({ id }) => [
    ...(await Promise.all(
      lists.map(async (list) => plain(await ask(`/v2/trip/${id}/${list}?page_size=100`))),
    )),
    plain(await ask(`/v1/trips/${id}`)),
  ])
  return {
    trips: plain(trips),
    within: await Promise.all(within),
    me: plain(await ask('/v1/me')),
    categories: plain(await ask('/v1/categories')),
    favorites: plain(await ask('/v1/guests/favorites')),
    addresses: plain(await ask('/v1/emails')),
    inbox: plain(await ask('/v1/automation/emails')),
    deleted: ((await ask('/v2/trips?deleted=true')).results as []).length,
  }
}

describe('17 Operators: an account that moves', () => {
  it('the export has no secrets, and only its owner can read it', async () => {
    const text = await readFile(join(folder, 'account.jsonl'), 'utf8')
    const [me] = text.split('\n').map((line) => line && JSON.parse(line))
    expect(me).toMatchObject({ kind: 'account', username: all.olga.username, firstName: 'Olga' })
    expect(text).not.toMatch(/argon2|passwordHash|anon_|cal_|"hash"/)
    expect(text).not.toContain(all.olga.key)
    // Answers to requests of before are not the account's (B4).
    for (const content of Object.values(await contentOf(folder))) {
      expect(content).not.toContain(idempotencyKey)
    }
    for (const name of ['account.jsonl', 'manifest.json', 'files/000001.eml']) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found) expect(found.mode & 0o777).toBe(0o600)
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('imported as trusted and exported again, it is identical byte for byte', async () => {
    const imported = await importAccount(other.outside, folder, true)
    expect(imported).toMatchObject({
      ...{ username: all.olga.username, leftOut: [] },
      counts: { account: 1, trip: 3, member: 6, favorite: 3, address: 2, category: 2 },
    })
    const again = await newPath('again')
    await exportAccount(other.outside, all.olga.username, again)
    expect(await contentOf(again)).toEqual(await contentOf(folder))
  })

  it('its owner sees the same over REST', async () => {
    const there = await seen(other.app as never, await keyIn(other, all.olga.username))
    const before = await seen(app as never, all.olga.key)
    expect(there).toEqual(before)
    expect([before.within.length, before.deleted]).toEqual([2, 1])
  })

  it('its owner sees the same over GraphQL, including fields that only GraphQL has', async () => {
    const query = `{
      me { username isNewsletterSubscriber calendarHiddenCategories createdAt }
      inbox(first: 20) { count results { subject reason content attachments { payload } } }
      trips(first: 9) { results {
        name internalIdentifier viewerCan { edit seeDocuments } createdAt
        deletedHostings(first: 9) { count }
        activities(first: 20) { results { name updatedAt price owner { email } } }
      } }
    }`
    const ask = async (of: typeof app, key: string) => {
      const headers = { authorization: `Token ${key}` }
      const url = '/graphql'
      return (await of.inject({ method: 'POST', url, headers, payload: { query } })).json()
    }
    const before = await ask(app, all.olga.key)
    expect(before.errors).toBeUndefined()
    expect(before.data.inbox.count).toBe(3)
    expect(before.data.trips.results[0].deletedHostings.count).toBe(1)
    expect(await ask(other.app as never, await keyIn(other, all.olga.username))).toEqual(before)
  })

  it('its members see their trip, and passwords are not imported', async () => {
    const key = await keyIn(other, all.ed.username)
    const { results } = await get(other.app as never, key, '/v2/trips')
    expect(results).toMatchObject([{ name: 'Lisbon long weekend' }])
    const payload = { email: all.olga.email, password: all.olga.password }
    const answer = await other.app.inject({ method: 'POST', url: '/auth/login', payload })
    expect(answer.statusCode).toBe(400)
  })
})

describe('17 Operators: an account of a stranger', () => {
  let third: Elsewhere
  beforeAll(async () => {
    third = await elsewhere()
    await addPeople(third, [all.vera, all.ed, all.pia, all.stan])
  })
  afterAll(() => third.close())

  it('gets no Pro, no verified address, no member and no favorite', async () => {
    const imported = await importAccount(third.outside, folder, false)
    const people = [all.ed.email, all.pia.email, all.vera.email]
    expect(imported.leftOut.toSorted()).toEqual(people.sort())
    const key = await keyIn(third, all.olga.username)
    const ask = (path: string) => get(third.app as never, key, path)
    expect(await ask('/v1/me')).toMatchObject({ is_premium: false, name: 'Olga "Ö" Prado' })
    const addresses = (await ask('/v1/emails')).results as { verified: boolean }[]
    expect(addresses.map(({ verified }) => verified)).toEqual([false, false])
    expect((await ask('/v1/guests/favorites')).results).toEqual([])
    const members = await third.db.query({
      text: 'select user_id from member group by user_id',
    })
    expect(members).toHaveLength(1)
  })

  it('is refused if its name is taken', async () => {
    await expect(importAccount(third.outside, folder, false)).rejects.toThrow(
      'account.jsonl, line 1: the username or the email address is already in use',
    )
  })
})
