/** Cleans up the text of a calendar for the parser. */
import ICAL from 'ical.js'
import { words } from '../../../base/names.ts'

// The value distinguishes days and times: many vendors omit VALUE=DATE.
ICAL.design.strict = false

/** The properties that are read; others are dropped, as they cost time and may be invalid. */
const properties = words(`
  BEGIN END METHOD X-WR-TIMEZONE UID DTSTAMP LAST-MODIFIED SEQUENCE STATUS ORGANIZER SUMMARY
  DESCRIPTION LOCATION GEO DTSTART DTEND DURATION RRULE RDATE RECURRENCE-ID
  X-MICROSOFT-CDO-ALLDAYEVENT TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO`)
const isRead = new RegExp(`^(?:${properties.join('|')})[;:]`, 'i')
/** Some programs write it for events without repetition. */
const isEmptyDate = /^RDATE[^:]*:\s*$/i
const isProperty = /^[a-z][\w-]*[;:]/i
/** `20310419`, `20310419T1930`, and the other forms of ISO 8601 without an offset. */
const timeLine = /^(.*?):(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z?))?$/i
/** An unquoted zone name with a colon, such as `tzone://Microsoft/Utc`. */
const unquotedZone = /(;TZID=)([^";]*:[^";]*)/i

/** Converts a line with a time to the format of iCalendar; an invalid value becomes `none`. */
function plainTime(line: string): string {
  const [name = ''] = line.split(/[;:]/, 1)
  if (!/^(?:DTSTART|DTEND|RECURRENCE-ID)$/i.test(name)) return line
  const [, head = '', year, month, day, hour, minute, second = '00', utc = ''] =
    timeLine.exec(line) ?? []
  if (year === undefined) return `${name}:none`
  const time = hour === undefined ? '' : `T${hour}${minute}${second}${utc.toUpperCase()}`
  return `${head.replace(unquotedZone, '$1"$2"')}:${year}${month}${day}${time}`
}

/** Unfolds lines; a line without a name continues the last one. */
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

/** The relevant lines of a part, without alarms and files. */
export function plainLines(text: string): string {
  const begin = Math.max(0, text.search(/BEGIN:VCALENDAR/i))
  return unfolded(text.slice(begin))
    .filter((line) => isRead.test(line) && !isEmptyDate.test(line))
    .map((line) => plainTime(line.trimEnd()))
    .join('\r\n')
}

/** The calendars in such lines. Throws if they are not valid iCalendar. */
export function calendarsIn(lines: string): ICAL.Component[] {
  const parsed = ICAL.parse(lines)
  const all = typeof parsed[0] === 'string' ? [parsed] : parsed
  return all.map((one: unknown[]) => new ICAL.Component(one))
}
