/** Inbound mail: an event of a calendar whose words and times disagree. */
import { describe, expect, test } from 'vitest'
import {
  described,
  eventOutcome,
  flightSaying,
  rentalSaying,
  staySaying,
  tableSaying,
  trainSaying,
} from './labelled-events.ts'

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
    ['O seu voo parte às 14:25', 'parte 14:25'],
    ['Departure: Lisbon Airport, Terminal 1, 14:25', 'Departure 14:25'],
    ['Partenza alle ore 14:25', 'Partenza 14:25'],
    ['Vertrektijd: 14:25', 'Vertrektijd 14:25'],
    ['Hora prevista de saída: 14:25', 'saída 14:25'],
    ['Abf.: Lissabon, Gleis 4, 14:25', 'Abf. 14:25'],
    ['Departure: 19 April 2031, 15:25', 'Departure 19 April 2031 15:25'],
    ['Departure date: 04/19/2031', 'Departure date 04/19/2031'],
    ['Data de partida: 19 de abril de 2031', 'partida 19 de abril de 2031'],
    ['Departure\n14:25\nArrival\n19:20', 'Departure 14:25'],
    ['Departure:\n\nFri 18 Apr 2031, 14:25', 'Departure 18 Apr 2031 14:25'],
    ['<tr><td>Abflug</td></tr><tr><td>14:25 Uhr</td></tr>', 'Abflug 14:25'],
  ])('a flight: %s', async (text, said) => {
    expect(await flightSaying(text)).toBe(
      `otherWords: ${said} and 2031-04-18 15:25 (Europe/Lisbon)`,
    )
  })

  test.each([
    ['Arrival: 18:20', 'Arrival 18:20'],
    ['Departure 15:25\nAnkunft: 18:20 Uhr', 'Ankunft 18:20'],
    ['Llegada: 18:20', 'Llegada 18:20'],
    ['Arrival: 19:20 +1 on 18 April, 20:20', undefined],
    ['Arrival: 19 April, 19:20', 'Arrival 19 April 19:20'],
  ])('the arrival of a flight: %s', async (text, said) => {
    const waits = `otherWords: ${said} and 2031-04-18 19:20 (Europe/Berlin)`
    expect(await flightSaying(text)).toBe(said === undefined ? 'airplane' : waits)
  })

  test.each([
    ['Abfahrt: 08:39', 'Abfahrt 08:39 and 2031-04-19 09:39 (Europe/Lisbon)'],
    ['Departure 09:39, arrival 12:50', 'arrival 12:50 and 2031-04-19 12:20 (Europe/Lisbon)'],
  ])('a train: %s', async (text, about) => {
    expect(await trainSaying(text)).toBe(`otherWords: ${about}`)
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
    [
      'Aufenthalt: 1 Nacht, Frühstück inklusive',
      'Aufenthalt: 1 Nacht and 2031-04-18 to 2031-04-21',
    ],
    ['Durée : 4 nuits', 'Durée : 4 nuits and 2031-04-18 to 2031-04-21'],
    ['3 nights\nCheck-out: 20/04/2031', 'Check-out 20/04/2031 and 2031-04-21'],
  ])('a stay: %s', async (text, about = 'Check-in 17 April 2031 and 2031-04-18') => {
    expect(await staySaying(text)).toBe(`otherWords: ${about}`)
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
    expect(await rentalSaying(text)).toBe(`otherWords: ${about}`)
  })

  test.each([
    ['Time: 8:30 PM', 'Time 8:30 PM'],
    ['Date: 20 April 2031\nTime: 20:00', 'Date 20 April 2031'],
    ['Uhrzeit: 21:00 Uhr', 'Uhrzeit 21:00'],
    ['Your table is booked for 21:00.', 'table is booked for 21:00'],
  ])('a table: %s', async (text, said) => {
    expect(await tableSaying(text)).toBe(`otherWords: ${said} and 2031-04-19 20:00 (Europe/Lisbon)`)
  })

  test.each(['Bus to Porto', 'FlixBus 704 Lisboa - Porto', 'Ferry to Setúbal'])(
    '%s',
    async (name) => {
      const lines = [`SUMMARY:${name}`, 'DTSTART;TZID=Europe/Lisbon:20310418T152500']
      expect(await eventOutcome([...lines, described('Departure: 14:25')])).toBe(
        'otherWords: Departure 14:25 and 2031-04-18 15:25 (Europe/Lisbon)',
      )
      expect(await eventOutcome([...lines, described('Departure: 15:25')])).toBe('event')
    },
  )
})
