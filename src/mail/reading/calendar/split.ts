/**
 * Splits a calendar into calendars of one event, so that each event is filed or kept separately
 * (test/mail/calendar-imports). Runs in the worker.
 */
import { sha256 } from '../../../base/hashes.ts'

/** An event with its exceptions and time zones. */
export interface CalendarOfOne {
  /** Depends on the event's content only, not on the time of the export. */
  key: string
  /** Its SUMMARY, as a subject. */
  summary: string
  text: string
}

/** Why a calendar cannot be split. */
export const splitRefusals = {
  none: 'Enter a calendar in the iCalendar format.',
  empty: 'The calendar contains no events.',
  tooMany: 'The calendar contains more than 500 events.',
  tooManyTogether: 'With an Idempotency-Key, a calendar has at most 100 events.',
  tooLarge: 'The time zone definitions of the calendar are too large.',
} as const
export type SplitRefusal = keyof typeof splitRefusals

/** Maximum events with different UIDs, and time zones, of one calendar. */
const maxEvents = 500
const maxZones = 100
/** Maximum characters of all calendars together, as each repeats the zones of its event. */
const maxTotalLength = 8_000_000
const maxSummaryLength = 200

/** A raw line with its continuation lines. */
type Line = string
interface Block {
  name: string
  lines: Line[]
}

/** The lines of a text, each with its continuations. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const last = lines.length - 1
    if (/^[ \t]/.test(line) && last >= 0) lines[last] += `\r\n${line}`
    else if (line.trim() !== '') lines.push(line)
  }
  return lines
}

const unfolded = (line: Line) => line.replace(/\r\n[ \t]/g, '')

/** The value of the first property with this name. */
function textOf({ lines }: Block, name: string): string {
  const start = new RegExp(`^${name}[;:]`, 'i')
  const line = lines.find((one) => start.test(one))
  return line === undefined
    ? ''
    : unfolded(line)
        .replace(/^[^:]*:/, '')
        .trim()
}

/** The calendar's own lines, and its components; undefined for a text that is not a calendar. */
function readBlocks(lines: readonly Line[]) {
  const head: Line[] = []
  const blocks: Block[] = []
  let open: (Block & { depth: number }) | undefined
  let isCalendar = false
  for (const line of lines) {
    const [, edge = '', name = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
    const isBegin = /^begin$/i.test(edge)
    if (open) {
      open.lines.push(line)
      open.depth += isBegin ? 1 : edge === '' ? 0 : -1
      if (open.depth === 0) {
        blocks.push(open)
        open = undefined
      }
    } else if (/^vcalendar$/i.test(name)) isCalendar = true
    else if (isCalendar && isBegin) open = { name: name.toUpperCase(), lines: [line], depth: 1 }
    else if (isCalendar && edge === '') head.push(line)
  }
  return isCalendar ? { head, blocks } : undefined
}

const isTime = (line: Line) => /^(?:DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE);/i.test(line)
const isNamed = (zone: string, { lines }: Block) =>
  lines.some((line) => isTime(line) && /;TZID="?/i.test(line) && line.includes(zone))

/** The events by UID, in the order of the calendar. An event without a UID forms its own group. */
function byUid(events: readonly Block[]): Block[][] {
  const found = new Map<string, Block[]>()
  for (const event of events) {
    const uid = textOf(event, 'UID') || event.lines.join('\n')
    const others = found.get(uid)
    if (others) others.push(event)
    else found.set(uid, [event])
  }
  return [...found.values()]
}

/** Unescapes a text value, on one line. */
const plain = (value: string) =>
  value
    .replace(/\\[nN]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Ignores DTSTAMP, which is new in each export. */
const keyOf = (events: readonly Block[]) =>
  sha256(
    events
      .flatMap(({ lines }) => lines.map(unfolded))
      .filter((line) => !/^DTSTAMP[;:]/i.test(line))
      .join('\n'),
  )

/** The calendars, one for each UID, or the reason for the refusal. */
export function splitCalendar(text: string): CalendarOfOne[] | SplitRefusal {
  const read = readBlocks(linesOf(text))
  if (!read) return 'none'
  const { head, blocks } = read
  const zones = blocks.filter(({ name }) => name === 'VTIMEZONE').slice(0, maxZones)
  const groups = byUid(blocks.filter(({ name }) => name === 'VEVENT'))
  if (groups.length === 0) return 'empty'
  if (groups.length > maxEvents) return 'tooMany'
  const named = zones.map((block) => ({ block, zone: textOf(block, 'TZID') }))
  // If no time names a zone, all defined zones are kept.
  const isUnnamed = !groups
    .flat()
    .some(({ lines }) => lines.some((line) => /^DT[^:]*;TZID=/i.test(line)))
  const parts: CalendarOfOne[] = []
  let length = 0
  for (const events of groups) {
    const own = named.filter(
      ({ zone }) => isUnnamed || events.some((event) => isNamed(zone, event)),
    )
    const all = [...own.map(({ block }) => block), ...events].flatMap(({ lines }) => lines)
    const lines = ['BEGIN:VCALENDAR', ...head, ...all, 'END:VCALENDAR', '']
    const part = lines.join('\r\n')
    length += part.length
    if (length > maxTotalLength) return 'tooLarge'
    const summary = plain(textOf(events[0] as Block, 'SUMMARY')).slice(0, maxSummaryLength)
    parts.push({ key: keyOf(events), summary, text: part })
  }
  return parts
}
