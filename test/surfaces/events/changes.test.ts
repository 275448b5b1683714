import { beforeEach, describe, expect, test } from 'vitest'
import { anonymous, as } from '../../client.ts'
import { price } from '../../core/permissions/canary.ts'
import { link } from '../../documents.ts'
import { companions, inviteTo } from '../../spec/invitations.ts'
import { session } from '../../spec/passwords.ts'
import { insertEmail } from '../../sync.ts'
import {
  type Cast,
  cast,
  db,
  join,
  operatorKey,
  type Person,
  premium,
  sha256,
  trip,
} from '../../world.ts'
import type { News } from './client.ts'
import { type ListeningPerson, listening, listens, nothing, ofAccount, ofTrips } from './streams.ts'

let people: Cast
let id: number
/** The streams of the cast, in this order. */
let listeners: ListeningPerson[]
const cast5 = ['olga', 'ed', 'vera', 'pia', 'stan'] as const

beforeEach(async () => {
  people = await cast()
  id = people.trip.id
  const { base } = await listening()
  listeners = await Promise.all(cast5.map((name) => listens(base, people[name])))
})

type NewsOfAll = Record<(typeof cast5)[number], News>

/** What each of them hears of all that has been done since the last time. */
async function newsOfAll(): Promise<NewsOfAll> {
  const news = await Promise.all(listeners.map((one) => one.news()))
  return Object.fromEntries(cast5.map((name, at) => [name, news[at]])) as NewsOfAll
}

const noNews = { olga: nothing, ed: nothing, vera: nothing, pia: nothing, stan: nothing }
/** Members hear of that trip, an invitee and a stranger of nothing. */
const members = (of = ofTrips(id)): NewsOfAll => ({ ...noNews, olga: of, ed: of, vera: of })

const add = async (kind: string, body: object) =>
  (await as(people.olga).post(`/v1/trip/${id}/${kind}`, body)).json.id
const collaborator = ({ id: person }: Person) => `/v1/trip/${id}/collaborator/${person}`

describe('events: members learn that a trip has changed, others learn nothing', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['olga renames it', () => as(people.olga).patch(`/v1/trips/${id}`, { name: 'Porto' })],
    ['ed adds a hosting', () => as(people.ed).post(`/v1/trip/${id}/hostings`, { name: 'Inn' })],
    ['olga adds an expense, which vera may not see', () => add('expenses', { title: 'x', price })],
    ['olga attaches a document, which vera may not see', () => add('documents', link)],
    [
      'olga changes the rights of ed',
      () => as(people.olga).patch(`${collaborator(people.ed)}/permissions`, { can_edit: false }),
    ],
  ])('%s', async (_, act) => {
    await act()
    expect(await newsOfAll()).toEqual(members())
  })

  test('olga changes, deletes and restores an activity of it', async () => {
    const item = await add('activities', { name: 'Tram 28' })
    expect(await newsOfAll()).toEqual(members())
    await as(people.olga).patch(`/v1/trip/${id}/activity/${item}`, { name: 'Tram 12' })
    expect(await newsOfAll()).toEqual(members())
    await as(people.olga).delete(`/v1/trip/${id}/activity/${item}`)
    expect(await newsOfAll()).toEqual(members())
    await as(people.olga).graphql(`mutation { restore(kind: ACTIVITY, id: ${item}) }`)
    expect(await newsOfAll()).toEqual(members())
  })

  test('olga invites stan, whom she knows: he learns of it only by mail', async () => {
    await companions(people.olga, people.stan)
    await newsOfAll()
    await inviteTo(id, people.olga, people.stan)
    expect(await newsOfAll()).toEqual(members())
  })

  test('an email of pia is filed in it, and leaves her inbox', async () => {
    await insertEmail(people.pia, { trip_id: id })
    expect(await newsOfAll()).toEqual({ ...members(), pia: ofAccount })
  })

  test('ed changes his name, which the roster shows', async () => {
    await as(people.ed).patch('/v1/me', { name: 'Edgar' })
    const { ed, ...others } = await newsOfAll()
    const { ed: _, ...expected } = members()
    expect(others).toEqual(expected)
    expect(ed.account).toBe(true)
    expect(ed.trips).toContain(id)
  })

  test('olga moves an activity to another trip: members of each learn of theirs', async () => {
    const other = await trip(people.olga)
    await join(other.id, people.stan)
    const item = await add('activities', { name: 'Tram 28' })
    await newsOfAll()
    await as(people.olga).patch(`/v1/trip/${id}/activity/${item}`, { update_trip: other.id })
    const both = ofTrips(id, other.id)
    expect(await newsOfAll()).toEqual({ ...members(), olga: both, stan: ofTrips(other.id) })
  })
})

describe('events: access', () => {
  test('vera is removed: she learns of that once, and nothing of the trip afterwards', async () => {
    await as(people.olga).delete(collaborator(people.vera))
    expect(await newsOfAll()).toEqual(members())
    await add('activities', { name: 'Tram 28' })
    expect(await newsOfAll()).toEqual({ ...members(), vera: nothing })
  })

  test('pia accepts her invitation: all learn of the trip, and she does from then on', async () => {
    const token = 'a'.repeat(43)
    const text = 'update member set invitation_hash = $3 where trip_id = $1 and user_id = $2'
    await db.query({ text, values: [id, people.pia.id, sha256(token)] })
    await newsOfAll()
    const query = `mutation { answerInvitation(input: { token: "${token}", accept: true }) {
      detail } }`
    expect((await as(anonymous).graphql(query)).errors).toEqual([])
    const withPia = { ...members(), pia: ofTrips(id) }
    expect(await newsOfAll()).toEqual(withPia)
    await add('activities', { name: 'Tram 28' })
    expect(await newsOfAll()).toEqual(withPia)
  })

  test('olga creates a trip, and deletes and restores the shared one', async () => {
    const { id: other } = await trip(people.olga)
    expect(await newsOfAll()).toEqual({ ...noNews, olga: ofTrips(other) })
    await as(people.olga).delete(`/v1/trips/${id}`)
    expect(await newsOfAll()).toEqual(members())
    await as(people.olga).graphql(`mutation { restore(kind: TRIP, id: ${id}) }`)
    expect(await newsOfAll()).toEqual(members())
  })

  test('olga buys and loses Pro: who sees her documents learns of it, and she of her account', async () => {
    for (const isPro of [false, true]) {
      await premium(people.olga, isPro)
      const news = await newsOfAll()
      const vera = nothing
      expect(news).toEqual({ ...members(), vera, olga: { ...news.olga, account: true } })
      expect(news.olga.trips).toContain(id)
    }
  })

  test("olga's Pro expires without a write: who sees her documents learns of it, vera does not", async () => {
    const text = `update account set premium_expiration_date = now() + interval '1 second'
      where id = $1`
    await db.query({ text, values: [people.olga.id] })
    expect(await newsOfAll()).toEqual({ ...noNews, olga: ofAccount })
    const [olga, ed, vera] = listeners as [ListeningPerson, ListeningPerson, ListeningPerson]
    const before = [olga, ed, vera].map(({ text }) => text.length)
    const since = () => [olga, ed, vera].map(({ text }, at) => text.slice(before[at]))
    await expect.poll(() => since()[1]).toContain(`[${id}]`)
    await expect.poll(() => since()[0]).toContain(`[${id},`)
    expect(since()[2]).toBe('')
  })
})

describe('events: an account alone learns of its own changes', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['changes her language', () => as(people.olga).patch('/v1/me', { language: 'pt' })],
    ['logs in elsewhere', () => session(people.olga)],
    [
      'adds an alternative address',
      () => as(people.olga).post('/v1/emails/add', { email: `other.${people.olga.email}` }),
    ],
    ['receives an email', () => insertEmail(people.olga, {})],
  ])('olga %s', async (_, act) => {
    await act()
    expect(await newsOfAll()).toEqual({ ...noNews, olga: ofAccount })
  })

  test('all who see a category learn of it: companions, but not others', async () => {
    const { id: category } = (await as(people.olga).post('/v1/categories', { name: 'Golf' })).json
    await companionsHear()
    await as(people.olga).delete(`/v1/categories/${category}`)
    await companionsHear()
  })

  test('a companion learns of a new category at once, not by the next thorough look', async () => {
    const { base } = await listening({ eventTimes: { thorough: 600_000 } })
    const vera = await listens(base, people.vera)
    await vera.news()
    await as(people.olga).post('/v1/categories', { name: 'Golf' })
    const heard = await vera.news()
    expect(heard.account || (await vera.news()).account).toBe(true)
  })
})

/** olga, ed and vera hear of their account, though not all by the same look. */
async function companionsHear(): Promise<void> {
  const heard = { olga: false, ed: false, vera: false }
  const listen = async () => {
    const { pia, stan, ...news } = await newsOfAll()
    expect([pia, stan]).toEqual([nothing, nothing])
    for (const name of ['olga', 'ed', 'vera'] as const) heard[name] ||= news[name].account
    return heard
  }
  await expect.poll(listen).toEqual({ olga: true, ed: true, vera: true })
}

describe('events: a history that begins anew', () => {
  test('all hear of their account and their trips', async () => {
    const headers = { authorization: `Operator ${operatorKey}` }
    await as(anonymous).graphql('mutation { resetCopies }', {}, headers)
    const news = await newsOfAll()
    expect(news).toMatchObject({ olga: { account: true }, stan: ofAccount })
    expect(news.vera.trips).toContain(id)
  })
})

describe('events: everything else is silent', () => {
  test("a stranger's writes wake no one else", async () => {
    const { id: own } = await trip(people.stan)
    await as(people.stan).post(`/v1/trip/${own}/activities`, { name: 'Museum' })
    await as(people.stan).patch('/v1/me', { language: 'pt' })
    await as(people.stan).post('/v1/categories', { name: 'Golf' })
    const { stan, ...others } = await newsOfAll()
    const { stan: _, ...expected } = noNews
    expect([others, stan]).toEqual([expected, { trips: [own], account: true }])
  })

  test('a refused write and a read reach no one', async () => {
    await as(people.vera).post(`/v1/trip/${id}/activities`, { name: 'Tram 28' })
    await as(people.ed).get(`/v2/trip/${id}`)
    expect(await newsOfAll()).toEqual(noNews)
  })

  test('a stream contains ids, and never what changed', async () => {
    await add('expenses', { title: 'CANARY', price, currency: 'XTS' })
    await as(people.olga).patch(`/v1/trips/${id}`, { name: 'CANARY' })
    await newsOfAll()
    const form =
      /^(retry: \d+\n\n|:\n\n|event: changed\ndata: \{("trips":\[[\d,]+\]|"account":true)\}\n\n)+$/
    for (const { text } of listeners) expect(text).toMatch(form)
  })
})
