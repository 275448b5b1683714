/** Inbound mail: which trip the reservations of a message belong to. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { cast, db, join, premium } from '../../world.ts'
import {
  file,
  filedAt,
  flight,
  makeTrip,
  objectsIn,
  stay,
  table,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'

const on = (local: string, zone?: string) => ({ start: zone ? { local, zone } : { local } })

describe('17 Inbound mail: a reservation becomes an object of the trip', () => {
  it('a flight becomes a transportation, the message is attached to it', async () => {
    const { olga, trip } = await cast()
    const { id } = await file(olga, [flight()])
    const [made, ...others] = await objectsIn(trip.id, 'transportation')
    expect(others).toEqual([])
    expect(made).toMatchObject({
      owner_id: olga.id,
      transportation_type: 'airplane',
      transport_number: 'AP123',
      departure_at: '2031-04-18T07:10:00Z',
      departure_timezone: 'Europe/Lisbon',
      arrival_at: '2031-04-18T10:05:00Z',
      arrival_timezone: 'Europe/Berlin',
      provider_reservation_code: 'KX77QP',
      price: 210.4,
      currency: 'EUR',
      internal_identifier: '',
      notes: '',
    })
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: made?.id as number }))
  })

  it('a stay becomes a hosting, a restaurant an activity; both in the zone of the trip', async () => {
    const { ed, trip } = await cast()
    const { id } = await file(ed, [stay(), table()])
    const [hosting] = await objectsIn(trip.id, 'hosting')
    expect(hosting).toMatchObject({
      owner_id: ed.id,
      name: 'Casa do Largo',
      starts_at: '2031-04-18T13:00:00Z',
      ends_at: '2031-04-21T09:00:00Z',
      timezone: 'Europe/Lisbon',
      room_type: 'Double',
    })
    const [activity] = await objectsIn(trip.id, 'activity')
    expect(activity).toMatchObject({
      activity_type: 'restaurant',
      starts_at: '2031-04-19T18:30:00Z',
      ends_at: null,
      all_day: false,
    })
    expect(await whereIs(id)).toEqual(filedAt({ hostingId: hosting?.id as number }))
  })

  it('the message is attached to the first object; several passengers of a leg are one', async () => {
    const { olga, trip } = await cast()
    const back = flight({ leg: 'AP124', ...on('2031-04-21T18:00:00', 'Europe/Berlin') })
    const { id } = await file(olga, [flight(), flight({ tickets: [{ seat: '4B' }] }), back])
    const legs = await objectsIn(trip.id, 'transportation')
    expect(legs.map((leg) => leg.transport_number)).toEqual(['AP123', 'AP124'])
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: legs[0]?.id as number }))
  })

  it('price and currency are omitted if the owner of the message may not edit expenses', async () => {
    const { ed, trip } = await cast()
    await join(trip.id, ed, {
      ...{ can_edit: true, can_see_documents: true, can_edit_documents: true },
      ...{ can_see_expenses: true, can_edit_expenses: false },
    })
    await file(ed, [flight()])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { price: null, currency: '' },
    ])
  })
})

describe('17 Inbound mail: the local date of the start decides', () => {
  it.each([
    ['2031-04-16T23:59:00', 'Europe/Lisbon', false],
    ['2031-04-17T00:00:00', 'Europe/Lisbon', true],
    ['2031-04-22T23:59:00', 'Europe/Lisbon', true],
    ['2031-04-23T00:00:00', 'Europe/Lisbon', false],
    // In the reservation's own zone: in Lisbon it is still the 22nd.
    ['2031-04-23T01:00:00', 'Asia/Tokyo', false],
    ['2031-04-22T23:00:00', 'Pacific/Honolulu', true],
    ['2031-04-17', undefined, true],
    ['2031-04-16', undefined, false],
  ])('%s in %s: %s', async (local, zone, isFiled) => {
    const { olga, trip } = await cast()
    const allDay = !local.includes('T')
    const { id } = await file(olga, [table({ ...on(local, zone), fields: { allDay } })])
    const made = await objectsIn(trip.id, 'activity')
    expect(made).toHaveLength(isFiled ? 1 : 0)
    const waits = waitingFor(reasons.noTrip, `Tasca, ${local.slice(0, 10)}`)
    const filed = filedAt({ activityId: made[0]?.id as number })
    expect(await whereIs(id)).toEqual(isFiled ? filed : waits)
  })

  it.each([
    ['a flight', flight(on('2031-04-18', 'Europe/Lisbon')), 'AP123'],
    ['a table', table(on('2031-04-18', 'Europe/Lisbon')), 'Tasca'],
  ])('%s without a time of day is not filed at midnight', async (_, reservation, name) => {
    const { olga } = await cast()
    const { id } = await file(olga, [reservation])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.noTime, `${name}, 2031-04-18`))
  })

  it.each([{ starts: '2031-06-10' }, { ends: '2031-06-10' }])(
    'a trip with one date counts as one day: %j',
    async (dates) => {
      const { stan } = await cast()
      await premium(stan, true)
      const { id: tripId } = await makeTrip(stan, dates)
      const days = ['08', '09', '11', '12'].map((day) => `2031-06-${day}T12:00:00`)
      for (const [at, local] of days.entries())
        await file(stan, [table({ ...on(local), code: `${at}` })])
      const made = await objectsIn(tripId, 'activity')
      expect(made.map((row) => row.provider_reservation_code)).toEqual(['1', '2'])
    },
  )

  it('a date without a zone anywhere waits in the inbox', async () => {
    const { stan } = await cast()
    await premium(stan, true)
    await makeTrip(stan, { starts: '2031-06-10', ends: '2031-06-12', zone: '' })
    const { id } = await file(stan, [table(on('2031-06-11T12:00:00'))])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.unknownZone, 'Tasca, 2031-06-11'))
  })
})

const noTrip = waitingFor(reasons.noTrip, 'AP123, 2031-04-18')

describe('17 Inbound mail: everything else waits in the inbox, with a reason', () => {
  it('a booking that fits only a trip without has_dates', async () => {
    const { stan } = await cast()
    await premium(stan, true)
    await makeTrip(stan, { starts: '2031-04-18', ends: '2031-04-21', hasDates: false })
    expect(await whereIs((await file(stan, [flight()])).id)).toEqual(noTrip)
  })

  it.each([
    ['without can_edit', { can_edit: false }],
    ['without can_see_documents', { can_see_documents: false }],
    ['without can_edit_documents', { can_edit_documents: false }],
    ['invited, not joined', { joined: false }],
  ])('a message of a member %s', async (_, rights) => {
    const { ed, trip } = await cast()
    const all = { can_edit: true, can_see_documents: true, can_edit_documents: true }
    await join(trip.id, ed, { ...all, ...rights })
    expect(await whereIs((await file(ed, [flight()])).id)).toEqual(noTrip)
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('a booking for a trip whose owner is not Pro, although its sender is', async () => {
    const { olga, ed, trip } = await cast()
    await premium(olga, false)
    await premium(ed, true)
    for (const person of [olga, ed]) {
      expect(await whereIs((await file(person, [flight()])).id)).toEqual(noTrip)
    }
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('a deleted trip, and a trip of others', async () => {
    const { olga, stan, trip } = await cast()
    expect(await whereIs((await file(stan, [flight()])).id)).toEqual(noTrip)
    await db.query({ text: 'update trip set deleted_at = now() where id = $1', values: [trip.id] })
    expect(await whereIs((await file(olga, [flight()])).id)).toEqual(noTrip)
  })

  it('several fitting trips', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, { starts: '2031-04-19', ends: '2031-04-30' })
    const { id } = await file(olga, [flight()])
    expect(await whereIs(id)).toEqual(
      waitingFor(reasons.severalTrips, 'Lisbon long weekend, Another'),
    )
    for (const { id: tripId } of [trip, other]) {
      expect(await objectsIn(tripId, 'transportation')).toEqual([])
    }
  })

  it('reservations of different trips, or one that fits nowhere: none is filed', async () => {
    const { olga, trip } = await cast()
    await makeTrip(olga, { starts: '2031-09-01', ends: '2031-09-05' })
    const september = table(on('2031-09-02T19:00:00'))
    const { id } = await file(olga, [flight(), september])
    expect(await whereIs(id)).toEqual(
      waitingFor(reasons.differentTrips, 'Lisbon long weekend, Another'),
    )
    const july = table(on('2031-07-02T19:00:00'))
    const second = await file(olga, [flight(), july])
    expect(await whereIs(second.id)).toEqual(waitingFor(reasons.noTrip, 'Tasca, 2031-07-02'))
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('a message without a reservation, or with a doubt of the parser', async () => {
    const { olga } = await cast()
    const { id } = await file(olga, [])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.nothingFound))
    const second = await file(olga, [flight()], { doubt: reasons.notConfirmed })
    expect(await whereIs(second.id)).toEqual(waitingFor(reasons.notConfirmed))
  })

  it('a message whose booking the database refuses is still stored', async () => {
    const { olga, trip } = await cast()
    const values = [flight({ start: { local: '0000-01-01T00:00:00', zone: 'UTC' } })]
    for (const longitude of [1e300, 'x']) {
      values.push(flight({ code: `${longitude}`, fields: { departureLongitude: longitude } }))
    }
    for (const value of values) {
      const { id } = await file(olga, [value])
      const { filed, reason } = await whereIs(id)
      expect({ filed, reason }).toEqual(
        value.fields.departureLongitude === 1e300
          ? { filed: true, reason: '' }
          : { filed: false, reason: reasons.unstorable },
      )
    }
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('more bookings than the maximum per message', async () => {
    const { olga, trip } = await cast()
    const many = Array.from({ length: 251 }, (_, at) => table({ code: `M${at}` }))
    const { id } = await file(olga, many)
    expect(await whereIs(id)).toEqual(waitingFor(reasons.tooMany))
    expect(await objectsIn(trip.id, 'activity')).toEqual([])
    await file(olga, many.slice(1))
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(250)
  })

  it('a message never creates a trip', async () => {
    const { stan } = await cast()
    await premium(stan, true)
    await file(stan, [flight()])
    const text = 'select id from trip where owner_id = $1'
    const trips = await db.query({ text, values: [stan.id] })
    expect(trips).toEqual([])
  })
})
