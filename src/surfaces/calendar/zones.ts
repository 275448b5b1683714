/**
 * Time zones of a calendar: local times, and the VTIMEZONE rules that define them. Both come from
 * the same data, so programs find the same moments whatever their own zone data.
 */
import { LRUCache } from 'lru-cache'
import { IANAZone } from 'luxon'
import { type Component, type Property, textProperty } from './jcal.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The start of an offset: milliseconds since 1970, and the minutes east of UTC before and after.
 */
interface Onset {
  at: number
  from: number
  to: number
}

/** A local time; in UTC without a zone. */
export interface Time {
  /** `YYYY-MM-DDTHH:MM:SS`, with `Z` in UTC. */
  clock: string
  zone?: string
}

const known = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/
const utc = /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/i

/** The canonical name of a zone; empty for an unknown one. */
const canonical = new LRUCache<string, string>({
  max: 2_000,
  memoMethod: (timeZone) =>
    known.test(timeZone) && IANAZone.isValidZone(timeZone)
      ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
      : '',
})

/** The first name of a known zone, else UTC. */
export const zoneAmong = (names: readonly string[]): string =>
  names.find((name) => canonical.memo(name) !== '') ?? 'UTC'

/** The last second that a calendar can say: its years have four digits. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59)

/** `YYYY-MM-DDTHH:MM:SS` of a moment, minutes east of UTC; the last second for a later one. */
const shown = (at: number, offset = 0) =>
  new Date(Math.min(at + offset * minute, lastSecond)).toISOString().slice(0, 19)
/**
 * Luxon ignores the case of names but caches every spelling, 30 kB each, so only canonical names, a
 * few hundred, reach it.
 */
const offsetAt = (zone: string, at: number) => IANAZone.create(canonical.memo(zone)).offset(at)

/** `YYYY-MM-DD`, the day of a moment in a zone. */
export const dayIn = (zone: string, at: number) => shown(at, offsetAt(zone, at)).slice(0, 10)

/** The first moment after `from` whose offset differs, to the second. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetAt(zone, from)
  let [early, late] = [from, to]
  while (late - early > 1_000) {
    const middle = Math.floor((early + late) / 2_000) * 1_000
    if (offsetAt(zone, middle) === before) early = middle
    else late = middle
  }
  return late
}

/** The onsets of a year in UTC: its start and every change. */
function onsetsOf(zone: string, year: number): Onset[] {
  const start = new Date(0).setUTCFullYear(year, 0, 1)
  const first = offsetAt(zone, start)
  const onsets: Onset[] = [{ at: start, from: first, to: first }]
  // Changes are more than a week apart.
  for (let at = start; at < start + 366 * day; at += 7 * day) {
    const [from, to] = [offsetAt(zone, at), offsetAt(zone, at + 7 * day)]
    if (from !== to) onsets.push({ at: changeBetween(zone, at, at + 7 * day), from, to })
  }
  return onsets
}

/** `+05:30`; with seconds if a historical offset has them. */
function offsetText(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, rest, last] = parts.map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}${last === '00' ? '' : `:${last}`}`
}

function ruleOf({ at, from, to }: Onset): Component {
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', shown(at, from)],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
  ]
  return [to > from ? 'daylight' : 'standard', properties, []]
}

/** Whether `at` is less than `span` from `middle`, or exactly `span` before it. */
const isWithin = (span: number, middle: number, at: number) =>
  at >= middle - span && at < middle + span

/** The zones that one calendar names. */
export class Zones {
  readonly #maxYears: number
  readonly #years = new Map<string, Onset[]>()
  readonly #used = new Map<string, Map<number, Onset>>()

  /** After `maxYears` years of zones, which take half a millisecond each, times are in UTC. */
  constructor(maxYears = 300) {
    this.#maxYears = maxYears
  }

  /**
   * A moment as local time in a zone; in UTC if that local time occurs twice, as some programs
   * choose the first, which is right (RFC 5545, 3.3.5), others the second.
   */
  time(at: number, zone: string): Time {
    const onsets = utc.test(zone) ? [] : this.#onsetsAround(at, zone)
    const onset = onsets.findLast((one) => one.at <= at)
    const isShownTwice = onsets.some(
      (one) => one.from > one.to && isWithin((one.from - one.to) * minute, one.at, at),
    )
    if (!onset || isShownTwice) return { clock: `${shown(at)}Z` }
    const used = this.#used.get(zone) ?? new Map<number, Onset>()
    this.#used.set(zone, used.set(onset.at, onset))
    return { clock: shown(at, onset.to), zone }
  }

  #onsetsAround(at: number, zone: string): Onset[] {
    const year = new Date(at).getUTCFullYear()
    const key = `${zone} ${year}`
    if (!this.#years.has(key) && this.#years.size >= this.#maxYears) return []
    const onsets = this.#years.get(key) ?? onsetsOf(zone, year)
    this.#years.set(key, onsets)
    return onsets
  }

  /** The zones that `time` has used, with the rules for those times. */
  components(): Component[] {
    const named = [...this.#used].sort(([one], [other]) => (one < other ? -1 : 1))
    return named.map(([zone, used]) => {
      const onsets = [...used.values()].sort((one, other) => one.at - other.at)
      return ['vtimezone', [textProperty('tzid', zone)], onsets.map(ruleOf)]
    })
  }
}
