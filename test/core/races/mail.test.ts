/** Parallel deliveries, and changes to the trip meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { file, flight, makeTrip, objectsIn, stay, whereIs } from '../../mail/parsed-messages.ts'
import { flightHtml, rawMail } from '../../mail/raw-mails.ts'
import { deliver, delivered } from '../../spec/inbound.ts'
import { cast, db } from '../../world.ts'

const many = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

describe('17 Inbound mail in parallel (C7)', () => {
  it('the same message, sent 20 times, is stored and filed once', async () => {
    const { olga, trip } = await cast()
    const raw = rawMail({ html: flightHtml() })
    const answers = await many(20, async () => delivered(await deliver(raw, { owner: olga.email })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ parsedSuccessfully: true })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    const rows = await db.query({
      text: 'select id from email where owner_id = $1',
      values: [olga.id],
    })
    expect(rows).toHaveLength(1)
  })

  it('the same message, filed 20 times at once, is stored and filed once', async () => {
    const { olga, trip } = await cast()
    const messageKey = '<once@mail.example>'
    const fields = { seatNumber: '7A' }
    const stored = await many(20, () => file(olga, [flight({ fields })], { messageKey }))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1)
    expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1)
    const legs = await objectsIn(trip.id, 'transportation')
    expect(legs).toMatchObject([{ seat_number: '7A' }])
    for (const { object } of stored) expect(object).toMatchObject({ id: legs[0]?.id })
  })

  it('a message waits for its account before it holds anything of a trip', async () => {
    const { olga, trip } = await cast()
    let filing: ReturnType<typeof file> | undefined
    await db.transaction(async (tx) => {
      const account = 'select id from account where id = $1 for no key update'
      await tx.query({ text: account, values: [olga.id] })
      filing = file(olga, [flight()])
      await sleep(300)
      const members = 'select user_id from member where trip_id = $1 for update nowait'
      await tx.query({ text: members, values: [trip.id] })
    })
    expect(await filing).toMatchObject({ isNew: true, object: { kind: 'transportation' } })
  })

  it('20 messages of two members about one reservation make one object', async () => {
    const { olga, ed, trip } = await cast()
    const stored = await many(20, (at) => file(at % 2 ? olga : ed, [flight()]))
    const legs = await objectsIn(trip.id, 'transportation')
    expect(legs).toHaveLength(1)
    for (const { id } of stored) {
      expect(await whereIs(id)).toMatchObject({ filed: true, transportationId: legs[0]?.id })
    }
  })

  it('messages of different reservations of one trip do not block each other', async () => {
    const { olga, ed, trip } = await cast()
    await many(20, (at) =>
      file(at % 2 ? olga : ed, [stay({ code: `H-${at}`, fields: { name: `Casa ${at}` } })]),
    )
    expect(await objectsIn(trip.id, 'hosting')).toHaveLength(20)
  })

  it('a message for a trip that is being deleted is filed before, or not at all', async () => {
    const { olga } = await cast()
    for (let at = 0; at < 15; at += 1) {
      const day = `2032-${String((at % 12) + 1).padStart(2, '0')}-${at < 12 ? '05' : '20'}`
      const trip = await makeTrip(olga, { starts: day, ends: day })
      const start = { local: `${day}T12:00:00`, zone: 'Europe/Lisbon' }
      const [stored] = await Promise.all([
        file(olga, [flight({ start, code: `D${at}` })]),
        as(olga).delete(`/v1/trips/${trip.id}`),
      ])
      const legs = await objectsIn(trip.id, 'transportation')
      const where = await whereIs(stored.id)
      expect(where.filed).toBe(legs.length === 1)
      expect(where.transportationId).toBe(legs[0]?.id ?? null)
    }
  })

  it('a message of a member who is being removed is filed before, or not at all', async () => {
    for (let at = 0; at < 10; at += 1) {
      const { olga, ed, trip } = await cast()
      const [stored] = await Promise.all([
        file(ed, [flight()]),
        db.query({
          text: 'delete from member where trip_id = $1 and user_id = $2',
          values: [trip.id, ed.id],
        }),
      ])
      const legs = await objectsIn(trip.id, 'transportation')
      expect((await whereIs(stored.id)).filed).toBe(legs.length === 1)
      expect((await as(olga).get(`/v1/trips/${trip.id}`)).status).toBe(200)
    }
  })

  it('messages about an object that people edit, move and delete never fail', async () => {
    const { olga, ed, trip } = await cast()
    const other = await makeTrip(olga, { starts: '2033-01-01', ends: '2033-01-02' })
    await file(olga, [flight()])
    const [leg] = await objectsIn(trip.id, 'transportation')
    const path = `/v1/trip/${trip.id}/transportation/${leg?.id}`
    const work = [
      ...Array.from({ length: 6 }, () => () => file(ed, [flight()]).then(() => 200)),
      ...Array.from({ length: 6 }, (_, at) => async () => {
        return (await as(ed).patch(path, { notes: `${at}` })).status
      }),
      async () => (await as(olga).patch(path, { update_trip: other.id })).status,
      async () => (await as(olga).delete(path)).status,
    ]
    const statuses = await Promise.all(work.map((one) => one()))
    for (const status of statuses) expect([200, 204, 404]).toContain(status)
  })
})
