/** Who reads, moves and deletes emails of an inbox, or out of one (test/spec/07). */
import type { HeldContext } from '../context.ts'
import { holdEmail } from '../outside/database/locks.ts'
import { tripsWith } from './access.ts'
import { type EmailState, emailsSeen, stateOfEmail } from './attached-emails.ts'
import { attachedWithin, type Parent, type ParentArgs, parentsNamed } from './parents.ts'
import { named, type Verdict } from './rules.ts'
import { heldTripOf } from './rules-of-documents.ts'
import { holding } from './shield.ts'

type EmailArgs = { id: number }

/** The caller's email is not deleted, and if it is attached, its parent is still seen. */
export const seesOwnEmail = named<EmailArgs>('seesOwnEmail', async (context, { id }) => {
  const { viewer, db, clock } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const email = await stateOfEmail(context, id, viewer.user.id)
  if (!email?.isOwn) return 'NOT_FOUND'
  const where = { id, ...emailsSeen(viewer.user.id, clock()) }
  return (await db.prisma.email.count({ where })) > 0 ? 'OK' : 'FORBIDDEN'
})

const mayChange = async (context: HeldContext, tripId: number | null) =>
  tripId !== null && (await context.access(tripId))?.canEditDocuments === true

/**
 * The source rule, also for a mere rename: what waits is its owner's, what is attached is for those
 * who may change it there. The destination rule: the same right there; somebody else's email stays
 * in its trip.
 */
async function mayMove(context: HeldContext, { isOwn, parent }: EmailState, target?: Parent) {
  const source = parent ? await heldTripOf(context, parent) : null
  if (!(parent ? await mayChange(context, source) : isOwn)) return false
  if (!target) return true
  const destination = await heldTripOf(context, target)
  return (isOwn || destination === source) && (await mayChange(context, destination))
}

/** How an email stands, and stands until the commit if the caller may change it. */
async function heldEmail(context: HeldContext, id: number, viewerId: number) {
  const { tx, clock } = context
  const there = attachedWithin(tripsWith(viewerId, clock(), 'canEditDocuments'))
  const mayChange =
    (await tx.email.count({ where: { id, OR: [{ ownerId: viewerId }, there] } })) > 0
  if (mayChange) await holdEmail(tx, id)
  const state = await stateOfEmail(context, id, viewerId)
  return state && { ...state, mayChange }
}

export const movesEmail = holding(
  named<EmailArgs & { input: ParentArgs }>(
    'movesEmail',
    async (context, { id, input }): Promise<Verdict> => {
      const { viewer } = context
      if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
      const held = context as HeldContext
      const email = await heldEmail(held, id, viewer.user.id)
      if (!email || (email.isDeleted && !email.isOwn)) return 'NOT_FOUND'
      if (email.isDeleted) return 'FORBIDDEN'
      return email.mayChange && (await mayMove(held, email, parentsNamed(input)[0]))
        ? 'OK'
        : 'FORBIDDEN'
    },
  ),
)

/** Only the owner deletes; to all others, and a second time, nothing happens, without a word. */
export const deletesEmail = holding(
  named<EmailArgs>('deletesEmail', async (context, { id }) => {
    const { viewer } = context
    if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
    const held = context as HeldContext
    const email = await heldEmail(held, id, viewer.user.id)
    if (!email?.isOwn || email.isDeleted || !email.parent) return 'OK'
    return (await mayChange(held, await heldTripOf(held, email.parent))) ? 'OK' : 'FORBIDDEN'
  }),
)
