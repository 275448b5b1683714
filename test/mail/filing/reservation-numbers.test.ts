/** Inbound mail: the number of a reservation finds what it means, whatever else is known. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import {
  cancelled,
  file,
  filedAt,
  flight,
  later,
  objectsIn,
  stay,
  whereIs,
} from '../parsed-messages.ts'

describe('17 Inbound mail: a cancellation without a date finds', () => {
  it('the number, however a person has written it', async () => {
    const { olga, trip } = await cast()
    const body = { name: 'Our hotel', provider_reservation_code: 'h-47\t1 1' }
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    const { id } = await file(olga, [cancelled(stay())])
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
    expect(await whereIs(id)).toEqual(filedAt({ tripId: trip.id }))
  })

  it('the number of an earlier message that is not in any field of the object', async () => {
    const { olga, trip } = await cast()
    const { providerReservationCode: _, ...fields } = stay().fields
    const event = { ...stay({ code: 'UID 7@cal' }), fields }
    await file(olga, [event])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([{ provider_reservation_code: '' }])
    const { id } = await file(olga, [cancelled(event)])
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
    expect(await whereIs(id)).toEqual(filedAt({ tripId: trip.id }))
  })

  it('the number as edited by a person, and as in the message', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay(), stay({ code: 'H-4712', provider: 'Hotel Mar' })])
    for (const { id } of await objectsIn(trip.id, 'hosting')) {
      await as(olga).patch(`/v1/trip/${trip.id}/hosting/${id}`, { provider_reservation_code: 'X' })
    }
    await file(olga, [cancelled(stay())])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([{ provider_reservation_code: 'X' }])
  })
})

describe('17 Inbound mail: a flight that two airlines sell', () => {
  const lufthansa = () =>
    flight({
      provider: 'Lufthansa',
      code: 'ABC123',
      leg: 'LH1790',
      tickets: [{ name: 'Ann Reis' }],
    })
  const tap = { provider: 'TAP Air Portugal', code: 'ABC123', leg: 'TP571' }

  it('is one under one number, airports and minute', async () => {
    const { olga, trip } = await cast()
    await file(olga, [lufthansa()])
    const [made] = await objectsIn(trip.id, 'transportation')
    const pass = flight({ ...tap, tickets: [{ name: 'Ann Reis', seat: '21A' }] })
    const { id } = await file(olga, [pass])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { id: made?.id, seat_number: '21A' },
    ])
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: made?.id as number }))
  })

  it.each([
    ['at another minute', { start: later }],
    ['to another airport', { fields: { arrivalDescription: 'Munich (MUC)' } }],
    ['under another number', { code: 'XYZ789' }],
  ])('is not the flight %s', async (_, more) => {
    const { olga, trip } = await cast()
    await file(olga, [lufthansa()])
    await file(olga, [flight({ ...tap, ...more })])
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(2)
  })
})
