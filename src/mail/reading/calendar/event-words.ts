/** The texts of an event (test/mail/reading/calendar/calendars). */
import type ICAL from 'ical.js'
import { isTitledCancelled } from '../bookings/cancelled-in-words.ts'

/** Maximum characters that are read of a text, and of one on a single line. */
const maxWords = 5_000
const maxLineLength = 500

export interface EventWords {
  summary: string
  location: string
  /** With its line breaks. */
  description: string
}

export function eventWords(event: ICAL.Component): EventWords {
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? '').slice(0, maxWords)
  const onOneLine = (name: string) => text(name).replace(/\s+/g, ' ').trim().slice(0, maxLineLength)
  return {
    summary: onOneLine('summary'),
    location: onOneLine('location'),
    description: text('description'),
  }
}

/** The only element; undefined if there are none or several different ones. */
export function onlyOne<T>(found: Iterable<T>): T | undefined {
  const [first, ...others] = new Set(found)
  return others.length === 0 ? first : undefined
}

/** Whether the summary says that the event is cancelled, whatever its properties. */
export const isCalledOff = ({ summary }: Pick<EventWords, 'summary'>): boolean =>
  isTitledCancelled(summary)

const booking = 'booking|reservation|confirmation|buchungs|reservierungs'
const itsNumber = 'number|code|reference|ref|nummer|nr|no|id|#'
const label = new RegExp(
  `\\b(?:${booking})[ -]?(?:${itsNumber})\\.?|\\b(?:pnr|record locator)\\b`,
  'i',
)

/** The reservation number in the words; '' if there are none or several. */
export function numberIn({ summary, description }: EventWords): string {
  const found = `${summary}\n${description}`.split('\n').flatMap((line) => {
    const before = label.exec(line)
    const rest = before ? line.slice(before.index + before[0].length) : ''
    const value = /^(?: is\b| ?:)? ?#?([A-Z0-9][A-Z0-9-]{4,19})(?![\w-])/.exec(rest)?.[1]
    return value ? [value] : []
  })
  return onlyOne(found) ?? ''
}
