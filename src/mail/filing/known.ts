/**
 * Objects that an earlier message, or a person, made of the same reservation (test/mail/updates).
 */
import { prepared } from '../../domain/hot-path/sql.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Reservation, type ReservationKind, reservationKinds } from '../reading/reservation.ts'
import { plainCode } from './fitting.ts'

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
  startsAt: string | null
}

const plainWords = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Provider, number and leg, a line each; null without a number, which then names nothing. */
export function reservationKey({ provider, code, leg }: Reservation): string | null {
  if (plainCode(code) === '') return null
  return [plainWords(provider), plainCode(code), plainWords(leg)].join('\n')
}

const read = (kind: ReservationKind, number: string, what: string, startsAt: string) => `
  select '${kind}' as kind, id, trip_id as "tripId", reservation_key as key,
    provider_reservation_code as code, ${number} as number, ${what} as what,
    ${startsAt} as "startsAt"
  from ${kind} where trip_id = any ($1::int[]) and deleted_at is null and (
    regexp_replace(lower(provider_reservation_code), '\\s', '', 'g') = any ($2::text[])
    or split_part(reservation_key, E'\\n', 2) = any ($2::text[]))`

const knownObjects = `${[
  read('hosting', "''", 'name', 'starts_at'),
  read('activity', "''", 'name', 'starts_at'),
  read(
    'transportation',
    'transport_number',
    `departure_description || ' > ' || arrival_description`,
    'departure_at',
  ),
].join(' union all ')} order by id`

/** Those of the objects that are still where they were found, locked. */
async function held(
  tx: Queryable,
  kind: ReservationKind,
  found: readonly KnownObject[],
): Promise<KnownObject[]> {
  const objects = found.filter((object) => object.kind === kind)
  if (objects.length === 0) return []
  const text = `select id, trip_id as "tripId" from ${kind}
    where id = any ($1::int[]) and deleted_at is null order by id for no key update`
  const ids = objects.map(({ id }) => id)
  const locked = await tx.query<{ id: number; tripId: number }>(prepared(text, [ids]))
  const tripOf = new Map(locked.map(({ id, tripId }) => [id, tripId]))
  return objects.filter(({ id, tripId }) => tripOf.get(id) === tripId)
}

/**
 * The live objects in these trips with the number of one of the reservations. They stay as they are
 * until the transaction ends; locked by kind and id, as everywhere.
 */
export async function objectsKnown(
  tx: Queryable,
  tripIds: readonly number[],
  reservations: readonly Reservation[],
): Promise<KnownObject[]> {
  const codes = reservations.map(({ code }) => plainCode(code)).filter((code) => code !== '')
  if (codes.length === 0 || tripIds.length === 0) return []
  const found = await tx.query<KnownObject>(prepared(knownObjects, [tripIds, codes]))
  const objects: KnownObject[] = []
  for (const kind of reservationKinds) {
    objects.push(...(await held(tx, kind, found)))
  }
  return objects.sort((one, other) => one.id - other.id)
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

/** How surely the object is this part of the reservation; 0: it is another part. */
function likeness(reservation: Reservation, startsAt: string, object: KnownObject): number {
  if (!isSameReservation(reservation, object)) return 0
  const leg = plainWords(reservation.leg)
  const number = numberOf(reservation)
  const isLeg =
    (leg !== '' && object.key?.split('\n')[2] === leg) ||
    (number !== '' && plainCode(object.number) === number)
  const isStart = object.startsAt !== null && Date.parse(object.startsAt) === Date.parse(startsAt)
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
