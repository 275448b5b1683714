/** Attached booking emails, read through a trip or one child. */
import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { insertEmail, moment } from '../sync.ts'
import { db, trip as newTrip } from '../world.ts'
import { invalid, invalidPage, messages, notFound } from './answers.ts'
import { detailKeys, type EmailScene, kinds, many, scene, softDelete, waiting } from './emails.ts'
import { member } from './persons.ts'

const idsOf = ({ json }: { json: { results: { id: number }[] } }) =>
  json.results.map(({ id }) => id)

describe('4 v2 emails: lists', () => {
  let all: EmailScene
  beforeAll(async () => {
    all = await scene()
  })

  test('the trip lists its own emails and those of its children, newest first', async () => {
    const { olga, trip, mails } = all
    const answer = await as(olga).get(`/v2/trip/${trip.id}/emails`)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ count: 4, next: null, previous: null })
    const { trip: own, hosting, activity, transportation } = mails
    expect(idsOf(answer)).toEqual([hosting, transportation, activity, own])
    for (const item of answer.json.results) {
      expect(Object.keys(item)).toEqual([
        ...detailKeys,
        ...['activities', 'hostings', 'transportations'],
      ])
    }
  })

  test('an email holds its direct parent in the v2 form; for the trip all three lists are empty', async () => {
    const { olga, trip, ids, mails } = all
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/emails/`)
    const item = (id: number) => json.results.find((one) => one.id === id)
    for (const kind of kinds) {
      const parent = await as(olga).get(`/v2/trip/${trip.id}/${kind}/${ids[kind]}`)
      for (const other of kinds) {
        expect(item(mails[kind])?.[many[other]]).toEqual(other === kind ? [parent.json] : [])
      }
    }
    for (const kind of kinds) expect(item(mails.trip)?.[many[kind]]).toEqual([])
  })

  test('prices in the list follow the right to see expenses', async () => {
    const { trip, mails } = all
    const nina = await member(trip.id, { can_see_documents: true })
    const { json } = await as(nina).get(`/v2/trip/${trip.id}/emails`)
    const item = json.results.find(({ id }) => id === mails.hosting)
    const [hosting] = (item?.hostings ?? []) as Record<string, unknown>[]
    expect(hosting).toMatchObject({ name: '' })
    expect(hosting).not.toHaveProperty('price')
    expect(hosting).not.toHaveProperty('currency')
  })

  test.each(kinds)('a %s lists only its own emails, in the detail shape', async (kind) => {
    const { olga, trip, ids, mails } = all
    const answer = await as(olga).get(`/v2/trip/${trip.id}/${kind}/${ids[kind]}/emails`)
    expect(idsOf(answer)).toEqual([mails[kind]])
    expect(Object.keys(answer.json.results[0] ?? {})).toEqual(detailKeys)
  })

  test('emails of equal dates are listed by id descending; a page past the end is E-PAGE', async () => {
    const { olga } = all
    const { id } = await newTrip(olga)
    const first = await insertEmail(olga, { trip_id: id })
    const second = await insertEmail(olga, { trip_id: id })
    expect(idsOf(await as(olga).get(`/v2/trip/${id}/emails?page=1`))).toEqual([second, first])
    for (const page of ['2', '0', 'x']) {
      expect(await as(olga).get(`/v2/trip/${id}/emails?page=${page}`)).toMatchObject(invalidPage)
    }
  })

  test('a page has 100 emails', async () => {
    const { olga } = all
    const { id } = await newTrip(olga)
    const text = `insert into email (owner_id, trip_id, unique_parser_identifier, message_key)
      select $1, $2, 'm:' || n, 'page-' || $2::int || '-' || n from generate_series(1, 101) n`
    await db.query({ text, values: [olga.id, id] })
    const { json } = await as(olga).get(`/v2/trip/${id}/emails`)
    expect(json).toMatchObject({ count: 101, previous: null })
    expect(json.results).toHaveLength(100)
    expect(json.next).toMatch(/\/emails\?page=2$/)
    expect((await as(olga).get(`/v2/trip/${id}/emails?page=last`)).json.results).toHaveLength(1)
  })

  test('updatedSince compares the change of the email itself, without the two days', async () => {
    const { olga, trip, mails, ids } = await scene()
    const before = await moment()
    await db.query({
      text: `update email set subject = 'new' where id = $1`,
      values: [mails.activity],
    })
    for (const path of [
      `/v2/trip/${trip.id}/emails`,
      `/v2/trip/${trip.id}/activity/${ids.activity}/emails`,
    ]) {
      expect(idsOf(await as(olga).get(`${path}?updatedSince=${before}`))).toEqual([mails.activity])
      expect(idsOf(await as(olga).get(`${path}?updatedSince=${await moment()}`))).toEqual([])
      const broken = await as(olga).get(`${path}?updatedSince=soon`)
      expect(broken).toMatchObject(invalid('updatedSince', messages.datetime))
    }
  })

  test('an email attached to a deleted child is neither listed nor found', async () => {
    const { olga, trip, mails, ids } = await scene()
    await as(olga).delete(`/v1/trip/${trip.id}/hosting/${ids.hosting}`)
    const list = await as(olga).get(`/v2/trip/${trip.id}/emails`)
    expect(idsOf(list)).not.toContain(mails.hosting)
    const detail = await as(olga).get(`/v2/trip/${trip.id}/emails/${mails.hosting}`)
    expect(detail).toMatchObject(notFound)
  })
})

describe('4 v2 emails: deleted=true', () => {
  test('the ids of deleted emails that were attached in that scope are listed, by id', async () => {
    const { olga, trip, mails, ids } = await scene()
    await waiting(olga)
    for (const id of Object.values(mails)) await softDelete('email', id)
    const all = await as(olga).get(`/v2/trip/${trip.id}/emails?deleted=TRUE`)
    expect(all.json.results).toEqual(
      Object.values(mails)
        .sort((a, b) => a - b)
        .map((id) => ({ id })),
    )
    for (const kind of kinds) {
      const path = `/v2/trip/${trip.id}/${kind}/${ids[kind]}/emails?deleted=true`
      expect((await as(olga).get(path)).json).toMatchObject({
        count: 1,
        results: [{ id: mails[kind] }],
      })
    }
    expect((await as(olga).get(`/v2/trip/${trip.id}/emails`)).json.count).toBe(0)
  })

  test('the parameters since and updatedSince filter by the time of deletion; since takes precedence', async () => {
    const { olga, trip, mails } = await scene()
    await softDelete('email', mails.trip)
    const between = await moment()
    await softDelete('email', mails.hosting)
    const later = await moment()
    const list = `/v2/trip/${trip.id}/emails?deleted=true`
    const ids = async (query: string) => idsOf(await as(olga).get(`${list}&${query}`))
    expect(await ids(`since=${between}`)).toEqual([mails.hosting])
    expect(await ids(`updatedSince=${between}`)).toEqual([mails.hosting])
    expect(await ids(`since=${later}&updatedSince=2000-01-01`)).toEqual([])
    const broken = await as(olga).get(`${list}&since=x`)
    expect(broken).toMatchObject(invalid('since', messages.datetime))
  })
})

describe('4 v2 emails: one email', () => {
  let all: EmailScene
  beforeAll(async () => {
    all = await scene()
  })

  test('the trip finds each active email attached in it', async () => {
    const { olga, trip, mails } = all
    for (const id of Object.values(mails)) {
      const { status, json } = await as(olga).get(`/v2/trip/${trip.id}/emails/${id}`)
      expect(status).toBe(200)
      expect(Object.keys(json)).toEqual(detailKeys)
      expect(json).toMatchObject({ id, subject: 'Your rail ticket', attachments: [] })
    }
  })

  test('a child finds only its own; missing, deleted or attached elsewhere is 404', async () => {
    const { olga, trip, mails, ids } = all
    const gone = await insertEmail(olga, { hosting_id: ids.hosting })
    await softDelete('email', gone)
    const strange = await insertEmail(olga, { trip_id: (await newTrip(olga)).id })
    const path = `/v2/trip/${trip.id}/hosting/${ids.hosting}/emails`
    expect((await as(olga).get(`${path}/${mails.hosting}`)).status).toBe(200)
    for (const id of [mails.trip, mails.activity, gone, strange, await waiting(olga), 2 ** 40]) {
      expect(await as(olga).get(`${path}/${id}`)).toMatchObject(notFound)
    }
    expect(await as(olga).get(`/v2/trip/${trip.id}/emails/${gone}`)).toMatchObject(notFound)
    expect(await as(olga).get(`/v2/trip/${trip.id}/emails/${strange}`)).toMatchObject(notFound)
  })
})
