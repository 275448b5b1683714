/** Inbound mail: an event of a calendar whose words and times agree, or say nothing certain. */
import { describe, expect, it, test } from 'vitest'
import {
  described,
  eventOutcome,
  flightSaying,
  rentalSaying,
  staySaying,
  tableSaying,
  timedStaySaying,
  trainSaying,
} from './labelled-events.ts'

describe('17 Inbound mail: an event whose words agree, or say nothing certain, is filed', () => {
  test.each([
    'Departure: 15:25\nArrival: 19:20',
    'Departure 3:25 PM, arrival 7:20 p.m.',
    'Departure: 3:25, arrival: 7:20',
    'Departure: 14:25 UTC\nArrival: 17:20Z',
    'Departure: 14:25 (GMT)',
    'Departure: 16:25 +02:00',
    'Departure: 15:25 WEST, arrival: 19:20 CET',
    'Departure: 10:25 (New York time)',
    'Departure: Terminal 1, gate closes 15:05, check-in closes 14:25',
    'Departure: boarding 14:45, take-off 15:25',
    'Departure: Terminal 1, gate closes 15:05',
    'Boarding 14:45\nGate closes 15:05',
    'Check-in from 13:25, closes 14:25',
    'Online check-in: 17 April 2031, 15:25',
    'Departure from home: 12:00',
    'Be at the airport 2 hours before departure: 13:25 at the latest',
    'Please arrive at the airport by 13:25',
    'Arrive at the gate 14:50',
    'Arrival at airport: 13:25',
    'Ankunft am Flughafen: 13:25 Uhr',
    'Abfahrt vom Hotel: 12:00',
    'Duration: 2h 55m',
    'Arrival: 2h 55m later',
    'Arrival: 19:20 +1',
    'Departure: 15:25 - 19:20',
    'Departure: between 14:00 and 14:30',
    'Departure: 04/18/2031 15:25',
    'Departure: 18/04/31 15:25',
    'Departure: APR 18, 15:25',
    'Departure: 18 avr. 2031 à 15h25',
    'Previous departure: 14:25',
    'Next departure: 14:25 tomorrow',
    'Departure: 14:25 (JFK)',
    'Departure: LIS 15:25\nArrival: FRA 19:20\nDeparture: FRA 21:00\nArrival: JFK 23:30',
    'Booked on 1 March 2031 14:25',
    'Price: 14.25 EUR',
    'Departure: 1425',
    'Departure: gate B12, seat 14A',
    'Departure\n15:25\nArrival\n19:20',
    // Times above their labels, and a table of which every column has one.
    '15:25\nDeparture\n19:20\nArrival',
    'Departure\nArrival\n15:25\n19:20',
    'Departure\nGate closes 14:50',
    'Departure\nBoarding 14:50',
  ])('a flight: %s', async (text) => {
    expect(await flightSaying(text)).toBe('airplane')
  })

  it('a flight that lands on the next day', async () => {
    const lines = ['SUMMARY:Flight AP201 JFK-LIS', 'DTSTART;TZID=America/New_York:20310418T213000']
    const end = 'DTEND;TZID=Europe/Lisbon:20310419T093000'
    for (const text of [
      'Departure: 18 April 9:30 PM, arrival: 18 April 09:30 +1',
      'Departure: 18 April 21:30, arrival: 19 April 09:30',
      'Departure: 19 April 01:30 UTC, arrival: 19 April 08:30 UTC',
      'Departure: Apr 18 21:30\nArrival: Apr 18 9:30 AM (next day)',
    ]) {
      expect(await eventOutcome([...lines, end, described(text)])).toBe('airplane')
    }
  })

  it('a flight whose times are all in the zone of its departure', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
    const end = 'DTEND;TZID=Europe/Lisbon:20310418T182000'
    expect(await eventOutcome([...lines, end, described('Arrival: 19:20')])).toBe('airplane')
    expect(await eventOutcome([...lines, end, described('Arrival: 18:20')])).toBe('airplane')
    expect(await eventOutcome([...lines, end, described('Arrival: 18:50')])).toMatch(/^otherWords/)
  })

  it('a flight in UTC, by the clocks of its airports', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART:20310418T142500Z']
    expect(await eventOutcome([...lines, described('Departure: 15:25')])).toBe('airplane')
    expect(await eventOutcome([...lines, described('Departure: 16:25')])).toBe(
      'otherWords: Departure 16:25 and 2031-04-18 15:25 (Europe/Lisbon)',
    )
  })

  test.each([
    'Departure 09:39\nArrival 12:20',
    'Departs Lisboa Oriente 9:39, arrives Porto 12:20',
    'ab 09:39 an 12:20',
    'Dep 09:39 arr 12:20',
    'Be at the platform by 09:30',
    'Departure 09:39, arrival 13:20 (in another country)',
  ])('a train: %s', async (text) => {
    expect(await trainSaying(text)).toBe('train')
  })

  it('a train in UTC at an unknown place, at a time that some zone has', async () => {
    const lines = ['SUMMARY:ICE 1043 Berlin Hbf - Köln Hbf', 'LOCATION:Berlin Hbf']
    const times = ['DTSTART:20310421T064600Z', 'DTEND:20310421T110900Z']
    expect(await eventOutcome([...lines, ...times, described('Abfahrt 08:46')])).toBe('train')
    expect(await eventOutcome([...lines, ...times, described('Abfahrt 08:52')])).toBe(
      'otherWords: Abfahrt 08:52 and 2031-04-21 06:46 (UTC)',
    )
  })

  test.each([
    '3 nights\nCheck-in: 18 April 2031\nCheck-out: 21 April 2031',
    '3 nights, free cancellation until 2 nights before',
    '3 nights\nCancellation: 1 night will be charged',
    '3 nights, minimum stay 2 nights',
    '3 Nächte, kostenlos stornierbar bis 2 Nächte vor Anreise',
    'Nights: 3\nCheck-in from 15:00',
    '3 nuits\nArrivée à partir de 15h00, départ avant 11h00',
    '3 notti\nCheck-in: dalle 15:00',
    '3 nights\nCheck-in: Friday, April 18 (15:00 - 22:00)',
    '3 nights\nCheck-in: 16 April to 18 April 2031',
    '3 nights\nEntrada a partir das 15:00, saída até às 11:00',
    '3 nights\nOnline check-in opens on 16 April 2031',
    '3 nights\nCheck-in: 18/04/2031 (until 17/04/2031 free of charge)',
    '2 nights\nCheck-out: 20/04/2031',
    'Check-out: 20/04/2031\nFree cancellation until 5 nights before',
  ])('a stay: %s', async (text) => {
    expect(await staySaying(text)).toBe('stay')
  })

  test.each([
    ['Check-in from 15:00', 'stay'],
    ['Check-in: 15:00', 'stay'],
    ['Check-in: 15:00 - 23:00\nCheck-out: until 12:00', 'stay'],
    ['Check-in: 18 April 2031, from 15:00', 'stay'],
    ['Check-in: 18 April 2031, 14:00', 'stay'],
    [
      'Check-in: 18 April 2031, 15:00',
      'otherWords: Check-in 18 April 2031 15:00 and 2031-04-18 14:00 (Europe/Lisbon)',
    ],
  ])('a stay with times: %s', async (text, expected) => {
    expect(await timedStaySaying(text)).toBe(expected)
  })

  it('an event in a house, on another day of a stay', async () => {
    const lines = ['SUMMARY:Cocktails at the Harbour Hotel', 'LOCATION:Largo 3\\, Lisboa']
    const times = ['DTSTART;TZID=Europe/Lisbon:20310419T190000']
    const end = 'DTEND;TZID=Europe/Lisbon:20310419T210000'
    const text = described('Your stay: 3 nights\nCheck-in: 18 April 2031')
    expect(await eventOutcome([...lines, ...times, end, text])).toBe('event')
  })

  test.each([
    'Pick-up 10:00, return 09:30',
    'Pick-up: 10:00 (open 08:00-20:00)\nReturn: 9:30 am',
    'Pick-up: Lisbon Airport, open 08:00-20:00',
    'Pick-up: Lisbon Airport, 08:00 h - 20:00 h',
    'Pick-up: 10:00 (Mon-Fri 08:00-20:00, Sat 09:00-13:00)',
    'Pick-up: from 08:00\nReturn: by 20:00',
    'Pick-up: Lisbon Airport, open daily 08:00 to 20:00',
    'Abholung: 10:00 Uhr, Öffnungszeiten 08:00-20:00\nRückgabe: 09:30 Uhr',
    'Return: fuel full',
    'Free cancellation until 17 April 2031, 10:00',
  ])('a rental car: %s', async (text) => {
    expect(await rentalSaying(text)).toBe('car')
  })

  it('a rental car in the zone of the place, whatever the calendar’s zone', async () => {
    const lines = ['SUMMARY:Car rental: Wheels', 'LOCATION:Calle Mayor 1\\, Madrid\\, Spain']
    const times = ['DTSTART;TZID=Europe/Lisbon:20310418T100000']
    const end = 'DTEND;TZID=Europe/Lisbon:20310422T093000'
    const text = described('Pick-up: 11:00, return: 10:30')
    expect(await eventOutcome([...lines, ...times, end, text])).toBe('car')
  })

  test.each([
    'Time: 8:00 PM',
    'Time: 8:00',
    'Date: Saturday 19 April 2031\nTime: 20:00 - 22:00',
    'Kitchen open until 23:00',
    'Booking date: 1 March 2031',
  ])('a table: %s', async (text) => {
    expect(await tableSaying(text)).toBe('restaurant')
  })

  it('a cancellation, whatever its words', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
    const text = described('Booking reference: KX77QP\nDeparture: 14:25')
    expect(await eventOutcome([...lines, text])).toMatch(/^otherWords/)
    expect(await eventOutcome([...lines, text], 'CANCEL')).not.toMatch(/^otherWords/)
  })

  it('an event of another kind', async () => {
    const lines = ['SUMMARY:Boat tour', 'DTSTART;TZID=Europe/Lisbon:20310418T093000']
    expect(await eventOutcome([...lines, described('Departure: 10:00')])).toBe('event')
  })
})
