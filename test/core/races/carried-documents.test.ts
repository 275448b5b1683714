/** 12.3, 1.9: an object's attachments, and the rights to it, change while it moves. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument, link } from '../../documents.ts'
import { byWord, type KindCase, path } from '../../itinerary.cases.ts'
import { empty200, forbidden } from '../../spec/answers.ts'
import { stateOf, waiting } from '../../spec/emails.ts'
import { member } from '../../spec/persons.ts'
import { allRights, cast, db, join, trip as newTrip } from '../../world.ts'
import { during } from './parallel.ts'

/** An object that carries nothing, and nina, who may edit it, and everything in her own trip. */
async function stage(kind: KindCase) {
  const { olga, ed, trip } = await cast()
  const { id } = (await as(olga).post(path('v1', kind, trip.id), kind.least)).json
  const nina = await member(trip.id, { can_edit: true })
  const own = await newTrip(nina)
  const home = path('v1', kind, trip.id, id)
  return { olga, ed, nina, trip, own, id, home, column: `${kind.one}_id` }
}

describe('12.3 carried rows, in parallel', () => {
  it.each(byWord)('%s: a document attached first makes the move refused', async (_, kind) => {
    const { olga, nina, own, id, home, column } = await stage(kind)
    const attach = {
      text: `insert into document (owner_id, ${column}, url) values ($1, $2, $3)`,
      values: [olga.id, id, link.url],
    }
    const answer = await during(attach, () => as(nina).patch(home, { update_trip: own.id }))
    expect(answer).toMatchObject(forbidden)
    expect((await as(olga).get(home)).status).toBe(200)
  })

  it.each(byWord)('%s: an email attached first makes the move refused', async (_, kind) => {
    const { olga, nina, own, id, home, column } = await stage(kind)
    const email = await waiting(olga)
    const attach = { text: `update email set ${column} = $1 where id = $2`, values: [id, email] }
    const answer = await during(attach, () => as(nina).patch(home, { update_trip: own.id }))
    expect(answer).toMatchObject(forbidden)
    expect((await as(olga).get(home)).status).toBe(200)
  })

  it.each(byWord)('%s: a price set first makes the move refused', async (_, kind) => {
    const { olga, nina, own, id, home } = await stage(kind)
    const price = { text: `update ${kind.one} set price = 12 where id = $1`, values: [id] }
    const answer = await during(price, () => as(nina).patch(home, { update_trip: own.id }))
    expect(answer).toMatchObject(forbidden)
    expect((await as(olga).get(home)).json.price).toBe(12)
  })

  it.each(byWord)('%s: a move made first makes attaching refused', async (_, kind) => {
    const { olga, ed, nina, trip, own, id, home, column } = await stage(kind)
    const email = await waiting(olga)
    const document = await insertDocument(olga, { trip_id: trip.id })
    const attempts = [
      () => as(ed).post(`/v1/trip/${trip.id}/${kind.one}/${id}/documents`, link),
      () => as(ed).patch(`/v1/documents/${document}`, { [column]: id }),
      () => as(olga).patch(`/v1/automation/emails/${email}`, { [column]: id }),
    ]
    for (const attempt of attempts) {
      // As a move does: lock the row first, without changing a key.
      const lock = `with c as (select id from ${kind.one} where id = $1 for update)`
      const move = `${lock} update ${kind.one} set trip_id = $2 from c where ${kind.one}.id = c.id`
      const answer = await during({ text: move, values: [id, own.id] }, attempt)
      expect(answer).toMatchObject(forbidden)
      await db.query({ text: move, values: [id, trip.id] })
    }
    const text = `select from document where ${column} = $1`
    expect(await db.query({ text, values: [id] })).toEqual([])
    expect(await stateOf(email)).toMatchObject({ [column]: null })
    expect((await as(nina).get(home)).status).toBe(200)
  })

  it.each(byWord)('%s: a move is refused without the right to a price', async (_, kind) => {
    const { olga, nina, trip, own, id, home } = await stage(kind)
    await join(trip.id, nina, allRights)
    await as(olga).patch(home, { price: 12 })
    const take = {
      text: 'update member set can_edit_expenses = false where trip_id = $1 and user_id = $2',
      values: [trip.id, nina.id],
    }
    const answer = await during(take, () => as(nina).patch(home, { update_trip: own.id }))
    expect(answer).toMatchObject(forbidden)
    await join(trip.id, nina, allRights)
    expect(await as(nina).patch(home, { update_trip: own.id })).toMatchObject(empty200)
    expect((await as(nina).get(path('v1', kind, own.id, id))).json.price).toBe(12)
  })

  it.each(byWord)('%s: a price is refused once its writer loses the right', async (_, kind) => {
    const { olga, nina, trip, home } = await stage(kind)
    const list = path('v1', kind, trip.id)
    const take = {
      text: 'update member set can_edit_expenses = false where trip_id = $1 and user_id = $2',
      values: [trip.id, nina.id],
    }
    const writes = [
      () => as(nina).patch(home, { price: 12 }),
      () => as(nina).patch(home, { currency: 'EUR' }),
      () => as(nina).post(list, { ...kind.least, price: 12 }),
    ]
    for (const write of writes) {
      await join(trip.id, nina, allRights)
      expect(await during(take, write)).toMatchObject(forbidden)
    }
    const { json } = await as(olga).get(list)
    expect(json.results).toMatchObject([{ price: null, currency: '' }])
  })
})
