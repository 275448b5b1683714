/** Resolves TZIDs: IANA names, Windows names, or rules (test/mail/reading/calendar/calendars). */
import type ICAL from 'ical.js'
import { FixedOffsetZone, IANAZone, type Zone } from 'luxon'
import { findIana } from 'windows-iana'
import { Doubt } from '../doubtful-bookings.ts'
import { RuledZone } from './rules.ts'

const maxNameLength = 200
const plain = (name: string) => name.replace(/["\\]/g, '').trim().slice(0, maxNameLength)

/**
 * The IANA name in a TZID, perhaps after a program's prefix: `/mozilla.org/x/Europe/Lisbon`. Not an
 * abbreviation such as EST, which many write in summer, too.
 */
function ianaName(name: string): string | undefined {
  const words = name.split('/').slice(0, 10)
  const isPrefixed = name.startsWith('/') || /^tzone:/i.test(name)
  for (let at = 0; at < (isPrefixed ? words.length : 1); at += 1) {
    const rest = words.slice(at).join('/')
    if (/^(utc|gmt)$/i.test(rest)) return 'UTC'
    if (/^[a-z_]+\//i.test(rest) && IANAZone.isValidZone(rest)) return rest
  }
  return undefined
}

/** The offset of a name such as `UTC+02:00`; not of `Etc/GMT-2`, whose sign is reversed. */
function offsetZone(name: string): Zone | undefined {
  const [, sign, hours, minutes] = /^(?:utc|gmt)([+-])([01]\d):?([0-5]\d)$/i.exec(name) ?? []
  if (sign === undefined) return undefined
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return offset >= -12 * 60 && offset <= 14 * 60 ? FixedOffsetZone.instance(offset) : undefined
}

/** The zone of a Windows name, or of its shorter form in Lotus Notes. */
const windowsZone = (name: string) =>
  findIana(name, '001')[0] ?? findIana(`${name} Standard Time`, '001')[0]

/** The zones of one calendar, by the names that it uses. */
export class CalendarZones {
  /** X-WR-TIMEZONE: the display zone of the calendar. */
  readonly shown: string
  readonly #calendar: ICAL.Component
  #defined: { zone: string | undefined } | undefined
  readonly #known = new Map<string, { zone: Zone; rules: RuledZone | undefined }>()

  constructor(calendar: ICAL.Component) {
    this.#calendar = calendar
    this.shown = plain(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''))
  }

  /**
   * The only zone that the calendar defines, if no time names a zone: some programs omit the name.
   * Undefined if it is not an IANA zone.
   */
  get defined(): string | undefined {
    this.#defined ??= { zone: this.#onlyOne() }
    return this.#defined.zone
  }

  #onlyOne(): string | undefined {
    const blocks = this.#calendar.getAllSubcomponents('vtimezone')
    const [name, ...others] = blocks.map((zone) => String(zone.getFirstPropertyValue('tzid') ?? ''))
    if (!name || others.length > 0) return undefined
    const isNamed = this.#calendar
      .getAllSubcomponents('vevent')
      .some((event) => event.getAllProperties().some((one) => one.getFirstParameter('tzid')))
    if (isNamed) return undefined
    const { zone, rules } = this.named(name)
    return zone.type === 'iana' && rules ? zone.name : undefined
  }

  /** The zone of a TZID, and its rules in the calendar. Throws a Doubt for an unknown one. */
  named(tzid: string): { zone: Zone; rules: RuledZone | undefined } {
    const name = plain(tzid)
    const found = this.#known.get(name) ?? this.#find(name, tzid)
    this.#known.set(name, found)
    return found
  }

  #find(name: string, tzid: string) {
    const block = this.#calendar
      .getAllSubcomponents('vtimezone')
      .find((zone) => plain(String(zone.getFirstPropertyValue('tzid') ?? '')) === name)
    const rules = block && rulesOf(block)
    const location = plain(String(block?.getFirstPropertyValue('x-lic-location') ?? ''))
    const iana = ianaName(name) ?? ianaName(location) ?? windowsZone(name)
    const zone = iana === undefined ? (rules ?? offsetZone(name)) : IANAZone.create(iana)
    if (!zone?.isValid) throw new Doubt('unknownZone', tzid)
    return { zone, rules }
  }
}

function rulesOf(block: ICAL.Component): RuledZone | undefined {
  if (block.getAllSubcomponents().length === 0) return undefined
  try {
    return new RuledZone(block)
  } catch {
    // A zone with a known name needs no rules.
    return undefined
  }
}
