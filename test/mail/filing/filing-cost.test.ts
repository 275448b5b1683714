/** 17 Inbound mail: how many statements a message costs, and which objects it is compared with. */
import { describe, expect, it } from 'vitest'
import { statementsOf } from '../../rest-facade/statements.ts'
import { cast, db, type Person } from '../../world.ts'
import { file, filedAt, flight, objectsIn, stay, whereIs } from '../parsed-messages.ts'

/** The statements by which this is done, `begin` and `commit` included. */
const sentFor = async (work: () => Promise<unknown>) => (await statementsOf(work)).statements

/** Flights of that day that a person has entered. */
async function entered(
  { owner, tripId }: { owner: Person; tripId: number },
  {
    number,
    at = '2031-04-18T07:10:00Z',
    count = 1,
  }: { number: string; at?: string; count?: number },
) {
  await db.query({
    text: `insert into transportation (trip_id, owner_id, transportation_type, transport_number,
        departure_at, departure_timezone, departure_description, arrival_description)
      select $1, $2, 'airplane', $3 || case when $5 > 1 then n::text else '' end, $4,
        'Europe/Lisbon', 'Lisbon (LIS)', 'Frankfurt (FRA)'
      from generate_series(1, $5::int) n`,
    values: [tripId, owner.id, number, at, count],
  })
}

describe('17 Inbound mail: what the filing of a message costs', () => {
  it('a flight is stored and filed by five statements in a transaction', async () => {
    const { olga } = await cast()
    await file(olga, [flight()])
    const sent = await sentFor(() => file(olga, [flight({ code: 'KX2', leg: 'AP9' })]))
    expect(sent).toHaveLength(7)
  })

  it('an update of a flight costs as many', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const later = { date: '2031-03-02T00:00:00.000Z' }
    const sent = await sentFor(() => file(olga, [flight({ fields: { seatNumber: '7A' } })], later))
    expect(sent).toHaveLength(7)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([{ seat_number: '7A' }])
  })

  it('a stay is compared with events too, and costs two more', async () => {
    const { olga } = await cast()
    const sent = await sentFor(() => file(olga, [stay()]))
    expect(sent.length).toBeLessThanOrEqual(9)
  })

  it('a message that waits in the inbox costs five', async () => {
    const { olga } = await cast()
    const sent = await sentFor(() =>
      file(olga, [flight({ start: { local: '2035-01-01T08:00:00' } })]),
    )
    expect(sent.length).toBeLessThanOrEqual(5)
  })
})

describe('17 Inbound mail: flights of the same day', () => {
  it('501 with other numbers at the same time are not compared', async () => {
    const { olga, trip } = await cast()
    await entered({ owner: olga, tripId: trip.id }, { number: 'ZZ4', count: 501 })
    const { id } = await file(olga, [flight()])
    const own = await objectsIn(trip.id, 'transportation')
    expect(own).toHaveLength(502)
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: own.at(-1)?.id as number }))
  })

  it.each([
    { what: 'the number as it is', number: 'AP123', at: '2031-04-18T16:00:00Z' },
    {
      what: 'the number with zeros and blanks',
      number: 'ap 0 1\u00a023',
      at: '2031-04-18T16:00:00Z',
    },
    { what: 'the number without its airline, then', number: '123', at: '2031-04-18T07:10:00.500Z' },
    { what: 'no number, then', number: '', at: '2031-04-18T07:10:00Z' },
  ])('$what: the flight that a person has entered is updated', async ({ number, at }) => {
    const { olga, trip } = await cast()
    await entered({ owner: olga, tripId: trip.id }, { number, at })
    const [before] = await objectsIn(trip.id, 'transportation')
    const { id } = await file(olga, [flight()])
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: before?.id as number }))
  })

  it('a flight that a person has moved is known by what mail last reported', async () => {
    const { olga, trip } = await cast()
    const unnumbered = {
      code: '',
      leg: '',
      fields: { transportNumber: '', transportationType: 'train' },
    }
    await file(olga, [flight(unnumbered)])
    const text = `update transportation set departure_at = departure_at + interval '2 hours'`
    await db.query({ text: `${text} where trip_id = $1`, values: [trip.id] })
    await file(olga, [
      flight({ ...unnumbered, fields: { ...unnumbered.fields, seatNumber: '7A' } }),
    ])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([{ seat_number: '7A' }])
  })
})
