/**
 * Cancellations as they are remembered with their message: one that is older than they are, and
 * comes after them, books nothing anew (test/mail/newer).
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import { plainCode } from './facts.ts'
import type { Told } from './said.ts'

type Tx = Prisma.TransactionClient

/** At most: of one message, messages that are searched, and of all of them. */
const mostCancellations = 250
const mostEmails = 100
const mostTold = 1000

/** The column `cancellations` of a message; none if it cancels nothing. */
export function cancellationsIn(reservations: readonly Told[]) {
  const told = reservations
    .filter(({ isCancelled, code }) => isCancelled && plainCode(code) !== '')
    .slice(0, mostCancellations)
    .map((one) => ({ ...one, code: plainCode(one.code) }))
  // Columns of JSON take what JSON can say, which has no undefined.
  return told.length > 0 && { cancellations: JSON.parse(JSON.stringify(told)) as object[] }
}

interface Place {
  /** The message that asks. */
  id: number
  ownerId: number
  tripIds: number[]
}

/** What other messages of the owner, or in these trips, have cancelled of these reservations. */
export async function cancelledBefore(
  { email }: Tx,
  { id, ownerId, tripIds }: Place,
  reservations: readonly Told[],
): Promise<Told[]> {
  const codes = new Set(
    reservations.filter((one) => !one.isCancelled).map(({ code }) => plainCode(code)),
  )
  codes.delete('')
  if (codes.size === 0 || codes.size > mostCancellations) return []
  const found = await email.findMany({
    where: {
      id: { not: id },
      AND: [
        { OR: [...codes].map((code) => ({ cancellations: { array_contains: [{ code }] } })) },
        { OR: [{ ownerId }, { tripId: { in: tripIds } }] },
      ],
    },
    select: { cancellations: true },
    orderBy: { id: 'desc' },
    take: mostEmails,
  })
  // Written by no one but us.
  const told = found.flatMap(({ cancellations }) => cancellations as unknown as Told[])
  return told.filter(({ code }) => codes.has(code)).slice(0, mostTold)
}
