/** Components, properties and texts of an iCalendar document, in the form of ical.js (RFC 7265). */
import ICAL from 'ical.js'

/** Name, parameters, type and value. */
export type Property = [string, Record<string, string>, string, unknown]
export type Component = [string, Property[], Component[]]

// A line may have 75 octets; ical.js does not count the space at the start of folded lines.
ICAL.foldLength = 74

/** A component as folded lines, each ending in CRLF. */
export const componentLines = (component: Component): string => ICAL.stringify(component)

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
/** Control characters except the line feed, and marks that change the writing direction. */
const unprintable = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A user's text without characters that could break out of its line or disguise it. */
export function plain(text: string): string {
  return text.toWellFormed().replace(lineEnds, '\n').replaceAll('\t', ' ').replace(unprintable, '')
}

/** As `plain`, on one line. */
export const oneLine = (text: string) => plain(text).replace(/\s+/g, ' ').trim()

export const textProperty = (name: string, value: string): Property => [name, {}, 'text', value]
