/** Formats moments for the texts of reasons (test/mail/reading/corpus). */
import type { Moment } from '../reservation.ts'

/** `2031-04-18 08:10` for a local time, `2031-04-18` for a day. */
export const localInWords = (local: string): string => local.replace('T', ' ').slice(0, 16)

/** `2031-04-18 08:10 (Europe/Lisbon)`; '' for none. */
export function momentInWords(moment: Moment | undefined): string {
  if (!moment) return ''
  const { zone, offset = Number.NaN } = moment
  const hours = offset === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60}`
  const place = zone ?? (Number.isNaN(offset) ? '' : hours)
  return localInWords(moment.local) + (place && ` (${place})`)
}

/** A moment that is impossible in its zone: `2031-04-18 08:10 (UTC+5) in Europe/Lisbon`. */
export const nowhereInWords = ({ zone = '', ...moment }: Moment): string =>
  `${momentInWords(moment)} in ${zone}`

/** `2031-04-18 15:00 to 2031-04-21 11:00`. */
export const spanInWords = (start: Moment | undefined, end: Moment | undefined): string =>
  [start, end].map(momentInWords).filter(Boolean).join(' to ')

/** Different values: `2031-04-18 08:10 and 2031-04-18 09:10`, or with their offsets. */
export function bothInWords(...moments: readonly (Moment | undefined)[]): string {
  const found = moments.filter((moment) => moment !== undefined)
  const words = [momentInWords, nowhereInWords].map((of) => [...new Set(found.map(of))])
  return (words.find(({ length }) => length > 1) ?? words[0] ?? []).join(' and ')
}
