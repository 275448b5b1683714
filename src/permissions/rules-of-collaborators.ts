/** Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5). */
import type { Context } from '../context.ts'
import type { Read } from '../input/mutations.ts'
import { holdMembers } from '../outside/database/locks.ts'
import { isOwnChoice } from './checks.ts'
import { capabilities } from './rights.ts'
import { named, type Verdict } from './rules.ts'
import { holding } from './shield.ts'

type Target = { tripId: number; userId: number }

/** The caller and the target, held once for both rules: those of them that are on the trip. */
async function bothHeld({ viewer, db, shared }: Context, { tripId, userId }: Target) {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const { id } = viewer.user
  const members = await shared(`members ${tripId} ${userId}`, () =>
    holdMembers(db.prisma, tripId, [id, userId]),
  )
  const caller = members.find((member) => member.userId === id && member.joined)
  return caller
    ? { caller, target: members.find((member) => member.userId === userId) }
    : 'NOT_FOUND'
}

/** The caller has access to the trip, and the target has joined it. */
export const seesMember = holding(
  named<Target>('seesMember', async (context, args): Promise<Verdict> => {
    const both = await bothHeld(context, args)
    if (typeof both === 'string') return both
    return both.target?.joined ? 'OK' : 'NOT_FOUND'
  }),
)

/**
 * Who manages guests changes everybody but the owner, and everybody makes their own choices; no one
 * gives what they lack.
 */
export const setsPermissions = holding(
  named<Target & Read>('setsPermissions', async (context, args): Promise<Verdict> => {
    const both = await bothHeld(context, args)
    if (typeof both === 'string') return both
    const { caller, target } = both
    if (!target) return 'NOT_FOUND'
    const isSelf = caller.userId === target.userId
    const may = target.isOwner ? isSelf : (isSelf && isOwnChoice(args)) || caller.canAddGuests
    const raises = capabilities.some(({ name }) => args.input[name] === true && !caller[name])
    return may && !raises ? 'OK' : 'FORBIDDEN'
  }),
)

/** Everybody but the owner may leave; who manages guests may remove everybody but the owner. */
export const removesCollaborator = holding(
  named<Target>('removesCollaborator', async (context, args): Promise<Verdict> => {
    const both = await bothHeld(context, args)
    if (typeof both === 'string') return both
    const { caller, target } = both
    const isPermitted = caller === target || caller.canAddGuests
    return isPermitted && !target?.isOwner ? 'OK' : 'FORBIDDEN'
  }),
)
