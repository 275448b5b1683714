/** The zone that a TZID means: an IANA name, a name of Windows, or rules (test/mail/calendars). */
import type ICAL from 'ical.js'
import { IANAZone, type Zone } from 'luxon'
import { findIana } from 'windows-iana'
import { RuledZone } from './calendar-rules.ts'
import { Doubt } from './doubts.ts'

const longestName = 200
const plain = (name: string) => name.replace(/["\\]/g, '').trim().slice(0, longestName)

/**
 * The IANA name in a name, perhaps after the prefix of a program: `/mozilla.org/x/Europe/Lisbon`.
 * Abbreviations such as EST are none: many write them in summer, too.
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

/** The zones of one calendar, by the names that it uses. */
export class CalendarZones {
  /** X-WR-TIMEZONE: the zone in which the calendar is shown. */
  readonly shown: string
  readonly #calendar: ICAL.Component
  readonly #known = new Map<string, { zone: Zone; rules: RuledZone | undefined }>()

  constructor(calendar: ICAL.Component) {
    this.#calendar = calendar
    this.shown = plain(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''))
  }

  /** The zone of a TZID, and what the calendar itself says of it. Throws a Doubt for an unknown. */
  named(tzid: string): { zone: Zone; rules: RuledZone | undefined } {
    const name = plain(tzid)
    const found = this.#known.get(name) ?? this.#find(name)
    this.#known.set(name, found)
    return found
  }

  #find(name: string) {
    const block = this.#calendar
      .getAllSubcomponents('vtimezone')
      .find((zone) => plain(String(zone.getFirstPropertyValue('tzid') ?? '')) === name)
    const rules = block && rulesOf(block)
    const location = plain(String(block?.getFirstPropertyValue('x-lic-location') ?? ''))
    const iana = ianaName(name) ?? ianaName(location) ?? findIana(name, '001')[0]
    const zone = iana === undefined ? rules : IANAZone.create(iana)
    if (!zone?.isValid) throw new Doubt('unknownZone')
    return { zone, rules }
  }
}

function rulesOf(block: ICAL.Component): RuledZone | undefined {
  try {
    return new RuledZone(block)
  } catch {
    // A zone by a name that is known needs no rules.
    return undefined
  }
}
