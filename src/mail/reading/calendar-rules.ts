/** VTIMEZONE: a zone that the calendar itself defines, by its rules (test/mail/calendars). */
import ICAL from 'ical.js'
import { Zone } from 'luxon'

/** From an instant on, in milliseconds, clocks are so many minutes east of UTC. */
interface Onset {
  at: number
  offset: number
}

const mostBlocks = 200
const mostOnsets = 5_000
const lastYear = 2199

const instantOf = (time: ICAL.Time, offsetFrom: number) =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) -
  offsetFrom * 60_000

function minutesOf(block: ICAL.Component, name: string): number {
  const value = block.getFirstPropertyValue(name)
  return value instanceof ICAL.UtcOffset ? value.toSeconds() / 60 : Number.NaN
}

/** Once a year by weekday and month, as all zones change; other rules are not understood. */
function isYearly({ freq, interval, count, parts }: ICAL.Recur): boolean {
  const known = Object.keys(parts).every((part) => part === 'BYMONTH' || part === 'BYDAY')
  return freq === 'YEARLY' && interval === 1 && !count && known && parts.BYMONTH?.length === 1
}

function* startsOf(block: ICAL.Component, from: number): Generator<number> {
  const first = block.getFirstPropertyValue('dtstart')
  if (!(first instanceof ICAL.Time)) throw new Error('a zone without a start')
  yield instantOf(first, from)
  for (const property of block.getAllProperties('rdate')) {
    for (const time of property.getValues()) {
      if (!(time instanceof ICAL.Time)) throw new Error('a period')
      yield instantOf(time, time.zone === ICAL.Timezone.utcTimezone ? 0 : from)
    }
  }
  const rule = block.getFirstPropertyValue('rrule')
  if (rule === null) return
  if (!(rule instanceof ICAL.Recur) || !isYearly(rule)) throw new Error('a rule of its own')
  const until = rule.until ? instantOf(rule.until, rule.until.isDate ? from - 1_440 : 0) : Infinity
  // UNTIL is in UTC, and what comes next is not.
  rule.until = null
  const times = rule.iterator(first)
  for (let time = times.next(); time && time.year <= lastYear; time = times.next()) {
    const at = instantOf(time, from)
    if (at > until) return
    yield at
  }
}

function onsetsIn(zone: ICAL.Component): Onset[] {
  const blocks = zone.getAllSubcomponents()
  if (blocks.length > mostBlocks) throw new Error('too many rules')
  const onsets: Onset[] = []
  for (const block of blocks) {
    const [from, offset] = [minutesOf(block, 'tzoffsetfrom'), minutesOf(block, 'tzoffsetto')]
    for (const at of startsOf(block, from)) {
      if (onsets.push({ at, offset }) > mostOnsets) throw new Error('too many rules')
    }
  }
  if (!onsets.every(({ at, offset }) => Number.isFinite(at) && offset >= -720 && offset <= 840)) {
    throw new Error('no clocks are so')
  }
  return onsets.sort((one, other) => one.at - other.at)
}

/** The zone that a VTIMEZONE defines. Its constructor throws for rules that are not understood. */
export class RuledZone extends Zone {
  readonly #onsets: Onset[]

  constructor(zone: ICAL.Component) {
    super()
    this.#onsets = onsetsIn(zone)
  }

  /** Minutes east of UTC at an instant; NaN before the rules begin. */
  override offset(at: number): number {
    return this.#onsets.findLast((onset) => onset.at <= at)?.offset ?? Number.NaN
  }

  has(offset: number): boolean {
    return this.#onsets.some((onset) => onset.offset === offset)
  }

  override get type() {
    return 'ruled'
  }
  override get name() {
    return 'ruled'
  }
  override get isUniversal() {
    return false
  }
  override get isValid() {
    return true
  }
  override offsetName() {
    return ''
  }
  override formatOffset() {
    return ''
  }
  override equals(other: Zone): boolean {
    return other === this
  }
}
