/**
 * Cancellations, stored with their message: an older confirmation that arrives later books nothing
 * anew, and the same cancellation takes nothing more (test/mail/filing/newer-reports,
 * test/mail/filing/cancelled-again).
 */

import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Tx } from '../../outside/database/database.ts'
import { joinedMember } from '../../outside/database/joined.ts'
import { plainCode } from './booking-facts.ts'
import type { ReportedReservation } from './last-report.ts'

/** Limits: cancellations in a message, their characters, messages searched, results. */
const maxCancellations = 250
const maxCharacters = 65_536
const maxEmails = 100
const maxFound = 1000

/** The column `cancellations` of a message; empty if it cancels nothing. */
export function cancellationsIn(reservations: readonly ReportedReservation[]) {
  let left = maxCharacters
  const cancelled = reservations
    .filter(({ isCancelled, code }) => isCancelled && plainCode(code) !== '')
    .slice(0, maxCancellations)
    // JSON has no undefined.
    .map((one) => JSON.stringify({ ...one, code: plainCode(one.code) }))
    .filter(({ length }) => {
      left -= length
      return left >= 0
    })
  return cancelled.length > 0 && { cancellations: cancelled.map((one): object => JSON.parse(one)) }
}

/** The owner of the message being filed, and the trips that they may file in. */
export interface Asking {
  ownerId: number
  tripIds: number[]
}

/** Numbers under which these reservations may have been cancelled; empty if there are too many. */
export function cancellableCodes(reservations: readonly ReportedReservation[]): string[] {
  const codes = new Set(reservations.map(({ code }) => plainCode(code)))
  codes.delete('')
  return codes.size > maxCancellations ? [] : [...codes]
}

/** A cancellation in an earlier message. */
export interface EarlierCancellation {
  reservation: ReportedReservation
  /** Whether that message was filed; otherwise it waits in the inbox. */
  isFiled: boolean
  /** The trip of what it was filed with; null if that was deleted. */
  tripId: number | null
}

/** Whether two cancellations have the same content, whenever they were sent. */
export function isSameCancellation(one: ReportedReservation, other: ReportedReservation): boolean {
  const content = ({
    saidAt: _,
    saidOn: __,
    sequence: ___,
    ...said
  }: ReportedReservation): unknown =>
    // As it is stored.
    JSON.parse(JSON.stringify({ ...said, code: plainCode(said.code) }))
  return isDeepStrictEqual(content(one), content(other))
}

/** Prisma: messages in these trips from their editors; those of other members have no effect. */
async function ofEditors({ member }: Tx, tripIds: number[]): Promise<Prisma.EmailWhereInput[]> {
  const editors = await member.findMany({
    where: { tripId: { in: tripIds }, ...joinedMember, canEdit: true },
    select: { tripId: true, userId: true },
  })
  return tripIds.map((tripId) => {
    const own = editors.filter((editor) => editor.tripId === tripId)
    return { tripId, ownerId: { in: own.map(({ userId }) => userId) } }
  })
}

/**
 * The cancellations of these reservations in earlier messages of the owner, or of editors of these
 * trips. There are rarely any: `holdCandidates` says whether there may be.
 */
export async function cancelledBefore(
  tx: Tx,
  { ownerId, tripIds }: Asking,
  reservations: readonly ReportedReservation[],
): Promise<EarlierCancellation[]> {
  const codes = cancellableCodes(reservations)
  const cancelling = {
    OR: codes.map((code) => ({ cancellations: { array_contains: [{ code }] } })),
  }
  const found = await tx.email.findMany({
    where: { AND: [cancelling, { OR: [{ ownerId }, ...(await ofEditors(tx, tripIds))] }] },
    select: { cancellations: true, parsedSuccessfully: true, tripId: true },
    orderBy: { id: 'desc' },
    take: maxEmails,
  })
  // Only `cancellationsIn` writes this column.
  const cancelled = found.flatMap(({ cancellations, parsedSuccessfully: isFiled, tripId }) => {
    const all = cancellations as unknown as ReportedReservation[]
    return all.map((reservation) => ({ reservation, isFiled, tripId }))
  })
  return cancelled.filter(({ reservation: { code } }) => codes.includes(code)).slice(0, maxFound)
}
