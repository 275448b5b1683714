/** Events of a calendar whose words have times as well, and what becomes of each. */
import { eventsIn } from '../../../../src/mail/reading/calendar/calendar.ts'

type Lines = readonly string[]

export const eventOutcome = (lines: Lines, method = 'REQUEST') => {
  const text = [
    ...['BEGIN:VCALENDAR', `METHOD:${method}`, 'BEGIN:VEVENT', 'UID:e-1', ...lines],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')
  return eventsIn([{ text, method }]).then(
    ([found]) => String(found?.fields.transportationType ?? found?.fields.activityType ?? 'stay'),
    ({ reason, about }) => `${reason}: ${about}`,
  )
}
export const described = (text: string) =>
  `DESCRIPTION:${text.replace(/[,;]/g, '\\$&').replace(/\n/g, '\\n')}`

export const flightSaying = (text: string, more: Lines = []) =>
  eventOutcome([
    ...['SUMMARY:Flight AP123 LIS-FRA', 'DTSTART;TZID=Europe/Lisbon:20310418T152500'],
    ...['DTEND;TZID=Europe/Berlin:20310418T192000', described(text), ...more],
  ])
export const trainSaying = (text: string) =>
  eventOutcome([
    ...['SUMMARY:Train IC 572: Lisboa → Porto', 'LOCATION:Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310419T093900', 'DTEND;TZID=Europe/Lisbon:20310419T122000'],
    described(text),
  ])
export const staySaying = (text: string, start = '20310418', end = '20310421') =>
  eventOutcome([
    ...['SUMMARY:Stay at Casa do Largo', 'LOCATION:Largo 3\\, Lisboa'],
    ...[`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`, described(text)],
  ])
export const timedStaySaying = (text: string) =>
  eventOutcome([
    ...['SUMMARY:Stay at Casa do Largo', 'LOCATION:Largo 3\\, Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T140000', 'DTEND;TZID=Europe/Lisbon:20310421T110000'],
    described(text),
  ])
export const rentalSaying = (text: string) =>
  eventOutcome([
    ...['SUMMARY:Car rental: Wheels', 'LOCATION:Lisbon Airport'],
    ...['DTSTART;TZID=Europe/Lisbon:20310418T100000', 'DTEND;TZID=Europe/Lisbon:20310422T093000'],
    described(text),
  ])
export const tableSaying = (text: string) =>
  eventOutcome([
    ...['SUMMARY:Table for 2 at Tasca do Rio', 'LOCATION:Rua do Rio 5\\, Lisboa'],
    ...['DTSTART;TZID=Europe/Lisbon:20310419T200000', described(text)],
  ])
