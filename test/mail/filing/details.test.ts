/**
 * Inbound mail: what a booking says beside where and when is kept (test/mail/reading/corpus has
 * more).
 */
import { describe, expect, it } from 'vitest'
import { cast } from '../../world.ts'
import { file, flight, objectsIn, stay } from '../parsed-messages.ts'

describe('17 Inbound mail: several passengers and rooms are one object', () => {
  it('with all seats, however the time of the leg is written', async () => {
    const { olga, trip } = await cast()
    const start = { local: '2031-04-18T07:10:00', offset: 0, zone: 'Europe/Lisbon' }
    await file(olga, [
      flight({ tickets: [{ seat: '21A', seatClass: 'Economy' }] }),
      flight({ start, tickets: [{ seat: '21B', seatClass: 'Economy' }] }),
    ])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { seat_number: '21A, 21B', seat_class: 'Economy', departure_at: '2031-04-18T07:10:00Z' },
    ])
  })

  it('with the types of all rooms', async () => {
    const { olga, trip } = await cast()
    const start = { local: '2031-04-18T13:00:00', offset: 0, zone: 'Europe/Lisbon' }
    await file(olga, [
      stay({ tickets: [{ roomType: 'Double' }] }),
      stay({ start, tickets: [{ roomType: 'Single' }] }),
    ])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([{ room_type: 'Double, Single' }])
  })
})
