/** Inbound mail: the words of a calendar event, and its times. */
import { describe, expect, it, test } from 'vitest'
import { eventsIn } from '../../src/mail/reading/calendar/calendar.ts'
import { saidTimes } from '../../src/mail/reading/calendar/said-times.ts'
import { nightsSaid } from '../../src/mail/reading/calendar/said-values.ts'

type Lines = readonly string[]

const outcome = (lines: Lines, method = 'REQUEST') => {
  const text = [
    ...['BEGIN:VCALENDAR', `METHOD:${method}`, 'BEGIN:VEVENT', 'UID:e-1', ...lines],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')
  return eventsIn([{ text, method }]).then(
    ([found]) => String(found?.fields.transportationType ?? found?.fields.activityType ?? 'stay'),
    ({ reason, about }) => `${reason}: ${about}`,
  )
}
const words = (text: string) => `DESCRIPTION:${text.replace(/[,;]/g, '\\$&').replace(/\n/g, '\\n')}`

const flight = (text: string, more: Lines = []) =>
  outcome([
    ...['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500'],
    ...['DTEND;TZID=Europe/Berlin:20310418T192000', words(text), ...more],
  ])
const train = (text: string) =>
  outcome([
    ...['SUMMARY:Train IC 572: Lisboa → Porto', 'LOCATION:Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310419T093900', 'DTEND;TZID=Europe/Lisbon:20310419T122000'],
    words(text),
  ])
const stay = (text: string, start = '20310418', end = '20310421') =>
  outcome([
    ...['SUMMARY:Stay at Casa do Largo', 'LOCATION:Largo 3\\, Lisboa'],
    ...[`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`, words(text)],
  ])
const timedStay = (text: string) =>
  outcome([
    ...['SUMMARY:Stay at Casa do Largo', 'LOCATION:Largo 3\\, Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T140000', 'DTEND;TZID=Europe/Lisbon:20310421T110000'],
    words(text),
  ])
const rental = (text: string) =>
  outcome([
    ...['SUMMARY:Car rental: Wheels', 'LOCATION:Lisbon Airport'],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T100000', 'DTEND;TZID=Europe/Lisbon:20310422T093000'],
    words(text),
  ])
const table = (text: string) =>
  outcome([
    ...['SUMMARY:Table for 2 at Tasca do Rio', 'LOCATION:Rua do Rio 5\\, Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310419T200000', words(text)],
  ])

describe('17 Inbound mail: an event whose words label another time waits', () => {
  test.each([
    ['Departure: 14:25', 'Departure 14:25'],
    ['Departure 14:25, arrival 18:20', 'Departure 14:25'],
    ['Depart: Fri 18 Apr 14:25', 'Depart 18 Apr 14:25'],
    ['Departs at 2:25 pm', 'Departs 2:25 pm'],
    ['Your flight departs Lisbon (LIS) at 14:25', 'departs 14:25'],
    ['<b>Departure time</b>: 14:25<br>Gate opens 15:25', 'Departure time 14:25'],
    ['Departure: 13:25 UTC\nTerminal 1', 'Departure 13:25 UTC'],
    ['Departure: 2031-04-18T14:25+01:00', 'Departure 2031-04-18 14:25+01:00'],
    ['Departure: 14:25 (previously 15:25)', 'Departure 14:25'],
    ['Abflug: 14:25 Uhr', 'Abflug 14:25'],
    ['Abflugzeit 14.25 Uhr', 'Abflugzeit 14.25 Uhr'],
    ['Départ : 14h25', 'Départ 14h25'],
    ["Heure de départ : 14h25, heure d'arrivée : 19h20", 'départ 14h25'],
    ['Hora de salida: 14:25', 'salida 14:25'],
    ['Partida às 14h25', 'Partida 14h25'],
    ['Partenza alle ore 14:25', 'Partenza 14:25'],
    ['Vertrektijd: 14:25', 'Vertrektijd 14:25'],
    ['Hora prevista de saída: 14:25', 'saída 14:25'],
    ['Abf.: Lissabon, Gleis 4, 14:25', 'Abf. 14:25'],
    ['Departure: 19 April 2031, 15:25', 'Departure 19 April 2031 15:25'],
    ['Departure date: 04/19/2031', 'Departure date 04/19/2031'],
    ['Data de partida: 19 de abril de 2031', 'partida 19 de abril de 2031'],
  ])('a flight: %s', async (text, said) => {
    expect(await flight(text)).toBe(`otherWords: ${said} and 2031-04-18 15:25 (Europe/Lisbon)`)
  })

  test.each([
    ['Arrival: 18:20', 'Arrival 18:20'],
    ['Departure 15:25\nAnkunft: 18:20 Uhr', 'Ankunft 18:20'],
    ['Llegada: 18:20', 'Llegada 18:20'],
    ['Arrival: 19:20 +1 on 18 April, 20:20', undefined],
    ['Arrival: 19 April, 19:20', 'Arrival 19 April 19:20'],
  ])('the arrival of a flight: %s', async (text, said) => {
    const waits = `otherWords: ${said} and 2031-04-18 19:20 (Europe/Berlin)`
    expect(await flight(text)).toBe(said === undefined ? 'airplane' : waits)
  })

  test.each([
    ['Abfahrt: 08:39', 'Abfahrt 08:39 and 2031-04-19 09:39 (Europe/Lisbon)'],
    ['Departure 09:39, arrival 12:50', 'arrival 12:50 and 2031-04-19 12:20 (Europe/Lisbon)'],
  ])('a train: %s', async (text, about) => {
    expect(await train(text)).toBe(`otherWords: ${about}`)
  })

  test.each([
    ['Check-in 2031-04-17', 'Check-in 2031-04-17 and 2031-04-18'],
    ['Check-in: Thursday, 17 April 2031\nCheck-out: 21 April 2031', undefined],
    ['Anreise: 17.04.2031', 'Anreise 17.04.2031 and 2031-04-18'],
    ['Arrivée : jeudi 17 avril 2031', 'Arrivée 17 avril 2031 and 2031-04-18'],
    ['Llegada: 17 de abril', 'Llegada 17 de abril and 2031-04-18'],
    ['Check-in: 18/04/2031, check-out: 22/04/2031', 'check-out 22/04/2031 and 2031-04-21'],
    ['Abreise: 19.4.2031', 'Abreise 19.4.2031 and 2031-04-21'],
    ['4 nights', '4 nights and 2031-04-18 to 2031-04-21'],
    ['Nights: 4', 'Nights: 4 and 2031-04-18 to 2031-04-21'],
    ['Aufenthalt: 1 Nacht, Frühstück inklusive', 'Aufenthalt: 1 Nacht and 2031-04-18 to 2031-04-21'],
    ['Durée : 4 nuits', 'Durée : 4 nuits and 2031-04-18 to 2031-04-21'],
    ['3 nights\nCheck-out: 20/04/2031', 'Check-out 20/04/2031 and 2031-04-21'],
  ])('a stay: %s', async (text, about = 'Check-in 17 April 2031 and 2031-04-18') => {
    expect(await stay(text)).toBe(`otherWords: ${about}`)
  })

  test.each([
    ['Pick-up: 11:00', 'Pick-up 11:00 and 2031-04-18 10:00 (Europe/Lisbon)'],
    ['Abholung 11:00 Uhr', 'Abholung 11:00 and 2031-04-18 10:00 (Europe/Lisbon)'],
    ['Pick-up 10:00, return 10:30', 'return 10:30 and 2031-04-22 09:30 (Europe/Lisbon)'],
    [
      'Riconsegna: 23 aprile 2031',
      'Riconsegna 23 aprile 2031 and 2031-04-22 09:30 (Europe/Lisbon)',
    ],
  ])('a rental car: %s', async (text, about) => {
    expect(await rental(text)).toBe(`otherWords: ${about}`)
  })

  test.each([
    ['Time: 8:30 PM', 'Time 8:30 PM'],
    ['Date: 20 April 2031\nTime: 20:00', 'Date 20 April 2031'],
    ['Uhrzeit: 21:00 Uhr', 'Uhrzeit 21:00'],
    ['Your table is booked for 21:00.', 'table is booked for 21:00'],
  ])('a table: %s', async (text, said) => {
    expect(await table(text)).toBe(`otherWords: ${said} and 2031-04-19 20:00 (Europe/Lisbon)`)
  })

  test.each(['Bus to Porto', 'FlixBus 704 Lisboa - Porto', 'Ferry to Setúbal'])(
    '%s',
    async (name) => {
      const lines = [`SUMMARY:${name}`, 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
      expect(await outcome([...lines, words('Departure: 14:25')])).toBe(
        'otherWords: Departure 14:25 and 2031-04-18 15:25 (Europe/Lisbon)',
      )
      expect(await outcome([...lines, words('Departure: 15:25')])).toBe('event')
    },
  )
})

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
  ])('a flight: %s', async (text) => {
    expect(await flight(text)).toBe('airplane')
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
      expect(await outcome([...lines, end, words(text)])).toBe('airplane')
    }
  })

  it('a flight whose times are all in the zone of its departure', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
    const end = 'DTEND;TZID=Europe/Lisbon:20310418T182000'
    expect(await outcome([...lines, end, words('Arrival: 19:20')])).toBe('airplane')
    expect(await outcome([...lines, end, words('Arrival: 18:20')])).toBe('airplane')
    expect(await outcome([...lines, end, words('Arrival: 18:50')])).toMatch(/^otherWords/)
  })

  it('a flight in UTC, by the clocks of its airports', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART:20310418T142500Z']
    expect(await outcome([...lines, words('Departure: 15:25')])).toBe('airplane')
    expect(await outcome([...lines, words('Departure: 16:25')])).toBe(
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
    expect(await train(text)).toBe('train')
  })

  it('a train in UTC, of no known place, where some clock shows the time', async () => {
    const lines = ['SUMMARY:ICE 1043 Berlin Hbf - Köln Hbf', 'LOCATION:Berlin Hbf']
    const times = ['DTSTART:20310421T064600Z', 'DTEND:20310421T110900Z']
    expect(await outcome([...lines, ...times, words('Abfahrt 08:46')])).toBe('train')
    expect(await outcome([...lines, ...times, words('Abfahrt 08:52')])).toBe(
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
  ])('a stay: %s', async (text) => {
    expect(await stay(text)).toBe('stay')
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
    expect(await timedStay(text)).toBe(expected)
  })

  it('what takes place in a house, on another day of a stay', async () => {
    const lines = ['SUMMARY:Cocktails at the Harbour Hotel', 'LOCATION:Largo 3\\, Lisboa']
    const times = ['DTSTART;TZID=Europe/Lisbon:20310419T190000']
    const end = 'DTEND;TZID=Europe/Lisbon:20310419T210000'
    const text = words('Your stay: 3 nights\nCheck-in: 18 April 2031')
    expect(await outcome([...lines, ...times, end, text])).toBe('event')
  })

  test.each([
    'Pick-up 10:00, return 09:30',
    'Pick-up: 10:00 (open 08:00-20:00)\nReturn: 9:30 am',
    'Pick-up: Lisbon Airport, open 08:00-20:00',
    'Pick-up: Lisbon Airport, 08:00 h - 20:00 h',
    'Pick-up: from 08:00\nReturn: by 20:00',
    'Pick-up: Lisbon Airport, open daily 08:00 to 20:00',
    'Abholung: 10:00 Uhr, Öffnungszeiten 08:00-20:00\nRückgabe: 09:30 Uhr',
    'Return: fuel full',
    'Free cancellation until 17 April 2031, 10:00',
  ])('a rental car: %s', async (text) => {
    expect(await rental(text)).toBe('car')
  })

  it('a rental car in the zone of the place, whatever that of the calendar', async () => {
    const lines = ['SUMMARY:Car rental: Wheels', 'LOCATION:Calle Mayor 1\\, Madrid\\, Spain']
    const times = ['DTSTART;TZID=Europe/Lisbon:20310418T100000']
    const end = 'DTEND;TZID=Europe/Lisbon:20310422T093000'
    const text = words('Pick-up: 11:00, return: 10:30')
    expect(await outcome([...lines, ...times, end, text])).toBe('car')
  })

  test.each([
    'Time: 8:00 PM',
    'Time: 8:00',
    'Date: Saturday 19 April 2031\nTime: 20:00 - 22:00',
    'Kitchen open until 23:00',
    'Booking date: 1 March 2031',
  ])('a table: %s', async (text) => {
    expect(await table(text)).toBe('restaurant')
  })

  it('a cancellation, whatever its words', async () => {
    const lines = ['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
    const text = words('Booking reference: KX77QP\nDeparture: 14:25')
    expect(await outcome([...lines, text])).toMatch(/^otherWords/)
    expect(await outcome([...lines, text], 'CANCEL')).not.toMatch(/^otherWords/)
  })

  it('an event that is no booking', async () => {
    const lines = ['SUMMARY:Boat tour', 'DTSTART;TZID=Europe/Lisbon:20310418T093000']
    expect(await outcome([...lines, words('Departure: 10:00')])).toBe('event')
  })
})

describe('17 Inbound mail: dates and times of day in words', () => {
  test.each([
    [
      '04/05/2031',
      [
        [5, 4],
        [4, 5],
      ],
    ],
    ['2031/05/04', [[5, 4]]],
    ['4.5.2031', [[5, 4]]],
    ['4th of May', [[5, 4]]],
    ['1er mai 2031', [[5, 1]]],
    ['4 März', [[3, 4]]],
    ['May 4, 2031', [[5, 4]]],
    ['4-Dez-2031', [[12, 4]]],
    ['4 gennaio', [[1, 4]]],
    ['Terminal 4', []],
    ['12 Maple Street', []],
    ['99/99/2031', []],
  ] as const)('the date %s', (text, expected) => {
    const days = saidTimes(text).flatMap((one) => one.days)
    expect(days.map(({ month, day }) => [month, day])).toEqual(expected)
  })

  test.each([
    ['14:25', [865]],
    ['2:25 p. m.', [865]],
    ['12:10 am', [10]],
    ['14h25', [865]],
    ['14 Uhr 25', [865]],
    ['3 pm', [900]],
    ['15 Uhr', [900]],
    ['24:00', [1440]],
    ['2h 25m', []],
    ['2h25min', []],
    ['25:10', []],
    ['14.25 EUR', []],
    ['10:30:15.5 km', [630]],
    ['14:25 EST', []],
  ] as const)('the time of day %s', (text, expected) => {
    expect(saidTimes(text).flatMap(({ clock }) => clock?.minutes ?? [])).toEqual(expected)
  })

  test.each([
    ['3 nights', [3]],
    ['Stay: 3 nights', [3]],
    ['Superior room - 3 nights', [3]],
    ['Number of nights: 3', [3]],
    ['3 noches (2 adultos)', [3]],
    ['1 notte', [1]],
    ['first 3 nights free', []],
    ['3 nights of jazz', []],
    ['Night 2 of 3', []],
  ] as const)('the nights of: %s', (description, expected) => {
    const said = nightsSaid({ summary: '', location: '', description })
    expect(said.map(({ nights }) => nights)).toEqual(expected)
  })
})
