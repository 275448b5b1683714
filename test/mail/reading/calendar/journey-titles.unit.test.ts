/** Inbound mail: what an event beside a journey is called, and the journey itself. */
import { describe, expect, it } from 'vitest'
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'

const kindOf = async (summary: string, start = '20310418T152500', location = '') => {
  const lines = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:e-1', `SUMMARY:${summary}`],
    ...[`DTSTART;TZID=Europe/Lisbon:${start}`, `DTEND;TZID=Europe/Lisbon:20310418T182500`],
    ...[`LOCATION:${location}`, 'END:VEVENT', 'END:VCALENDAR'],
  ]
  const [found] = await eventsIn([{ text: lines.join('\r\n'), method: '' }])
  return found?.kind
}

describe('17 Inbound mail: the title of an event', () => {
  it.each([
    ['AP123 LIS-FRA'],
    ['LIS-FRA AP 123'],
    ['Flight AP123: Lisbon (LIS) to Frankfurt (FRA)'],
    ['Flight AP123 LIS-FRA (confirmed)'],
    ['Your flight AP123 from Lisbon (LIS) to Frankfurt am Main (FRA)'],
    ['Reservation for flight AP123 LIS-FRA'],
    ['TAP Air Portugal AP123 LIS → FRA'],
    ['easyJet AP123 LIS → FRA'],
    ['Return flight: AP123 LIS to FRA, Economy'],
    ['Flug AP 123 von Lissabon (LIS) nach Frankfurt (FRA)'],
    ['Rückflug AP123 LIS-FRA'],
    ['Vol AP123 Lisbonne (LIS) - Francfort (FRA)'],
    ['Número de vuelo: AP123 LIS-FRA'],
    ['Volo AP123 LIS-FRA'],
    ['Рейс AP123 LIS-FRA'],
    ['AP123便 LIS-FRA'],
  ])('names the flight: %s', async (summary) => {
    expect(await kindOf(summary)).toBe('transportation')
  })

  it.each([
    ['Online check-in opens for AP123 LIS-FRA'],
    ['Check-in: AP123 LIS-FRA'],
    ['Taxi to airport for AP123 LIS-FRA'],
    ['Taxi: AP123 Lisbon (LIS) to Frankfurt (FRA)'],
    ['Boarding AP123 LIS-FRA'],
    ['Airport parking AP123 LIS-FRA'],
    ['Last day to change AP123 LIS-FRA'],
    ['Pick up Bob from AP123 LIS-FRA'],
    ['Pack for Flight AP123 LIS-FRA'],
    ['Lounge before flight AP123 LIS-FRA'],
    ['Upgrade offer ends AP123 LIS-FRA'],
    ['Reminder: AP123 LIS-FRA'],
    ['Mum lands with AP123 LIS-FRA'],
    ['Massage before my flight AP123 LIS-FRA'],
    ['Check-in für Flug AP123 LIS-FRA öffnet'],
    ['Erinnerung: Flug AP123 LIS-FRA'],
    ['Enregistrement pour le vol AP123 LIS-FRA'],
    ['Embarque AP123 LIS-FRA'],
    ['Promemoria: volo AP123 LIS-FRA'],
    ['Inchecken voor AP123 LIS-FRA'],
    ['Регистрация на рейс AP123 LIS-FRA'],
    ['搭乗手続き AP123 LIS-FRA'],
  ])('names something beside the flight: %s', async (summary) => {
    expect(await kindOf(summary)).toBe('activity')
  })

  it.each([
    ['Taxi for flight AP123 Lisbon - Porto', 'activity'],
    ['Seat reservation opens: Train IC 572: Lisbon - Porto', 'activity'],
    ['Flight AP123 Lisbon - Porto', 'transportation'],
    ['Train IC 572: Lisbon - Porto', 'transportation'],
  ])('between named stops: %s: %s', async (summary, kind) => {
    expect(await kindOf(summary, '20310418T152500', 'Lisbon')).toBe(kind)
  })
})
