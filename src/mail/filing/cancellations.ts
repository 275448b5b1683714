/**
 * Cancellations as they are remembered with their message: one that is older than they are, and
 * comes after them, books nothing anew (test/mail/newer).
 */
import { joinedMember } from '../../core/access.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { plainCode } from './facts.ts'
import type { Told } from './said.ts'

type Tx = Prisma.TransactionClient

/** At most: of one message, characters of these, messages that are searched, and of all of them. */
const mostCancellations = 250
const mostCharacters = 65_536
const mostEmails = 100
const mostTold = 1000

/** The column `cancellations` of a message; none if it cancels nothing. */
export function cancellationsIn(reservations: readonly Told[]) {
  let left = mostCharacters
  const told = reservations
    .filter(({ isCancelled, code }) => isCancelled && plainCode(code) !== '')
    .slice(0, mostCancellations)
    // Columns of JSON take what JSON can say, which has no undefined.
    .map((one) => JSON.stringify({ ...one, code: plainCode(one.code) }))
    .filter(({ length }) => {
      left -= length
      return left >= 0
    })
  return told.length > 0 && { cancellations: told.map((one): object => JSON.parse(one)) }
}

interface Place {
  /** The message that asks. */
  id: number
  ownerId: number
  tripIds: number[]
}

/** Prisma: messages in these trips of who may edit them: no one else's hold anything back there. */
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
 * What other messages of the owner, or of who may edit these trips and in them, have cancelled of
 * these reservations.
 */
export async function cancelledBefore(
  tx: Tx,
  { id, ownerId, tripIds }: Place,
  reservations: readonly Told[],
): Promise<Told[]> {
  const codes = new Set(
    reservations.filter((one) => !one.isCancelled).map(({ code }) => plainCode(code)),
  )
  codes.delete('')
  if (codes.size === 0 || codes.size > mostCancellations) return []
  const found = await tx.email.findMany({
    where: {
      id: { not: id },
      AND: [
        { OR: [...codes].map((code) => ({ cancellations: { array_contains: [{ code }] } })) },
        { OR: [{ ownerId }, ...(await ofEditors(tx, tripIds))] },
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
