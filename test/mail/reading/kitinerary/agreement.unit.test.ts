/** What a calendar says and what kitinerary-extractor has read, as one reading. */
import { describe, expect, it, test } from 'vitest'
import { agreed } from '../../../../src/mail/reading/kitinerary/agreement.ts'
import { reasons } from '../../../../src/mail/reading/reasons.ts'
import type { Moment, Reservation } from '../../../../src/mail/reading/reservation.ts'

/** The event of a calendar: a number of its own, and no word of what it is. */
function event(start: Moment, end?: Moment): Reservation {
  const fields = { activityType: 'event', name: 'Lisbon to Frankfurt' }
  const { local } = start
  const own = { kind: 'activity', isCancelled: false, provider: '', leg: '' } as const
  return { ...own, code: `${local}@air.example`, start, ...(end && { end }), fields }
}

function read(
  kind: Reservation['kind'],
  start: Moment,
  end?: Moment,
  isCancelled = false,
): Reservation {
  const fields = { providerReservationCode: 'KX77QP' }
  const own = { kind, isCancelled, provider: 'Air Prado', code: 'KX77QP', leg: '' }
  return { ...own, start, ...(end && { end }), fields }
}

const sure = (...reservations: Reservation[]) => ({ reservations, doubt: '' })
const doubtful = (doubt: string) => ({ reservations: [], doubt })
const lisbon = (time: string) => ({ local: `2031-04-18T${time}:00`, zone: 'Europe/Lisbon' })
const utc = (time: string) => ({ local: `2031-04-18T${time}:00`, offset: 0 })
const floating = (time: string) => ({ local: `2031-04-18T${time}:00` })
const day = (local: string) => ({ local })

describe('17 Inbound mail: a calendar event becomes the booking that is read at its time', () => {
  test.each([
    ['in another zone', utc('07:10'), lisbon('08:10')],
    ['with an offset', { ...floating('08:10'), offset: 60 }, lisbon('08:10')],
    ['that floats', floating('08:10'), lisbon('08:10')],
    ['of the whole day', day('2031-04-18'), lisbon('08:10')],
  ])('an event %s', (_, start, booked) => {
    const flight = read('transportation', booked)
    expect(agreed([event(start)], sure(flight))).toEqual(sure(flight))
  })

  test.each([
    ['the last night', '2031-04-20'],
    ['the day after it', '2031-04-21'],
  ])('a stay ends with a calendar that names %s', (_, last) => {
    const stay = read('hosting', lisbon('15:00'), day('2031-04-21'))
    const nights = event(day('2031-04-18'), day(last))
    expect(agreed([nights], sure(stay))).toEqual(sure(stay))
  })

  it('a time without a zone takes that of the event', () => {
    const train = read('transportation', floating('08:10'), floating('11:05'))
    const booked = event(lisbon('08:10'), lisbon('11:05'))
    const expected = { ...train, start: lisbon('08:10'), end: lisbon('11:05') }
    expect(agreed([booked], sure(train))).toEqual(sure(expected))
  })

  const trains = [
    read('transportation', lisbon('08:10'), floating('09:30')),
    read('transportation', floating('09:45'), lisbon('11:05')),
  ]

  it('an event that covers several journeys becomes those, in its zone', () => {
    const [first, second] = trains as [Reservation, Reservation]
    expect(agreed([event(lisbon('08:10'), lisbon('11:05'))], sure(...trains))).toEqual(
      sure({ ...first, end: lisbon('09:30') }, { ...second, start: lisbon('09:45') }),
    )
  })

  test.each([
    ['end before it does', lisbon('12:00'), trains],
    ['do not follow each other', lisbon('11:05'), trains.toReversed()],
  ])('journeys that %s are another reading of the event', (_, end, booked) => {
    expect(agreed([event(lisbon('08:10'), end)], sure(...booked))).toEqual(
      doubtful(reasons.otherReading),
    )
  })

  it('events beside it stay, and so do bookings beside the events', () => {
    const [flight, dinner] = [read('transportation', lisbon('08:10')), event(lisbon('20:00'))]
    expect(agreed([event(utc('07:10')), dinner], sure(flight))).toEqual(sure(flight, dinner))
    const back = read('transportation', { local: '2031-04-21T09:00:00', zone: 'Europe/Berlin' })
    expect(agreed([event(utc('07:10'))], sure(flight, back))).toEqual(sure(flight, back))
  })
})

describe('17 Inbound mail: a calendar stands where nothing contradicts it', () => {
  const booked = event(utc('07:10'), utc('10:05'))

  test.each([
    ['finds nothing', doubtful(reasons.nothingFound)],
    ['finds no time', doubtful(reasons.noStart)],
    ['finds a day alone', sure(read('hosting', day('2031-04-18'), day('2031-04-21')))],
    ['finds a time that may be in any zone', sure(read('transportation', floating('08:10')))],
  ])('kitinerary-extractor %s', (_, reading) => {
    expect(agreed([booked], reading)).toEqual(sure(booked))
  })
})

describe('17 Inbound mail: a calendar and a reading that contradict each other are not filed', () => {
  const booked = event(utc('07:10'), utc('10:05'))

  test.each([
    ['another hour', read('transportation', lisbon('09:10'))],
    ['another day', read('hosting', day('2031-04-19'), day('2031-04-21'))],
    ['another end', read('transportation', lisbon('08:10'), lisbon('12:05'))],
    ['a cancellation', read('transportation', lisbon('08:10'), undefined, true)],
  ])('kitinerary-extractor reads %s', (_, reservation) => {
    expect(agreed([booked], sure(reservation))).toEqual(doubtful(reasons.otherReading))
  })

  test.each([reasons.notConfirmed, reasons.contradictory])('kitinerary-extractor: %s', (doubt) => {
    expect(agreed([booked], doubtful(doubt))).toEqual(doubtful(doubt))
  })

  it('a stay of other nights is contradicted', () => {
    const stay = read('hosting', lisbon('15:00'), day('2031-04-23'))
    const nights = event(day('2031-04-18'), day('2031-04-20'))
    expect(agreed([nights], sure(stay))).toEqual(doubtful(reasons.otherReading))
  })
})
