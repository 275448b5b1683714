/**
 * Objects that an earlier message, or a person, made of the same reservation (test/mail/updates).
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import { holdReserved } from '../../outside/database/locks/items.ts'
import { type Reservation, type ReservationKind, reservationKinds } from '../reading/reservation.ts'
import { codesOf, plainCode } from './fitting.ts'

type Tx = Prisma.TransactionClient
interface These {
  where: { id: { in: number[] } }
  orderBy: { id: 'asc' }
}

export interface KnownObject {
  kind: ReservationKind
  id: number
  tripId: number
  /** As `reservationKey` made it; null for what a person made. */
  key: string | null
  code: string
  /** Of a flight, a train, …; '' for the other kinds. */
  number: string
  /** What it is: the name, or from where to where. */
  what: string
  startsAt: Date | null
  endsAt: Date | null
}

const plainWords = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Provider, number and leg, a line each; null without a number, which then names nothing. */
export function reservationKey({ provider, code, leg }: Reservation): string | null {
  if (plainCode(code) === '') return null
  return [plainWords(provider), plainCode(code), plainWords(leg)].join('\n')
}

const shown = {
  id: true,
  tripId: true,
  reservationKey: true,
  providerReservationCode: true,
} as const
const ofPlace = { ...shown, name: true, startsAt: true, endsAt: true } as const
const ofJourney = {
  ...{ ...shown, transportNumber: true, departureAt: true, arrivalAt: true },
  ...{ departureDescription: true, arrivalDescription: true },
} as const

type Place = Prisma.HostingGetPayload<{ select: typeof ofPlace }>
type Journey = Prisma.TransportationGetPayload<{ select: typeof ofJourney }>

function knownAs(kind: ReservationKind, row: Place | Journey): KnownObject {
  const { id, tripId, reservationKey: key, providerReservationCode: code } = row
  const known = { kind, id, tripId, key, code }
  if ('name' in row) {
    const { name: what, startsAt, endsAt } = row
    return { ...known, number: '', what, startsAt, endsAt }
  }
  const { transportNumber: number, departureAt: startsAt, arrivalAt: endsAt } = row
  const what = `${row.departureDescription} > ${row.arrivalDescription}`
  return { ...known, number, what, startsAt, endsAt }
}

const readers = {
  hosting: ({ hosting }: Tx, these: These) => hosting.findMany({ ...these, select: ofPlace }),
  activity: ({ activity }: Tx, these: These) => activity.findMany({ ...these, select: ofPlace }),
  transportation: ({ transportation }: Tx, these: These) =>
    transportation.findMany({ ...these, select: ofJourney }),
}

/**
 * The live objects in these trips with the number of one of the reservations, of their kinds. They
 * stay as they are until the transaction ends.
 */
export async function holdKnown(
  tx: Tx,
  tripIds: readonly number[],
  reservations: readonly Reservation[],
): Promise<KnownObject[]> {
  const codes = codesOf(reservations)
  if (codes.length === 0 || tripIds.length === 0) return []
  const objects: KnownObject[] = []
  for (const kind of reservationKinds) {
    if (!reservations.some((reservation) => reservation.kind === kind)) continue
    const ids = await holdReserved(tx, kind, tripIds, codes)
    if (ids.length === 0) continue
    const rows = await readers[kind](tx, { where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    objects.push(...rows.map((row) => knownAs(kind, row)))
  }
  return objects
}

/** Same kind, same number, and no other provider. What says no provider contradicts none. */
export function isSameReservation(reservation: Reservation, object: KnownObject): boolean {
  const code = plainCode(reservation.code)
  if (code === '' || reservation.kind !== object.kind) return false
  if (object.key === null) return plainCode(object.code) === code
  const [provider, number] = object.key.split('\n')
  const own = plainWords(reservation.provider)
  return number === code && (provider === own || provider === '' || own === '')
}

const numberOf = ({ kind, leg, fields }: Reservation) =>
  kind === 'transportation' ? plainCode(String(fields.transportNumber || leg)) : ''

/** Whether a cancellation of this leg, or of the whole reservation, means the object. */
export function isCancelledBy(reservation: Reservation, object: KnownObject): boolean {
  if (!isSameReservation(reservation, object)) return false
  const leg = plainWords(reservation.leg)
  const own = object.key?.split('\n')[2] ?? plainCode(object.number)
  return leg === '' || own === '' || leg === own || plainCode(leg) === plainCode(object.number)
}

function whatOf({ kind, fields }: Reservation): string {
  const { name, departureDescription, arrivalDescription } = fields
  return kind === 'transportation'
    ? `${departureDescription ?? ''} > ${arrivalDescription ?? ''}`
    : String(name ?? '')
}

/** Whether the object starts at that second, of which messages tell no part. */
export const startsThen = ({ startsAt }: KnownObject, then: string) =>
  startsAt !== null && Math.floor(startsAt.getTime() / 1000) === Math.floor(Date.parse(then) / 1000)

/** How surely the object is this part of the reservation; 0: it is another part. */
function likeness(reservation: Reservation, startsAt: string, object: KnownObject): number {
  if (!isSameReservation(reservation, object)) return 0
  const leg = plainWords(reservation.leg)
  const number = numberOf(reservation)
  const isLeg =
    (leg !== '' && object.key?.split('\n')[2] === leg) ||
    (number !== '' && plainCode(object.number) === number)
  const isStart = startsThen(object, startsAt)
  const isWhat = plainWords(object.what) === plainWords(whatOf(reservation))
  // The number of a calendar event is that event's alone, and stands in no field of the object.
  const isEvent = reservation.fields.providerReservationCode === undefined
  const like = (isLeg ? 4 : 0) + (isStart ? 2 : 0) + (isWhat ? 1 : 0) + (isEvent ? 1 : 0)
  // People write what they like; only another flight or train is surely another part.
  const mayBe = object.key === null && (number === '' || object.number === '')
  return like === 0 && mayBe ? 0.5 : like
}

export interface Part {
  reservation: Reservation
  /** In UTC, in the trip it belongs to. */
  startsAt: string
}

/**
 * For each part the object it was before. Each object is one part; the surest pairs come first. An
 * object that shares the number, but neither leg nor time nor name, is another part of the booking.
 */
export function pairUp(
  parts: readonly Part[],
  objects: readonly KnownObject[],
): Map<Part, KnownObject> {
  const pairs = parts
    .flatMap((part) =>
      objects.map((object) => ({
        part,
        object,
        like: likeness(part.reservation, part.startsAt, object),
      })),
    )
    .filter(({ like }) => like > 0)
    .sort((one, other) => other.like - one.like)
  const found = new Map<Part, KnownObject>()
  const taken = new Set<KnownObject>()
  for (const { part, object } of pairs) {
    if (found.has(part) || taken.has(object)) continue
    found.set(part, object)
    taken.add(object)
  }
  return found
}
