/**
 * Times in UTC, checked against the text of the same message. Some programs append `Z` to local
 * times: if the text contains only one of the two readings, that one is right
 * (test/mail/reading/times/written-times).
 */
import { DateTime } from 'luxon'
import type { Moment, Reservation } from '../reservation.ts'
import { isDay } from './instants.ts'
import { hourOf } from './written-times.ts'

/** Maximum characters of a text that are searched for times of day. */
export const maxText = 200_000
const mark = String.raw`(?:\s?[:.h\u2236]\s?|\s?uhr\s?)`
const clock = String.raw`(?<hours>\d{1,2})${mark}(?<minutes>[0-5]\d)(?![\d%])`
const isUtc = String.raw`\s?\(?(?:utc|gmt|z)\b(?![+-])`
const half = String.raw`(?:\s*(?<half>[ap])\.?\s?m\b)?`
const forms = [
  // `19:30`, `7.30 pm`, `19h30`; not if the text marks it as UTC.
  new RegExp(String.raw`(?<![\d.,:])${clock}(?!${isUtc})${half}`, 'giu'),
  /(?<![\d.,:])(?<hours>1[0-2]|0?[1-9])\s?(?<half>[ap])\.?\s?m\b/giu,
  /(?<![\d.,:])(?<hours>\d{1,2})\s?(?:h|hrs?|uhr)\b(?!\s?\d)/giu,
  // In the style of airlines; years do not count.
  /(?<![\d.,:/-])(?!19|20)(?<hours>[01]\d|2[0-3])(?<minutes>[0-5]\d)(?![\d:/-]|[.,]\d)/gu,
]

/** The times of day in a text, on a 24-hour clock. */
export function timesIn(text: string): Set<string> {
  const looked = text.slice(0, maxText)
  const found = new Set<string>()
  for (const { groups = {} } of forms.flatMap((form) => [...looked.matchAll(form)])) {
    const { hours = '', minutes = '00', half } = groups
    found.add(`${String(hourOf(hours, half)).padStart(2, '0')}:${minutes}`)
  }
  return found
}

const timesOfDay = (moments: readonly Moment[]) =>
  new Set(moments.map(({ local }) => local.slice(11, 16)))

/** The local time of day of a moment in UTC. */
const there = ({ local, zone }: Moment) => DateTime.fromISO(`${local}Z`, { zone }).toFormat('HH:mm')

/**
 * Whether the text contains the UTC readings of the reservations' times. False if it contains all
 * local readings, and not all in UTC.
 */
export function isDoubtfulUtc(reservations: readonly Reservation[], textOf: () => string): boolean {
  const moments = reservations
    .flatMap(({ start, end }) => [start, end])
    .filter((moment) => moment !== undefined)
    .filter((moment) => moment.offset === 0 && !isDay(moment))
  if (moments.length === 0) return false
  const unplaced = moments.filter(({ zone }) => zone === undefined)
  const shifted = moments.filter(
    (one) => one.zone !== undefined && there(one) !== one.local.slice(11, 16),
  )
  const visible = timesIn(textOf())
  const has = (time: string) => visible.has(time)
  if ([...timesOfDay(unplaced)].some(has)) return true
  const local = new Set(shifted.map(there))
  const written = timesOfDay(shifted)
  if (![...written].some((time) => has(time) && !local.has(time))) return false
  return ![...local].every(has) || [...written].every(has)
}
