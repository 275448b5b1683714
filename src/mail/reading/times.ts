/** Times of bookings: read as written, never shifted (test/mail/times). */
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon'
import type { Moment } from './reservation.ts'

const written =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

function minutesOf(offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** A moment as ISO 8601 writes it, perhaps without seconds or offset; undefined if it is none. */
export function readMoment(text: unknown, zone?: string): Moment | undefined {
  if (typeof text !== 'string') return undefined
  const [, day = '', time, seconds = '00', offset] = written.exec(text.trim()) ?? []
  if (!DateTime.fromISO(day, { zone: 'utc' }).isValid) return undefined
  const known = zone && IANAZone.isValidZone(zone) ? { zone } : {}
  if (time === undefined) return { local: day, ...known }
  const local = `${day}T${time}:${seconds}`
  if (!DateTime.fromISO(local, { zone: 'utc' }).isValid) return undefined
  return { local, ...known, ...(offset && { offset: minutesOf(offset) }) }
}

/** `Etc/GMT-2` for 120 minutes; zones of half hours have no such name. */
function zoneOfOffset(minutes: number): string {
  if (minutes % 60 !== 0) return ''
  if (minutes === 0) return 'UTC'
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`
}

/**
 * Whether a moment says two things: an offset that its zone does not have then, or an hour that
 * the clocks of its zone left out. UTC is no contradiction: it is how an instant is written.
 */
export function isContradictory({ local, zone, offset }: Moment): boolean {
  if (!local.includes('T') || zone === undefined) return false
  if (offset === undefined) {
    return DateTime.fromISO(local, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss") !== local
  }
  if (offset === 0) return false
  const instant = DateTime.fromISO(local, { zone: FixedOffsetZone.instance(offset) })
  return instant.setZone(zone).offset !== offset
}

export interface Scheduled {
  /** ISO 8601 in UTC. */
  utc: string
  /** As stored: the zone of the location, else one that has the offset, else ''. */
  zone: string
  /** The calendar day there. */
  day: string
}

/**
 * A moment on the time line. Its own zone counts, then its own offset, then the zone of the trip.
 * A whole day begins at midnight. Undefined if nothing tells the zone.
 */
export function scheduled(moment: Moment, tripZone: string): Scheduled | undefined {
  const { local, zone, offset } = moment
  const fallback = IANAZone.isValidZone(tripZone) ? tripZone : undefined
  if (offset !== undefined) {
    const instant = DateTime.fromISO(local, { zone: FixedOffsetZone.instance(offset) })
    // UTC says when, and nothing of where: the trip does.
    const fits = fallback && (offset === 0 || instant.setZone(fallback).offset === offset)
    const own = zone ?? (fits ? fallback : '')
    const there = own ? instant.setZone(own) : instant
    return scheduledAt(there, own || zoneOfOffset(offset))
  }
  const own = zone ?? fallback
  return own === undefined ? undefined : scheduledAt(DateTime.fromISO(local, { zone: own }), own)
}

function scheduledAt(moment: DateTime, zone: string): Scheduled {
  const utc = moment.toUTC().toISO({ suppressMilliseconds: true })
  return { utc: utc ?? '', zone, day: moment.toISODate() ?? '' }
}
