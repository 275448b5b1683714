/** Inbound mail: what is said in a message that another quotes, without a readable date. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { unknownAge } from '../../../src/mail/reading/reservation.ts'
import { cast } from '../../world.ts'
import { cancelled, file, flight, objectsIn, waitingFor, whereIs } from '../parsed-messages.ts'

const at = (local: string) => ({ local, zone: 'Europe/Lisbon' })
const noon = { start: at('2031-04-18T12:00:00'), end: at('2031-04-18T15:00:00') }
const later = { date: '2031-03-05T09:00:00.000Z' }
const earlier = { date: '2031-02-27T09:00:00.000Z' }

describe('17 Inbound mail: a booking in a forwarded message whose date is not readable', () => {
  const undated = waitingFor(reasons.undated)
  const ofUnknownAge = { saidAt: unknownAge, saidOn: '2031-03-09' }

  it('it is filed if it is not known, and updated by any other message', async () => {
    const { olga, trip } = await cast()
    const { id } = await file(olga, [flight(ofUnknownAge)], later)
    expect(await whereIs(id)).toMatchObject({ filed: true, reason: '' })
    await file(olga, [flight(noon)], earlier)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
  })

  it.each([
    ['another message', {}],
    ['another one like it', ofUnknownAge],
  ])('it changes nothing that %s has said', async (_, before) => {
    const { olga, trip } = await cast()
    await file(olga, [flight({ ...noon, ...before })], earlier)
    const { id } = await file(olga, [flight(ofUnknownAge)], later)
    expect(await whereIs(id)).toEqual(undated)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
  })

  it('its cancellation deletes nothing', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()], earlier)
    const { id } = await file(olga, [{ ...cancelled(flight()), ...ofUnknownAge }], later)
    expect(await whereIs(id)).toEqual(undated)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('it books nothing that was cancelled', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()], earlier)
    await file(olga, [cancelled(flight())], later)
    await file(olga, [flight(ofUnknownAge)], { date: '2031-03-09T09:00:00.000Z' })
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })

  it('a note about it has the day of the message around it', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()], earlier)
    await file(olga, [flight({ ...ofUnknownAge, code: 'HB1', provider: 'Viajar' })], later)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { notes: expect.stringContaining('number HB1 at Viajar (email of 2031-03-09)') },
    ])
  })
})

describe('17 Inbound mail: the bookings of a message that quotes another', () => {
  const quoted = { saidAt: '2031-02-20T10:00:00.000Z', saidOn: '2031-02-21' }

  it('they are as old as the quoted one, whatever the date of the message', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(noon)], earlier)
    const { id } = await file(olga, [flight()], { ...later, quoted })
    expect(await whereIs(id)).toEqual(waitingFor(reasons.outdated))
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T11:00:00Z' },
    ])
  })

  it('one that says when it was last changed is as old as it says', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(noon)], earlier)
    await file(olga, [flight({ saidAt: '2031-03-01T10:00:00.000Z' })], { ...later, quoted })
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { departure_at: '2031-04-18T07:10:00Z' },
    ])
  })

  it('a cancellation that waits is stored with that age', async () => {
    const { olga, trip } = await cast()
    await file(olga, [cancelled(flight())], { ...later, quoted })
    await file(olga, [flight()], earlier)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })
})
