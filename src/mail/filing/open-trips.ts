/** Which trips a reservation belongs to (test/mail/filing). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tripsWith } from '../../core/access.ts'
import { loadAccess } from '../../core/store/access.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Store } from '../../outside/database/database.ts'
import { holdNames } from '../../outside/database/locks/names.ts'
import type { Moment, Reservation } from '../reading/reservation.ts'
import { dayOf } from '../reading/times/instants.ts'
import { type Scheduled, scheduled } from '../reading/times/times.ts'
import { identifyingName, plainCode } from './booking-facts.ts'
import { filedKinds } from './kinds.ts'

/** A trip that the owner of a message may file in. */
export interface OpenTrip {
  id: number
  name: string
  timezone: string
  /** With the day of grace; null for a trip without dates. */
  firstDay: string | null
  lastDay: string | null
  canEditExpenses: boolean
}

/** The numbers of these reservations, and the names that identify them where no number does. */
export const namesOf = (reservations: readonly Reservation[]) =>
  reservations.flatMap((reservation) =>
    [plainCode(reservation.code), identifyingName(reservation) ?? ''].filter((name) => name !== ''),
  )

/** Midnight of a day, so many days later. */
const dayFrom = (day: string | Date, days: number) =>
  new Date(new Date(day).getTime() + days * 86_400_000)

/** Prisma: the trips that lie around these days, further than any zone moves one. */
function around(days: readonly string[]): Prisma.TripWhereInput[] {
  const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)]
  if (first === undefined || last === undefined) return []
  const [gte, lte] = [dayFrom(first, -3), dayFrom(last, 3)]
  const begins = { OR: [{ startsAt: { lte } }, { startsAt: null, endsAt: { lte } }] }
  const ends = { OR: [{ endsAt: { gte } }, { endsAt: null, startsAt: { gte } }] }
  return [{ hasDates: true, AND: [begins, ends] }]
}

/** Prisma: the trips that hold an object with one of these names. */
function holding(names: string[]): Prisma.TripWhereInput[] {
  if (names.length === 0) return []
  const some = { deletedAt: null, reservationCodes: { hasSome: names } }
  return Object.values(filedKinds).map(({ plural }) => ({ [plural]: { some } }))
}

/** Limits of one comparison: trips that are locked, and pairs of trip and reservation. */
const maxTrips = 500
const maxPairs = 25_000

const maxTripsFor = ({ length }: readonly Reservation[]) =>
  Math.min(maxTrips, Math.floor(maxPairs / length))

/** The trips that may matter for these reservations, as far as the owner may file there. */
function findTrips({ prisma }: Store, ownerId: number, reservations: readonly Reservation[]) {
  const days = reservations.flatMap(({ start }) => (start ? [dayOf(start)] : []))
  return prisma.trip.findMany({
    where: {
      AND: [tripsWith({ id: ownerId }, new Date(), 'canEditDocuments')],
      OR: [...around(days), ...holding(namesOf(reservations))],
    },
    select: { id: true, name: true, timezone: true, hasDates: true, startsAt: true, endsAt: true },
    orderBy: { id: 'asc' },
    take: maxTripsFor(reservations) + 1,
  })
}

type FoundTrip = Awaited<ReturnType<typeof findTrips>>[number]

function daysOf({ hasDates, startsAt, endsAt }: FoundTrip) {
  const shown = (day: Date | null, days: number) =>
    hasDates && day ? dayFrom(day, days).toISOString().slice(0, 10) : null
  return { firstDay: shown(startsAt ?? endsAt, -1), lastDay: shown(endsAt ?? startsAt, 1) }
}

/**
 * The trips that may matter for these reservations. Until the transaction ends the owner may file
 * there, and no other message is filed. The trips themselves are not locked: every edit within a
 * trip locks the trip last. Undefined if there are too many.
 */
export async function holdTrips(
  tx: Store,
  ownerId: number,
  reservations: readonly Reservation[],
): Promise<OpenTrip[] | undefined> {
  const found = await findTrips(tx, ownerId, reservations)
  if (found.length > maxTripsFor(reservations)) return undefined
  const ids = found.map(({ id }) => id)
  const held = await loadAccess(tx, ownerId, ids, true)
  const trips = found.flatMap((trip) => {
    const access = held.find(({ tripId }) => tripId === trip.id)
    if (!access?.canEdit || !access.canEditDocuments) return []
    const { id, name, timezone } = trip
    return [{ id, name, timezone, ...daysOf(trip), canEditExpenses: access.canEditExpenses }]
  })
  await holdNames(tx.prisma, ...trips.map(({ id }) => `filing ${id}`))
  return trips
}

/** Starts computed per turn of the event loop: a new zone costs a millisecond. */
const startsAtOnce = 10

/** A start by zone, cached: each costs a tenth of a millisecond. */
const starts = new WeakMap<Moment, Map<string, Scheduled | undefined>>()

/** The start of a reservation in a trip; undefined if its zone is unknown. */
export function startIn({ start }: Reservation, { timezone }: OpenTrip): Scheduled | undefined {
  if (start === undefined) return undefined
  const known = starts.get(start) ?? new Map<string, Scheduled | undefined>()
  starts.set(start, known)
  if (!known.has(timezone)) known.set(timezone, scheduled(start, timezone))
  return known.get(timezone)
}

/**
 * Computes the starts of all reservations in all trips, and gives way to other requests meanwhile:
 * there may be hundreds of both, in as many zones.
 */
export async function prepareStarts(
  reservations: readonly Reservation[],
  trips: readonly OpenTrip[],
): Promise<void> {
  let prepared = 0
  for (const reservation of reservations) {
    for (const trip of trips) {
      startIn(reservation, trip)
      prepared += 1
      if (prepared % startsAtOnce === 0) await nextTurn()
    }
  }
}

/** Whether the local day of its start lies in the trip, with a day of grace on both sides. */
export function fits(reservation: Reservation, trip: OpenTrip): boolean {
  const day = startIn(reservation, trip)?.day
  if (day === undefined || trip.firstDay === null || trip.lastDay === null) return false
  return trip.firstDay <= day && day <= trip.lastDay
}
