/** The inbox, its emails one by one, and deleting them. */
import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insertEmail, moment, tripsChangedSince } from '../sync.ts'
import { cast, db, join, premium } from '../world.ts'
import {
  exactly,
  forbidden,
  invalidPage,
  notAllowed,
  notFound,
  unauthenticated,
} from './answers.ts'
import { childrenOf, detailKeys, softDelete, stateOf, waiting } from './emails.ts'
import { one } from './persons.ts'

const inbox = '/v1/automation/emails'
const at = (id: number) => `${inbox}/${id}`
const success = exactly(200, { success: true })

describe('7 GET /v1/automation/emails', () => {
  test("the inbox lists the caller's active, unparsed, unattached emails, newest first", async () => {
    const { olga, stan, trip } = await cast()
    const old = await waiting(olga, { date: '2031-01-01T00:00:00Z' })
    const [first, second] = [await waiting(olga), await waiting(olga)]
    await waiting(stan)
    await waiting(olga, { parsed_successfully: true })
    await softDelete('email', await waiting(olga))
    await insertEmail(olga, { trip_id: trip.id }, { parsed_successfully: false })
    const { status, json } = await as(olga).get(inbox)
    expect(status).toBe(200)
    expect(json).toMatchObject({ count: 3, next: null, previous: null })
    expect(json.results.map(({ id }) => id)).toEqual([second, first, old])
    expect(Object.keys(json.results[0] ?? {})).toEqual([
      ...['id', 'unique_parser_identifier', 'date', 'subject', 'body_preview'],
      'attachments_count',
    ])
    expect(await as(olga).get(`${inbox}?page=2`)).toMatchObject(invalidPage)
    expect(await as(anonymous).get(inbox)).toMatchObject(unauthenticated)
  })

  test('attachments_count is the number of attachments', async () => {
    const { olga } = await cast()
    const id = await waiting(olga)
    const text = `insert into email_attachment (email_id, filename) values ($1, 'a'), ($1, 'b')`
    await db.query({ text, values: [id] })
    expect((await as(olga).get(inbox)).json.results[0]).toMatchObject({ attachments_count: 2 })
  })

  test('an email whose parent was deleted later does not return to the inbox', async () => {
    const { olga, trip } = await cast()
    const { hosting } = await childrenOf(trip, olga)
    const more = { parsed_successfully: false }
    await insertEmail(olga, { hosting_id: hosting }, more)
    await softDelete('hosting', hosting)
    expect((await as(olga).get(inbox)).json.count).toBe(0)
  })

  test('GraphQL returns the reason why an email waits', async () => {
    const { olga } = await cast()
    const id = await waiting(olga)
    const query = '{ inbox { results { id reason parsedSuccessfully hostings { id } } } }'
    const { data } = await as(olga).graphql(query)
    const email = { id, reason: 'Why.', parsedSuccessfully: false, hostings: [] }
    expect(data).toEqual({ inbox: { results: [email] } })
  })
})

describe('7 GET /v1/automation/emails/{id}', () => {
  test("the caller's own email, in the inbox or attached, is 200 with the detail", async () => {
    const { olga, trip } = await cast()
    for (const id of [await waiting(olga), await insertEmail(olga, { trip_id: trip.id })]) {
      const { status, json } = await as(olga).get(at(id))
      expect(status).toBe(200)
      expect(Object.keys(json)).toEqual(detailKeys)
    }
  })

  test("somebody else's or an unknown email is 404", async () => {
    const { olga, ed, trip } = await cast()
    const attached = await insertEmail(olga, { trip_id: trip.id })
    for (const id of [await waiting(olga), attached, 2_000_000_000, 2 ** 40]) {
      expect(await as(ed).get(at(id))).toMatchObject(notFound)
    }
    expect(await as(anonymous).get(at(attached))).toMatchObject(unauthenticated)
  })

  test("the caller's own email, deleted, is 403", async () => {
    const { olga } = await cast()
    const id = await waiting(olga)
    await softDelete('email', id)
    expect(await as(olga).get(at(id))).toMatchObject(forbidden)
  })

  test("the caller's own email, attached where the caller no longer sees it, is 403", async () => {
    const { olga, ed, trip } = await cast()
    const { activity } = await childrenOf(trip, olga)
    const [onTrip, onActivity] = [
      await insertEmail(ed, { trip_id: trip.id }),
      await insertEmail(ed, { activity_id: activity }),
    ]
    const see = async (status: number) => {
      for (const id of [onTrip, onActivity]) expect((await as(ed).get(at(id))).status).toBe(status)
    }
    await see(200)
    await premium(olga, false)
    await see(403)
    await premium(olga, true)
    await join(trip.id, ed, { can_see_documents: false })
    await see(403)
    await join(trip.id, ed, { can_see_documents: true })
    await softDelete('activity', activity)
    expect(await as(ed).get(at(onActivity))).toMatchObject(forbidden)
    await db.query({ text: 'delete from member where user_id = $1', values: [ed.id] })
    await see(403)
    await softDelete('trip', trip.id)
    await see(403)
  })
})

describe('7 DELETE /v1/automation/emails/{id}', () => {
  test('an email in the inbox is deleted; a second time is 200 and changes nothing', async () => {
    const { olga } = await cast()
    const id = await waiting(olga)
    expect(await as(olga).delete(at(id))).toMatchObject(success)
    expect(await stateOf(id)).toMatchObject({ deleted: true })
    expect((await as(olga).get(inbox)).json.count).toBe(0)
    expect(await as(olga).delete(at(id))).toMatchObject(success)
  })

  test("an unknown, already deleted or somebody else's email is 200 and changes nothing", async () => {
    const { olga, ed, trip } = await cast()
    const [inInbox, attached] = [await waiting(olga), await insertEmail(olga, { trip_id: trip.id })]
    for (const id of [inInbox, attached, 2_000_000_000, 2 ** 40]) {
      expect(await as(ed).delete(at(id))).toMatchObject(success)
    }
    expect(await stateOf(inInbox)).toMatchObject({ deleted: false })
    expect(await stateOf(attached)).toMatchObject({ deleted: false })
    expect(await as(anonymous).delete(at(inInbox))).toMatchObject(unauthenticated)
  })

  test('an attached email leaves a tombstone where it was, and its trip changes', async () => {
    const { olga, trip } = await cast()
    const { hosting } = await childrenOf(trip, olga)
    const id = await insertEmail(olga, { hosting_id: hosting })
    const before = await moment()
    expect(await as(olga).delete(at(id))).toMatchObject(success)
    const list = `/v2/trip/${trip.id}/hosting/${hosting}/emails`
    expect((await as(olga).get(list)).json.count).toBe(0)
    expect((await as(olga).get(`${list}?deleted=true`)).json.results).toEqual([{ id }])
    expect(await tripsChangedSince(olga, before)).toEqual([trip.id])
  })

  test('an email attached where the caller may not change it is 403 and stays', async () => {
    const { olga, ed, trip } = await cast()
    const { transportation } = await childrenOf(trip, olga)
    const id = await insertEmail(ed, { transportation_id: transportation })
    const refused = async () => {
      expect(await as(ed).delete(at(id))).toMatchObject(forbidden)
      expect(await stateOf(id)).toMatchObject({ deleted: false })
    }
    await join(trip.id, ed, { can_see_documents: true, can_edit_documents: false })
    await refused()
    await join(trip.id, ed, { can_edit_documents: true, can_edit: true })
    await premium(olga, false)
    await refused()
    await premium(olga, true)
    await softDelete('transportation', transportation)
    await refused()
    await db.query({
      text: 'update transportation set deleted_at = null where id = $1',
      values: [transportation],
    })
    expect(await as(ed).delete(at(id))).toMatchObject(success)
  })
})

test('7 the inbox and its emails return 405 to POST', async () => {
  const mia = await one()
  expect(await as(mia).post(inbox, {})).toMatchObject(notAllowed('POST'))
  expect(await as(mia).post(at(1), {})).toMatchObject(notAllowed('POST'))
  expect((await as(mia).get(`${inbox}/abc`)).status).toBe(404)
})
