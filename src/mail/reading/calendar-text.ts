/** The text of a calendar as its parser takes it, whatever a vendor has made of it. */
import ICAL from 'ical.js'
import { Doubt } from './journeys.ts'

/** Characters of a part, with what is not read of it, such as files that it carries. */
const longestPart = 2_000_000
/** Characters of what is read; the time to parse them grows with the square of them. */
const longestCalendar = 200_000

/** What is read. All else is passed over before it can cost or break anything. */
const isRead = new RegExp(
  `^(?:${[
    ...['BEGIN', 'END', 'METHOD', 'X-WR-TIMEZONE', 'UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE'],
    ...['STATUS', 'ORGANIZER', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'GEO', 'DTSTART', 'DTEND'],
    ...['DURATION', 'RRULE', 'RDATE', 'RECURRENCE-ID', 'X-MICROSOFT-CDO-ALLDAYEVENT', 'TZID'],
    ...['X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
  ].join('|')})[;:]`,
  'i',
)
const isProperty = /^[a-z][\w-]*[;:]/i
/** A zone name with a colon, such as `tzone://Microsoft/Utc`, that the vendor did not quote. */
const unquotedZone = /^([A-Z-]+;(?:VALUE=[A-Z-]+;)?TZID=)([^";]*:[^";]*)((?:;[^":;]*)?:[^:]*)$/i

/** The lines as they were before they were folded; one without a name goes on with the last. */
function unfolded(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r\n?|\n/)) {
    const last = Math.max(0, lines.length - 1)
    if (/^[ \t]/.test(line)) lines[last] = `${lines[last] ?? ''}${line.slice(1)}`
    else if (isProperty.test(line)) lines.push(line)
    else if (line.trim() !== '') lines[last] = `${lines[last] ?? ''}\\n${line}`
  }
  return lines
}

/** The calendars of a part, without the alarms and tasks in them. Throws for what is none. */
export function calendarsIn(text: string): ICAL.Component[] {
  if (text.length > longestPart) throw new Doubt('incomplete')
  const begin = Math.max(0, text.search(/BEGIN:VCALENDAR/i))
  const plain = unfolded(text.slice(begin))
    .filter((line) => isRead.test(line))
    .map((line) => line.trimEnd().replace(unquotedZone, '$1"$2"$3'))
    .join('\r\n')
  if (plain.length > longestCalendar) throw new Doubt('incomplete')
  const parsed = ICAL.parse(plain)
  const all = typeof parsed[0] === 'string' ? [parsed] : parsed
  return all.map((one: unknown[]) => new ICAL.Component(one))
}
