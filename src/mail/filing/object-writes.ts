/**
 * The plan of a message as hostings, activities, transportations (test/spec/12, test/mail/filing).
 */
import { activity, hosting, transportation } from '../../domain/hot-path/kinds.ts'
import {
  createItem,
  deleteRow,
  type Fields as ItemFields,
  updateRow,
} from '../../domain/hot-path/writes.ts'
import type { Store } from '../../outside/database/database.ts'
import type { FiledObject } from '../intake.ts'
import { scheduled } from '../reading/times.ts'
import type { Plan } from './deciding.ts'
import type { OpenTrip } from './fitting.ts'
import { reservationKey, startsThen } from './known.ts'

type PlannedPart = Plan['parts'][number]

const kinds = { hosting, activity, transportation }

/** Times and zones of a part, under the names of its kind. */
function timesOf({ reservation, startsAt, object }: PlannedPart, trip: OpenTrip): ItemFields {
  const { kind, start, end } = reservation
  const from = start && scheduled(start, trip.timezone)
  const to = end && scheduled(end, trip.timezone)
  const isMoved = object !== undefined && !startsThen(object, startsAt)
  // An end that the message does not tell no longer fits a start that has moved.
  const until = to ? { endsAt: to.utc } : isMoved ? { endsAt: null } : {}
  if (kind !== 'transportation')
    return { startsAt, ...until, timezone: from?.zone || trip.timezone }
  return {
    departureAt: startsAt,
    departureTimezone: from?.zone ?? '',
    ...('endsAt' in until && { arrivalAt: until.endsAt }),
    ...(to && { arrivalTimezone: to.zone }),
  }
}

/** What is written of a part. What the message leaves empty stays as it was. */
function fieldsOf(part: PlannedPart, trip: OpenTrip): ItemFields {
  const given = Object.entries(part.reservation.fields).filter(([name, value]) => {
    if (value === '' || value === null) return false
    return trip.canEditExpenses || (name !== 'price' && name !== 'currency')
  })
  return {
    ...Object.fromEntries(given),
    ...timesOf(part, trip),
    reservationKey: reservationKey(part.reservation),
  }
}

/**
 * Writes what is planned as the owner of the message would, and answers the objects in its order.
 * The objects it changes are held by the caller.
 */
export async function writePlan(
  tx: Store,
  { trip, parts, deleted }: Plan,
  userId: number,
): Promise<FiledObject[]> {
  const place = { userId, tripId: trip.id }
  for (const { kind, id } of deleted) await deleteRow(tx, kinds[kind], { ...place, id })
  const filed: FiledObject[] = []
  for (const part of parts) {
    const { kind } = part.reservation
    const fields = fieldsOf(part, trip)
    const written = part.object
      ? await updateRow(tx, kinds[kind], { ...place, id: part.object.id }, fields)
      : await createItem(tx, kinds[kind], place, fields)
    if (!written) throw new Error('an identifier is taken, where mail gives none')
    filed.push({ kind, id: written.id })
  }
  return filed
}
