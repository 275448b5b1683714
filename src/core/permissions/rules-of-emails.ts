/** Who reads, moves and deletes emails, in an inbox or attached (test/spec/07). */

import { holdAccount } from '../../outside/database/locks/accounts.ts'
import { holdRow } from '../../outside/database/locks/items.ts'
import { tripsWith } from '../access.ts'
import type { HeldContext } from '../context.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import { type EmailState, emailsSeen, stateOfEmail } from './attached-emails.ts'
import {
  attachedWithin,
  type Parent,
  type ParentArgs,
  parentKeys,
  parentsNamed,
} from './parents.ts'
import { named, namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'
import {
  heldTripOf,
  holdAccess,
  mayEditDocumentsIn,
  mayEditDocumentsOf,
} from './rules-of-documents.ts'

type EmailArgs = { id: number }

/** The email is the caller's and not deleted, and its parent, if any, is visible. */
export const seesOwnEmail = named<EmailArgs>(
  'seesOwnEmail',
  ofUser(async (context, { id }, viewer) => {
    const email = await stateOfEmail(context, id, viewer)
    if (!email?.isOwn) return 'NOT_FOUND'
    const where = { id, ...emailsSeen(viewer, context.clock()) }
    return (await context.db.prisma.email.count({ where })) > 0 ? 'OK' : 'FORBIDDEN'
  }),
)

/**
 * Moving or renaming needs a right at the source: ownership in the inbox, else the right to edit
 * documents. A move needs the same right at the destination, and keeps somebody else's email in its
 * trip.
 */
async function mayMove(
  context: HeldContext,
  viewer: KeyHolder,
  { isOwn, parent }: EmailState,
  target?: Parent,
) {
  const source = parent ? await heldTripOf(context, parent) : null
  if (!(parent ? mayEditDocumentsIn(context, source) : isOwn && !isPart(viewer))) return false
  if (!target) return true
  const destination = await heldTripOf(context, target)
  return (isOwn || destination === source) && mayEditDocumentsIn(context, destination)
}

/**
 * The state of an email, deleted or not, locked until the commit if the caller may change it. The
 * caller's access there and at the target is locked before it, its parents after it.
 */
async function heldEmail(context: HeldContext, id: number, viewer: KeyHolder, target?: Parent) {
  const { tx, clock } = context
  const there = attachedWithin(tripsWith(viewer, clock(), 'canEditDocuments'))
  const where = { id, OR: [{ ownerId: viewer.id }, there] }
  const found = await tx.email.findFirst({ where, select: parentKeys })
  if (found) {
    const [parent] = parentsNamed(found)
    // Leaving an inbox changes the account, which is always locked first.
    if (!parent) await holdAccount(tx, viewer.id)
    await holdAccess(context, parent, target)
    await holdRow(tx, 'email', id)
  }
  const state = await stateOfEmail(context, id, viewer)
  return state && { ...state, mayChange: found !== null }
}

export const movesEmail = namedHeld<EmailArgs & { input: ParentArgs }>(
  'movesEmail',
  ofUser(async (context, { id, input }, viewer) => {
    const [target] = parentsNamed(input)
    const email = await heldEmail(context, id, viewer, target)
    if (!email || (email.isDeleted && !email.isOwn)) return 'NOT_FOUND'
    if (email.isDeleted || !email.mayChange) return 'FORBIDDEN'
    return (await mayMove(context, viewer, email, target)) ? 'OK' : 'FORBIDDEN'
  }),
)

/** Only the owner's first delete needs a right; any other does nothing. */
export const deletesEmail = namedHeld<EmailArgs>(
  'deletesEmail',
  ofUser(async (context, { id }, viewer) => {
    const email = await heldEmail(context, id, viewer)
    if (!email?.isOwn || email.isDeleted) return 'OK'
    if (!email.parent) return isPart(viewer) ? 'FORBIDDEN' : 'OK'
    return (await mayEditDocumentsOf(context, email.parent)) ? 'OK' : 'FORBIDDEN'
  }),
)
