/** Who reads, moves and deletes emails of an inbox, or out of one (test/spec/07). */
import type { Context } from '../context.ts'
import { type EmailState, stateOfEmail } from './attached-emails.ts'
import { type Parent, type ParentArgs, parentsNamed, tripOf } from './parents.ts'
import { named, type Verdict } from './rules.ts'

type EmailArgs = { id: number }

async function mayChange(context: Context, tripId: number | null): Promise<boolean> {
  const access = tripId === null ? null : await context.access(tripId)
  return access?.canEditDocuments ?? false
}

/** The caller's email is not deleted, and if it is attached, its parent is still seen. */
async function seen(context: Context, { isDeleted, isAttached, tripId }: EmailState) {
  if (isDeleted) return false
  if (!isAttached) return true
  const access = tripId === null ? null : await context.access(tripId)
  return access?.canSeeDocuments === true
}

export const seesOwnEmail = named<EmailArgs>('seesOwnEmail', async (context, { id }) => {
  const { viewer } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const email = await stateOfEmail(context, id, viewer.user.id)
  if (!email?.isOwn) return 'NOT_FOUND'
  return (await seen(context, email)) ? 'OK' : 'FORBIDDEN'
})

/**
 * The source rule, also for a mere rename: what waits is its owner's, what is attached is for those
 * who may change it there. The destination rule: the same right there; somebody else's email stays
 * in its trip.
 */
async function mayMove(context: Context, source: EmailState, target?: Parent): Promise<boolean> {
  const { isOwn, isAttached, tripId } = source
  if (!(isAttached ? await mayChange(context, tripId) : isOwn)) return false
  if (!target) return true
  const destination = await tripOf(context, target)
  return (isOwn || destination === tripId) && (await mayChange(context, destination))
}

export const movesEmail = named<EmailArgs & { input: ParentArgs }>(
  'movesEmail',
  async (context, { id, input }): Promise<Verdict> => {
    const { viewer } = context
    if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
    const source = await stateOfEmail(context, id, viewer.user.id)
    if (!source || (source.isDeleted && !source.isOwn)) return 'NOT_FOUND'
    if (source.isDeleted) return 'FORBIDDEN'
    return (await mayMove(context, source, parentsNamed(input)[0])) ? 'OK' : 'FORBIDDEN'
  },
)

/** Only the owner deletes; to all others, and a second time, nothing happens, without a word. */
export const deletesEmail = named<EmailArgs>('deletesEmail', async (context, { id }) => {
  const { viewer } = context
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const email = await stateOfEmail(context, id, viewer.user.id)
  if (!email?.isOwn || email.isDeleted || !email.isAttached) return 'OK'
  return (await mayChange(context, email.tripId)) ? 'OK' : 'FORBIDDEN'
})
