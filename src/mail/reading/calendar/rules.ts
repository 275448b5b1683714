/** Zones defined by a calendar's VTIMEZONE rules (test/mail/reading/calendar/calendars). */
import ICAL from 'ical.js'
import { Zone } from 'luxon'

/** The start of an offset: an instant in milliseconds, and minutes east of UTC. */
interface Onset {
  at: number
  offset: number
}

const instantOf = (time: ICAL.Time, offsetFrom: number) =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) -
  offsetFrom * 60_000

/** The minutes of a written offset; NaN for an impossible one. */
function minutesOf(block: ICAL.Component, name: string): number {
  const value = (block.getFirstProperty(name)?.toJSON() as unknown[] | undefined)?.[3]
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(String(value)) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return offset >= -720 && offset <= 840 ? offset : Number.NaN
}

/** Whether the rule is yearly, by month and weekday or the day of its start, as in all zones. */
function isYearly({ freq, interval, count, parts }: ICAL.Recur): boolean {
  const { BYMONTH: months = [], BYDAY: weekdays = [], ...others } = parts
  const isOneDay =
    weekdays.length === 0 || (weekdays.length === 1 && /^-?[1-4][A-Z]{2}$/.test(weekdays[0] ?? ''))
  const isOneMonth = months.length === 1 && Object.keys(others).length === 0
  return freq === 'YEARLY' && interval === 1 && !count && isOneMonth && isOneDay
}

/** The onsets of a block, including at least the last one before the end of a year. */
function* startsOf(block: ICAL.Component, from: number, year: number): Generator<number> {
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
  const { until } = rule
  const last = until ? instantOf(until, until.isDate ? from - 1_440 : 0) : Number.POSITIVE_INFINITY
  const begin = first.clone()
  // Starts late, as most rules begin in 1601 and every year costs time; in the first year, the day
  // may be over.
  begin.year = Math.max(first.year, Math.min(year, until?.year ?? year) - 3)
  const endless = new ICAL.Recur({ freq: rule.freq, ...rule.parts })
  const times = endless.iterator(begin)
  for (let time = times.next(); time && time.year <= year; time = times.next()) {
    const at = instantOf(time, from)
    if (at > last) return
    yield at
  }
}

function onsetsUntil(zone: ICAL.Component, year: number): Onset[] {
  const onsets = zone.getAllSubcomponents().flatMap((block) => {
    const [from, offset] = [minutesOf(block, 'tzoffsetfrom'), minutesOf(block, 'tzoffsetto')]
    return [...startsOf(block, from, year)].map((at) => ({ at, offset }))
  })
  if (!onsets.every(({ at, offset }) => Number.isFinite(at + offset))) {
    throw new Error('no clocks are so')
  }
  return onsets.sort((one, other) => one.at - other.at)
}

/** The zone of a VTIMEZONE. The constructor throws for unsupported rules. */
export class RuledZone extends Zone {
  readonly #zone: ICAL.Component
  readonly #onsets = new Map<number, Onset[]>()

  constructor(zone: ICAL.Component) {
    super()
    this.#zone = zone
    this.#until(1970)
  }

  /** Minutes east of UTC at an instant; NaN before the rules begin. */
  override offset(at: number): number {
    // An onset in the next year by UTC may be in this year by local time.
    const onsets = this.#until(new Date(at).getUTCFullYear() + 1)
    return onsets.findLast((onset) => onset.at <= at)?.offset ?? Number.NaN
  }

  /** Whether the zone ever has this offset, in minutes east of UTC. */
  has(offset: number): boolean {
    const blocks = this.#zone.getAllSubcomponents()
    return blocks.some((block) => minutesOf(block, 'tzoffsetto') === offset)
  }

  #until(year: number): Onset[] {
    const onsets = this.#onsets.get(year) ?? onsetsUntil(this.#zone, year)
    this.#onsets.set(year, onsets)
    return onsets
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
