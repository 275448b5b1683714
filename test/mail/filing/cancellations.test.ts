/** Inbound mail: a cancellation takes what it names, and no more. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { as } from '../../client.ts'
import { cast, join } from '../../world.ts'
import {
  back,
  cancelled,
  file,
  filedAt,
  flight,
  later,
  makeTrip,
  nextDay,
  objectsIn,
  stay,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'

describe('17 Inbound mail: cancellations', () => {
  it('delete the object; a message that only cancels is attached to the trip', async () => {
    const { olga, trip } = await cast()
    const first = await file(olga, [flight(), back()])
    const { id } = await file(olga, [cancelled(flight())])
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
    expect(await whereIs(id)).toEqual(filedAt({ tripId: trip.id }))
    // The earlier message stays where it was; it does not return to the inbox.
    expect(await whereIs(first.id)).toMatchObject({ filed: true, isDeleted: false })
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/transportations?deleted=true`)
    expect(json.count).toBe(2)
  })

  it('delete only one leg if the message names it', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(), back()])
    await file(olga, [{ ...cancelled(flight()), leg: 'AP124' }])
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows.map((row) => row.transport_number)).toEqual(['AP123'])
  })

  it.each([
    ['the second of two stays, by its day', { start: { local: '2031-04-20' } }, '', ['2031-04-18']],
    [
      'a stay of another day',
      { start: { local: '2031-04-21' } },
      '2031-04-21',
      ['2031-04-18', '2031-04-20'],
    ],
    ['the first by its hotel', { fields: { name: 'Casa do Largo, Lisboa' } }, '', ['2031-04-20']],
    [
      'a stay elsewhere',
      { fields: { name: 'Hotel Sol' } },
      'Hotel Sol',
      ['2031-04-18', '2031-04-20'],
    ],
    ['all of the number', {}, '', []],
  ])('remove only what they name: %s', async (_, named, about, left) => {
    const { olga, trip } = await cast()
    const until = { end: { local: '2031-04-20T10:00:00' } }
    const second = {
      start: { local: '2031-04-20T14:00:00' },
      fields: { name: 'Quinta do Vale' },
    }
    await file(olga, [stay(until), stay(second)])
    const { id } = await file(olga, [{ ...cancelled(stay()), ...named }])
    const rows = await objectsIn(trip.id, 'hosting')
    expect(rows.map((row) => String(row.starts_at).slice(0, 10))).toEqual(left)
    expect(await whereIs(id)).toEqual(
      left.length === 2
        ? waitingFor(reasons.unknownReservation, `${stay().code}, ${about}`)
        : filedAt({ tripId: trip.id }),
    )
  })

  it('remove one of two flights with the same number, by its date, even in another zone', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(), flight(nextDay)])
    const start = { local: '2031-04-19T07:10:00', offset: 0 }
    await file(olga, [{ ...cancelled(flight()), leg: 'AP 0123', start }])
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows.map((row) => row.departure_at)).toEqual(['2031-04-18T07:10:00Z'])
  })

  it('find an object that a person has moved and renamed', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay()])
    const [made] = await objectsIn(trip.id, 'hosting')
    const path = `/v1/trip/${trip.id}/hosting/${made?.id}`
    await as(olga).patch(path, { name: 'With Ines', starts_at: '2031-04-19T12:00:00Z' })
    const named = { start: { local: '2031-04-18' }, fields: { name: 'Casa do Largo' } }
    await file(olga, [{ ...cancelled(stay()), ...named }])
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
  })

  it('find it by the flight number if the airline is named differently', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const start = { local: '2031-04-18T08:10:00', zone: 'Europe/Lisbon' }
    const named = { leg: 'AP123', start, provider: 'Prado Airways' }
    await file(olga, [{ ...cancelled(flight()), ...named }])
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('delete an object that a person has entered, too', async () => {
    const { olga, trip } = await cast()
    const body = { name: 'Our hotel', provider_reservation_code: 'H-4711' }
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    const { id } = await file(olga, [cancelled(stay())])
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
    expect(await whereIs(id)).toEqual(filedAt({ tripId: trip.id }))
  })

  it('a booking cancelled and made again in one message is updated', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const [made] = await objectsIn(trip.id, 'transportation')
    const { id } = await file(olga, [cancelled(flight()), flight({ start: later })])
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows).toMatchObject([{ id: made?.id, departure_at: '2031-04-18T10:40:00Z' }])
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: made?.id as number }))
  })

  it('of an unknown reservation wait in the inbox', async () => {
    const { olga, stan, trip } = await cast()
    const unknown = waitingFor(reasons.unknownReservation, 'KX77QP')
    expect(await whereIs((await file(olga, [cancelled(flight())])).id)).toEqual(unknown)
    await file(olga, [flight()])
    expect(await whereIs((await file(stan, [cancelled(flight())])).id)).toEqual(unknown)
    const other = cancelled(flight({ provider: 'Air Mar' }))
    expect(await whereIs((await file(olga, [other])).id)).toEqual(unknown)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    await file(olga, [cancelled(flight())])
    expect(await whereIs((await file(olga, [cancelled(flight())])).id)).toEqual(unknown)
  })

  it('by a member who may not edit change nothing', async () => {
    const { olga, ed, trip } = await cast()
    await file(olga, [flight()])
    await join(trip.id, ed, { can_edit: false })
    const { id } = await file(ed, [cancelled(flight())])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.unknownReservation, 'KX77QP'))
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('of a booking in two trips wait for a person', async () => {
    const { olga } = await cast()
    await file(olga, [flight()])
    const other = await makeTrip(olga, { starts: '2031-09-01', ends: '2031-09-05' })
    const named = { transport_number: 'AP123', provider_reservation_code: 'KX77QP' }
    const body = { transportation_type: 'airplane', ...named }
    await as(olga).post(`/v1/trip/${other.id}/transportations`, body)
    expect(await objectsIn(other.id, 'transportation')).toHaveLength(1)
    const { id } = await file(olga, [cancelled(flight())])
    expect(await whereIs(id)).toEqual(
      waitingFor(reasons.severalTrips, 'Lisbon long weekend, Another'),
    )
  })
})
