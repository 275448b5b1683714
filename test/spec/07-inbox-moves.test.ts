/** Renaming and moving emails, by five rules. */
import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insertEmail, moment, tripsChangedSince } from '../sync.ts'
import { cast, db, join, trip as newTrip, premium } from '../world.ts'
import {
  empty200,
  forbidden,
  invalid,
  messages,
  notFound,
  tooLong,
  unauthenticated,
} from './answers.ts'
import { childrenOf, softDelete, stateOf, waiting } from './emails.ts'

const at = (id: number) => `/v1/automation/emails/${id}`
const nowhere = { trip_id: null, hosting_id: null, activity_id: null, transportation_id: null }

describe('7 PUT | PATCH /v1/automation/emails/{id}: what it does', () => {
  test.each(['trip', 'activity', 'hosting', 'transportation'] as const)(
    'an email moved from the inbox to a %s returns an empty 200',
    async (kind) => {
      const { olga, trip } = await cast()
      const ids: Record<string, number> = {
        trip: trip.id,
        ...(await childrenOf(trip, olga)),
      }
      const id = await waiting(olga)
      const before = await moment()
      const answer = await as(olga).patch(at(id), { [`${kind}_id`]: String(ids[kind]) })
      expect(answer).toMatchObject(empty200)
      expect(await stateOf(id)).toMatchObject({ ...nowhere, [`${kind}_id`]: ids[kind] })
      expect((await as(olga).get('/v1/automation/emails')).json.count).toBe(0)
      expect(await tripsChangedSince(olga, before)).toEqual([trip.id])
      const { data } = await as(olga).graphql(`{ inboxEmail(id: ${id}) { reason } }`)
      expect(data).toEqual({ inboxEmail: { reason: '' } })
    },
  )

  test.each(['activity', 'hosting', 'transportation'] as const)(
    'an email moves to a %s on a connection that has prepared an upload for one',
    async (kind) => {
      const { olga, trip } = await cast()
      const ids = await childrenOf(trip, olga)
      const upload = {
        ...{ purpose: 'document', filename: 'a.pdf', content_type: 'application/pdf' },
        ...{ content_length: 9, parent_type: kind, parent_id: ids[kind] },
      }
      const mails = await Promise.all(Array.from({ length: 20 }, () => waiting(olga)))
      const uploads = mails.map(() => as(olga).post('/v1/storage/uploads', upload))
      for (const { status } of await Promise.all(uploads)) expect(status).toBe(200)
      const moves = mails.map((id) => as(olga).patch(at(id), { [`${kind}_id`]: ids[kind] }))
      for (const answer of await Promise.all(moves)) expect(answer).toMatchObject(empty200)
    },
  )

  test('the first of several targets counts: trip, activity, hosting, transportation', async () => {
    const { olga, trip } = await cast()
    const { hosting, activity, transportation } = await childrenOf(trip, olga)
    const all = {
      transportation_id: transportation,
      hosting_id: hosting,
      activity_id: activity,
      trip_id: trip.id,
    }
    const id = await waiting(olga)
    const order = ['trip_id', 'activity_id', 'hosting_id', 'transportation_id'] as const
    const body: Record<string, number | null> = { ...all }
    for (const key of order) {
      expect(await as(olga).put(at(id), body)).toMatchObject(empty200)
      expect(await stateOf(id)).toMatchObject({ ...nowhere, [key]: all[key] })
      // A null target counts as absent.
      body[key] = null
    }
  })

  test('a move removes the old placement and changes both trips', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const { hosting } = await childrenOf(trip, olga)
    const id = await insertEmail(olga, { hosting_id: hosting })
    const before = await moment()
    expect(await as(olga).patch(at(id), { trip_id: other.id })).toMatchObject(empty200)
    expect(await stateOf(id)).toMatchObject({ ...nowhere, trip_id: other.id })
    expect(await tripsChangedSince(olga, before)).toEqual([trip.id, other.id])
    const list = await as(olga).get(`/v2/trip/${trip.id}/hosting/${hosting}/emails`)
    expect(list.json.count).toBe(0)
  })

  test('a subject of 0 to 998 characters is stored, in the inbox and attached', async () => {
    const { olga, trip } = await cast()
    for (const id of [await waiting(olga), await insertEmail(olga, { trip_id: trip.id })]) {
      const placeBefore = { ...(await stateOf(id)), subject: '' }
      for (const subject of ['x'.repeat(998), '']) {
        expect(await as(olga).patch(at(id), { subject })).toMatchObject(empty200)
        expect(await stateOf(id)).toEqual({ ...placeBefore, subject })
      }
      const long = await as(olga).patch(at(id), { subject: 'x'.repeat(999) })
      expect(long).toMatchObject(invalid('subject', tooLong(998)))
    }
  })

  test('an empty body is an empty 200 and changes nothing', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    const before = await moment()
    for (const body of [{}, { trip_id: null }, undefined]) {
      expect(await as(olga).patch(at(id), body)).toMatchObject(empty200)
    }
    expect(await tripsChangedSince(olga, before)).toEqual([])
  })

  test('a target that is not an integer is 400, and no other target is applied', async () => {
    const { olga, trip } = await cast()
    const id = await waiting(olga)
    const answer = await as(olga).patch(at(id), { trip_id: trip.id, hosting_id: 'x' })
    expect(answer).toMatchObject(invalid('hosting_id', messages.integer))
    expect(await as(olga).patch(at(id), { trip_id: 'x' })).toMatchObject(
      invalid('trip_id', messages.integer),
    )
    expect(await stateOf(id)).toMatchObject(nowhere)
  })
})

describe('7 PUT | PATCH /v1/automation/emails/{id}: who may', () => {
  test('an unknown email is 404; a deleted one is 403 for its owner, 404 for others', async () => {
    const { olga, stan, trip } = await cast()
    const id = await waiting(olga)
    await softDelete('email', id)
    const body = { trip_id: trip.id }
    for (const unknown of [2_000_000_000, 2 ** 40]) {
      expect(await as(olga).patch(at(unknown), body)).toMatchObject(notFound)
    }
    expect(await as(olga).patch(at(id), body)).toMatchObject(forbidden)
    expect(await as(stan).patch(at(id), { subject: 'x' })).toMatchObject(notFound)
    expect(await as(anonymous).patch(at(id), body)).toMatchObject(unauthenticated)
  })

  test("an email in somebody else's inbox is 403, also for a rename", async () => {
    const { olga, ed, trip } = await cast()
    const id = await waiting(olga)
    for (const body of [{ trip_id: trip.id }, { subject: 'x' }, {}]) {
      expect(await as(ed).patch(at(id), body)).toMatchObject(forbidden)
    }
    expect(await stateOf(id)).toMatchObject({ subject: 'Your rail ticket', ...nowhere })
  })

  test('an attached email needs the right to edit documents at its source, also for a rename', async () => {
    const { olga, ed, vera, stan, trip } = await cast()
    const { hosting, activity } = await childrenOf(trip, olga)
    const id = await insertEmail(vera, { hosting_id: hosting })
    const bodies = [{ activity_id: activity }, { subject: 'x' }, {}]
    for (const body of bodies) {
      expect(await as(vera).patch(at(id), body)).toMatchObject(forbidden)
      expect(await as(stan).patch(at(id), body)).toMatchObject(forbidden)
    }
    await join(trip.id, vera, { can_see_documents: true })
    for (const body of bodies) expect(await as(vera).patch(at(id), body)).toMatchObject(forbidden)
    await premium(olga, false)
    for (const body of bodies) expect(await as(ed).patch(at(id), body)).toMatchObject(forbidden)
    await premium(olga, true)
    await softDelete('hosting', hosting)
    for (const body of bodies) expect(await as(olga).patch(at(id), body)).toMatchObject(forbidden)
    expect(await stateOf(id)).toMatchObject({ subject: 'Your rail ticket', hosting_id: hosting })
  })

  test('a destination that is missing, deleted or without the right is 403', async () => {
    const { olga, ed, stan, trip } = await cast()
    const strange = await newTrip(stan)
    const children = await childrenOf(trip, olga)
    const gone = await newTrip(olga)
    await softDelete('trip', gone.id)
    const ofGone = await childrenOf(gone, olga)
    await softDelete('hosting', children.hosting)
    const id = await waiting(olga)
    const refused: Record<string, number>[] = [
      { trip_id: strange.id },
      { trip_id: gone.id },
      { trip_id: 2_000_000_000 },
      { trip_id: 2 ** 40 },
      { hosting_id: children.hosting },
      { activity_id: ofGone.activity },
      { transportation_id: 0 },
    ]
    for (const body of refused) {
      expect(await as(olga).patch(at(id), { subject: 'x', ...body })).toMatchObject(forbidden)
    }
    expect(await stateOf(id)).toMatchObject({ subject: 'Your rail ticket', ...nowhere })
    const own = await waiting(ed)
    await join(trip.id, ed, { can_edit_documents: false })
    expect(await as(ed).patch(at(own), { trip_id: trip.id })).toMatchObject(forbidden)
    await join(trip.id, ed, { can_edit_documents: true })
    await premium(olga, false)
    expect(await as(ed).patch(at(own), { trip_id: trip.id })).toMatchObject(forbidden)
    await premium(olga, true)
    expect(await as(ed).patch(at(own), { trip_id: trip.id })).toMatchObject(empty200)
  })

  test("somebody else's email moves only within its trip", async () => {
    const { olga, ed, trip } = await cast()
    const other = await newTrip(olga)
    await join(other.id, ed, { can_edit: true, can_see_documents: true, can_edit_documents: true })
    const { activity } = await childrenOf(trip, olga)
    const ofOther = await childrenOf(other, olga)
    const id = await insertEmail(olga, { trip_id: trip.id })
    for (const body of [{ trip_id: other.id }, { activity_id: ofOther.activity }]) {
      expect(await as(ed).patch(at(id), body)).toMatchObject(forbidden)
    }
    expect(await as(ed).patch(at(id), { activity_id: activity })).toMatchObject(empty200)
    expect(await as(ed).patch(at(id), { trip_id: trip.id })).toMatchObject(empty200)
    expect(await as(olga).patch(at(id), { trip_id: other.id })).toMatchObject(empty200)
  })

  test('GraphQL returns the same refusal, and else the email as written', async () => {
    const { olga, ed, trip } = await cast()
    const { hosting } = await childrenOf(trip, olga)
    const id = await waiting(olga)
    const mutation = (target: string) => `mutation {
      updateEmail(id: ${id}, input: { subject: "S", ${target} }) {
        subject hostings { id price } } }`
    const denied = await as(ed).graphql(mutation(`hostingId: ${hosting}`))
    expect(denied.errors[0]?.extensions.code).toBe('FORBIDDEN')
    const { data } = await as(olga).graphql(mutation(`hostingId: ${hosting}`))
    const email = { subject: 'S', hostings: [{ id: hosting, price: 9 }] }
    expect(data).toEqual({ updateEmail: email })
    await db.query({ text: 'delete from member where user_id = $1', values: [ed.id] })
  })
})
