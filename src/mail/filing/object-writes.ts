/**
 * Writes the plan of a message as hostings, activities and transportations (test/spec/12,
 * test/mail/filing).
 */

import { moveDocuments } from '../../core/domain/documents/document-writes.ts'
import { moveEmails } from '../../core/domain/emails/email-writes.ts'
import type { FiledObject } from '../../core/intake.ts'
import { createItem, deleteRow, type StoredFields, updateRow } from '../../core/store/writes.ts'
import type { Store } from '../../outside/database/database.ts'
import { unknownAge } from '../reading/reservation.ts'
import { type FilingCandidate, reservationKey } from './candidates.ts'
import { changesOf, isSupplement } from './changes.ts'
import type { FilingPlan } from './filing-plan.ts'
import { filedKinds } from './kinds.ts'
import { type Booking, type LastReport, remembered } from './last-report.ts'
import type { PlannedPart } from './likeness.ts'
import { lacksTime } from './stated-fields.ts'
import { rememberedTickets } from './tickets.ts'

/** More than the agencies that sell one booking. */
const maxBookings = 10

/** The numbers an object is known by, including that of the message. */
function bookingsWith(
  part: PlannedPart,
  { bookings: [first, ...others] }: FilingCandidate,
): Booking[] {
  const { booking } = part
  if (first === undefined) return [booking]
  const more = others.filter(({ code }) => code !== '' && code !== booking.code)
  // Anything the message does not state stays unchanged.
  const now: Booking = {
    ...(booking.code === '' ? first : booking),
    provider: booking.provider || first.provider,
    leg: (!lacksTime(part.reservation) && booking.leg) || first.leg,
  }
  const isOther = first.code !== '' && booking.code !== '' && booking.code !== first.code
  if (!isOther) return [now, ...more].slice(0, maxBookings)
  const isNumberOfEvent = first.isUid && !booking.isUid
  const both = isNumberOfEvent ? [booking, first, ...more] : [first, ...more, booking]
  return both.slice(0, maxBookings)
}

/** The columns in which an object keeps the last report of its messages. */
function remembering(
  { reservation, booking, tickets }: PlannedPart,
  said: Omit<LastReport, 'bookings'>,
  bookings: Booking[] = [booking],
): StoredFields {
  const whole: LastReport = { ...said, bookings, ...rememberedTickets(tickets) }
  return { reservationSaid: whole, reservationKey: reservationKey(bookings, reservation) }
}

interface Place {
  actor: { id: number }
  tripId: number
}

const ageOf = ({ reservation: { saidAt, sequence } }: PlannedPart) => ({
  saidAt,
  ...(sequence !== undefined && { sequence }),
})

function fieldsOfNew(part: PlannedPart, tripId: number): StoredFields {
  const fields = Object.fromEntries(
    Object.entries(part.fields).map(([name, value]) => [name, remembered(value)]),
  )
  return { ...part.fields, ...remembering(part, { ...ageOf(part), tripId, fields }) }
}

function fieldsOfKnown(part: PlannedPart, object: FilingCandidate): StoredFields {
  const { said, tripId } = object
  const { fields, reported } = changesOf(part, object)
  const age = isSupplement(part, object) ? (said ?? { saidAt: unknownAge }) : ageOf(part)
  const now = { ...age, tripId: said?.tripId ?? tripId, fields: reported }
  const { isCancelled, start } = part.reservation
  const bookings = isCancelled ? [...object.bookings] : bookingsWith(part, object)
  const { reservationKey: key, ...rest } = remembering(part, now, bookings)
  // Without its time or its names, the new key would identify it less exactly.
  const isVague = isCancelled || start === undefined
  const isCalledWorse = isVague || (object.isOfMail && lacksTime(part.reservation))
  return { ...fields, ...rest, ...(!isCalledWorse && { reservationKey: key }) }
}

/** Moves the attachments of a calendar event to the stay that it stood for, and deletes it. */
async function replace(tx: Store, event: FilingCandidate, stay: FiledObject, place: Place) {
  await moveEmails(tx.prisma, event, stay)
  await moveDocuments(tx.prisma, event, stay)
  await deleteRow(tx, filedKinds[event.kind], { ...place, id: event.id })
}

/**
 * Carries out the plan with the rights of the owner, and returns the objects in its order. The
 * caller has locked the objects.
 */
export async function writePlan(
  tx: Store,
  { trip, parts, deleted }: FilingPlan,
  userId: number,
): Promise<FiledObject[]> {
  const place: Place = { actor: { id: userId }, tripId: trip.id }
  for (const { kind, id } of deleted) await deleteRow(tx, filedKinds[kind], { ...place, id })
  const filed: FiledObject[] = []
  for (const { object, ...part } of parts) {
    const { kind } = part.reservation
    const written = object
      ? await updateRow(
          tx,
          filedKinds[kind],
          { ...place, id: object.id },
          fieldsOfKnown(part, object),
        )
      : await createItem(tx, filedKinds[kind], place, fieldsOfNew(part, trip.id))
    if (!written) throw new Error('an identifier is taken, where mail gives none')
    if (part.replaces) await replace(tx, part.replaces, { kind, id: written.id }, place)
    filed.push({ kind, id: written.id })
  }
  return filed
}
