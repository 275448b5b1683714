/** Inbound mail: what is said later counts, not what arrives later. */
import { describe, expect, it } from 'vitest'
import { fileMail } from '../../../src/mail/filing/filing.ts'
import { parseMail } from '../../../src/mail/reading/parse.ts'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'
import { as } from '../../client.ts'
import { cast, db, join } from '../../world.ts'
import {
  cancelled,
  file,
  filedAt,
  flight,
  objectsIn,
  parsed,
  stay,
  table,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'
import { rawMail } from '../raw-mails.ts'

const at = (local: string) => ({ local, zone: 'Europe/Lisbon' })
const noon = { start: at('2031-04-18T12:00:00'), end: at('2031-04-18T15:00:00') }
const later = { date: '2031-03-05T09:00:00.000Z' }
const earlier = { date: '2031-02-27T09:00:00.000Z' }
const outdated = waitingFor(reasons.outdated)
const cancelledLater = waitingFor(reasons.cancelledSince, 'KX77QP, AP123 (email of 2031-03-05)')

describe('17 Inbound mail: an older message that arrives later changes nothing', () => {
  it.each<[string, Partial<Reservation>, Partial<Reservation>]>([
    [
      'by the time of its last change, whatever its Date says',
      { saidAt: '2031-02-20T10:00:00.000Z' },
      { saidAt: '2031-02-19T10:00:00.000Z' },
    ],
    [
      'by SEQUENCE, whenever it was stamped',
      { sequence: 2, saidAt: '2031-02-19T10:00:00.000Z' },
      { sequence: 1, saidAt: '2031-02-20T10:00:00.000Z' },
    ],
    [
      'by DTSTAMP where SEQUENCE is one',
      { sequence: 2, saidAt: '2031-02-20T10:00:00.000Z' },
      { sequence: 2, saidAt: '2031-02-19T10:00:00.000Z' },
    ],
  ])('%s', async (_, newer, older) => {
    const { olga, trip } = await cast()
    await file(olga, [table({ ...newer, ...noon })])
    const { id } = await file(olga, [table({ ...older, fields: { phone: '+351 1' } })], later)
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([
      { starts_at: '2031-04-18T11:00:00Z', phone: '' },
    ])
    expect(await whereIs(id)).toEqual(outdated)
  })

  it('by the Date of the messages, unless they say more', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(noon)])
    const { id } = await file(olga, [flight()], earlier)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
    expect(await whereIs(id)).toEqual(outdated)
    const newer = await file(olga, [flight()], later)
    expect(await whereIs(newer.id)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T07:10:00Z' },
    ])
  })

  it('by its arrival if it has no Date', async () => {
    const { olga, trip } = await cast()
    const { date: _, ...undated } = parsed([flight(noon)])
    const arrival = { ownerId: olga.id, source: 'test', bytes: Buffer.from('Seat 21') }
    await fileMail(db, { ...arrival, parsed: undated, at: new Date('2031-03-02T00:00:00Z') })
    const { id } = await file(olga, [flight()])
    expect(await whereIs(id)).toEqual(outdated)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('a cancellation older than a renewed booking deletes nothing', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const { id } = await file(olga, [cancelled(flight())], earlier)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    expect(await whereIs(id)).toEqual(outdated)
  })

  it('its other bookings are filed, and the message says that something was omitted', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(noon)])
    const { id } = await file(olga, [flight(), stay()], earlier)
    const [made] = await objectsIn(trip.id, 'hosting')
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
    const reason = reasons.outdated
    expect(await whereIs(id)).toEqual({ ...filedAt({ hostingId: made?.id as number }), reason })
  })

  it('the newer one of two members’ messages counts', async () => {
    const { olga, ed, trip } = await cast()
    await file(ed, [flight(noon)], later)
    expect(await whereIs((await file(olga, [flight()])).id)).toEqual(outdated)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
  })
})

describe('17 Inbound mail: a cancellation that arrives before its confirmation', () => {
  it('prevents a booking when the older confirmation arrives', async () => {
    const { olga, trip } = await cast()
    const first = await file(olga, [cancelled(flight())], later)
    expect(await whereIs(first.id)).toEqual(waitingFor(reasons.unknownReservation, 'KX77QP'))
    const { id } = await file(olga, [flight()])
    expect(await whereIs(id)).toEqual(cancelledLater)
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('prevents a booking that it has deleted, too, whichever member sends the confirmation again', async () => {
    const { olga, ed, trip } = await cast()
    await file(olga, [flight()])
    await file(olga, [cancelled(flight())], later)
    for (const person of [olga, ed]) {
      expect(await whereIs((await file(person, [flight()])).id)).toEqual(cancelledLater)
    }
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('does not affect bookings that it does not name, or later ones', async () => {
    const { olga, trip } = await cast()
    const part = { leg: 'AP123', start: at('2031-04-18T08:10:00') }
    await file(olga, [{ ...cancelled(flight()), ...part }], later)
    const back = flight({
      leg: 'AP124',
      start: at('2031-04-21T18:00:00'),
      end: at('2031-04-21T21:00:00'),
    })
    await file(olga, [back])
    await file(olga, [flight({ code: 'OTHER1' })])
    await file(olga, [flight()], { date: '2031-03-06T09:00:00.000Z' })
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows.map((row) => [row.transport_number, row.provider_reservation_code])).toEqual([
      ['AP124', 'KX77QP'],
      ['AP123', 'OTHER1'],
      ['AP123', 'KX77QP'],
    ])
  })

  it('has no effect on the trips of others', async () => {
    const { olga, stan, trip } = await cast()
    await file(stan, [cancelled(flight())], later)
    await file(olga, [flight()])
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('has no effect once its owner may not edit the trip', async () => {
    const { olga, ed, trip } = await cast()
    const { id } = await file(ed, [cancelled(flight())], later)
    const moving = `mutation { updateEmail(id: ${id}, input: { tripId: ${trip.id} }) { id } }`
    expect(await as(ed).graphql(moving)).toMatchObject({ data: { updateEmail: { id } } })
    const held = await file(olga, [flight()])
    expect(await whereIs(held.id)).toEqual(cancelledLater)
    await join(trip.id, ed, { can_edit: false, can_edit_documents: false })
    await file(olga, [flight()])
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('is stored with its message, even with many long names', async () => {
    const { olga } = await cast()
    // Half of such a character is invalid.
    const name = '\u{1f686}'.repeat(300)
    const trains = Array.from({ length: 250 }, (_, at) => ({
      ...{ '@context': 'http://schema.org', '@type': 'TrainReservation' },
      ...{
        reservationNumber: `R${at}`,
        reservationStatus: 'http://schema.org/ReservationCancelled',
      },
      reservationFor: {
        ...{ '@type': 'TrainTrip', departureTime: '2031-04-18T08:10:00+01:00' },
        ...{ departureStation: { name }, arrivalStation: { name } },
      },
    }))
    const html = `<script type="application/ld+json">${JSON.stringify(trains)}</script>`
    const { reservations } = await parseMail(rawMail({ html }))
    expect(reservations).toHaveLength(250)
    const { id } = await file(olga, reservations)
    expect(await whereIs(id)).toMatchObject({ filed: false })
    const [{ size = 0 } = {}] = await db.query<{ size: number }>({
      text: 'select length(cancellations::text) as size from email where id = $1',
      values: [id],
    })
    expect(size).toBeGreaterThan(30_000)
    expect(size).toBeLessThan(66_000)
  })

  it('concurrent with its confirmation, leaves no booking', async () => {
    const { olga, trip } = await cast()
    for (let round = 0; round < 5; round += 1) {
      const booked = flight({ code: `RACE${round}` })
      const [gone] = await Promise.all([
        file(olga, [cancelled(booked)], later),
        file(olga, [booked]),
      ])
      expect(await whereIs(gone.id)).toMatchObject({ isDeleted: false })
    }
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })
})

describe('17 Inbound mail: values reported by mail are never exposed', () => {
  it('by neither GraphQL nor REST', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/transportations`)
    expect(JSON.stringify(json)).not.toMatch(/reservation_(said|key|codes)/)
    const asked = await as(olga).graphql('{ __type(name: "Transportation") { fields { name } } }')
    expect(JSON.stringify(asked)).not.toContain('reservationSaid')
    expect(JSON.stringify(asked)).toContain('providerReservationCode')
  })
})

describe('17 Inbound mail: one flight on several days of a booking', () => {
  const day = (date: string, time: string, landing: string): Partial<Reservation> => ({
    start: at(`${date}T${time}`),
    end: at(`${date}T${landing}`),
  })
  const weekly = [
    flight(day('2031-04-18', '08:10:00', '11:05:00')),
    flight(day('2031-04-20', '08:10:00', '11:05:00')),
  ]

  it.each([
    ['of its day', '2031-04-20', '2031-04-20T08:40:00Z'],
    ['that is nearest', '2031-04-21', '2031-04-21T08:40:00Z'],
  ])('a change means the one %s', async (_, date, departure) => {
    const { olga, trip } = await cast()
    await file(olga, weekly)
    await file(olga, [flight(day(date, '09:40:00', '12:35:00'))], later)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T07:10:00Z' },
      { departure_at: departure },
    ])
  })
})
