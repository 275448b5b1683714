/** Inbound mail: a bare day never becomes midnight, and never overwrites a time. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { as } from '../../client.ts'
import { cast, premium } from '../../world.ts'
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

const zone = 'Europe/Lisbon'
const day = (local: string) => ({ local, zone })
const onTheDay = { start: day('2031-04-18') }

/** A boarding pass: the flight, its day, and the seat. */
function boardingPass(local = '2031-04-18') {
  const { end: _, ...pass } = flight({ start: day(local), tickets: [{ seat: '7C' }] })
  return pass
}

const { end: _, ...visit } = table({ start: day('2031-04-19') })
const { end: __, ...ride } = flight({
  ...onTheDay,
  leg: '',
  fields: { transportationType: 'transfer', transportNumber: '' },
})
const party = (more = {}) =>
  table({ leg: '', ...more, fields: { activityType: 'event', name: 'Regatta', allDay: true } })

describe('17 Inbound mail: a day in place of a time', () => {
  it.each([
    ['a flight', boardingPass(), 'AP123, 2031-04-18'],
    ['a taxi', ride, 'Lisbon (LIS) - Frankfurt (FRA), 2031-04-18'],
    ['a table', visit, 'Tasca, 2031-04-19'],
  ])('%s waits in the inbox, and creates nothing', async (_kind, reservation, about) => {
    const { olga, trip } = await cast()
    const { id } = await file(olga, [reservation])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.noTime, about))
    expect(await objectsIn(trip.id, reservation.kind)).toEqual([])
  })

  it('a boarding pass adds its seat to the flight, and keeps both times', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const [before] = await objectsIn(trip.id, 'transportation')
    const { id } = await file(olga, [boardingPass()])
    const [after, ...others] = await objectsIn(trip.id, 'transportation')
    expect(others).toEqual([])
    expect(after).toMatchObject({
      seat_number: '7C',
      departure_at: '2031-04-18T07:10:00Z',
      departure_timezone: zone,
      arrival_at: '2031-04-18T10:05:00Z',
      arrival_timezone: 'Europe/Berlin',
      reservation_key: before?.reservation_key,
    })
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: after?.id as number }))
  })

  it('a day other than the flight’s waits in the inbox', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const { id } = await file(olga, [boardingPass('2031-04-19')])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.noTime, 'AP123, 2031-04-19'))
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T07:10:00Z', seat_number: '' },
    ])
  })

  it('a known table keeps its time, and can be found again', async () => {
    const { olga, trip } = await cast()
    await file(olga, [table()])
    const [before] = await objectsIn(trip.id, 'activity')
    await file(olga, [{ ...visit, fields: { ...visit.fields, phone: '+351 1' } }])
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([
      {
        phone: '+351 1',
        all_day: false,
        starts_at: '2031-04-19T18:30:00Z',
        reservation_key: before?.reservation_key,
      },
    ])
  })
})

describe('17 Inbound mail: a stay or an event with days', () => {
  const days = { start: day('2031-04-18'), end: day('2031-04-21') }

  it('is filed with days if its times are unknown', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay(days), party({ start: day('2031-04-19') })])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { starts_at: '2031-04-17T23:00:00Z', ends_at: '2031-04-20T23:00:00Z' },
    ])
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([
      { starts_at: '2031-04-18T23:00:00Z', all_day: true },
    ])
  })

  it('keeps the known times on the same days', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay()])
    await file(olga, [stay({ ...days, tickets: [{ roomType: 'Single' }] })])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      {
        room_type: 'Single',
        starts_at: '2031-04-18T13:00:00Z',
        ends_at: '2031-04-21T09:00:00Z',
      },
    ])
  })

  it('changes the day that has moved, and keeps the other', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay()])
    await file(olga, [stay({ ...days, end: day('2031-04-22') })])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { starts_at: '2031-04-18T13:00:00Z', ends_at: '2031-04-21T23:00:00Z' },
    ])
  })

  it('an event with a time does not become a whole-day event, or end before its start', async () => {
    const { olga, trip } = await cast()
    const evening = party({ start: { local: '2031-04-19T21:00:00', zone } })
    await file(olga, [{ ...evening, fields: { ...evening.fields, allDay: false } }])
    await file(olga, [party({ start: day('2031-04-19'), end: day('2031-04-19') })])
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([
      { starts_at: '2031-04-19T20:00:00Z', ends_at: null, all_day: false },
    ])
  })

  it('an object without a time gets the day', async () => {
    const { olga, trip } = await cast()
    const body = { name: 'Our hotel', provider_reservation_code: 'H-4711' }
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    await file(olga, [stay(days)])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { starts_at: '2031-04-17T23:00:00Z', ends_at: '2031-04-20T23:00:00Z' },
    ])
  })
})

describe('17 Inbound mail: times that depend on the trip’s zone', () => {
  it('wait in the inbox if they are out of order there', async () => {
    const { olga, trip } = await cast()
    // In Lisbon the arrival is at 08:00 UTC, after a departure at 09:10 UTC.
    const start = { local: '2031-04-18T10:10:00', zone }
    const { id } = await file(olga, [flight({ start, end: { local: '2031-04-18T09:00:00' } })])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.contradictory, 'AP123, 2031-04-18'))
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('are omitted from a journey that starts in a different zone than the trip’s', async () => {
    const { olga, trip } = await cast()
    const start = { local: '2031-04-18T08:10:00', offset: -300 }
    await file(olga, [flight({ start, end: { local: '2031-04-18T17:05:00' } })])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T13:10:00Z', departure_timezone: 'Etc/GMT+5', arrival_at: null },
    ])
  })

  it('leave a stay in the inbox that begins in a different zone', async () => {
    const { olga, trip } = await cast()
    const start = { local: '2031-04-18T14:00:00', offset: 120 }
    const { id } = await file(olga, [stay({ start })])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.noEnd, 'Casa do Largo, 2031-04-18'))
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
  })

  it('wait there if their country has different times than the trip', async () => {
    const { olga, trip } = await cast()
    const start = { local: '2031-04-18T14:00:00', country: 'US' }
    const { id } = await file(olga, [
      stay({ start, end: { ...start, local: '2031-04-21T10:00:00' } }),
    ])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.unknownZone, 'Casa do Largo, 2031-04-18'))
    const here = { ...start, country: 'PT' }
    await file(olga, [stay({ start: here, end: { ...here, local: '2031-04-21T10:00:00' } })])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { starts_at: '2031-04-18T13:00:00Z', timezone: zone },
    ])
  })
})

describe('17 Inbound mail: a trip to the last day that a date can have', () => {
  it('takes its bookings', async () => {
    const { stan } = await cast()
    await premium(stan, true)
    const { id } = await makeTrip(stan, { starts: '2031-04-01', ends: '9999-12-31' })
    await file(stan, [table()])
    expect(await objectsIn(id, 'activity')).toHaveLength(1)
  })
})
