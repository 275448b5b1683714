/** Who may change the rights of a member, and who may remove one (test/spec/11.4, 11.5). */

import { joinedMember } from '../../outside/database/joined.ts'
import { holdMembers } from '../../outside/database/locks/people.ts'
import type { HeldContext } from '../context.ts'
import type { CheckedInput } from '../input/mutations.ts'
import { includesTrip, type KeyHolder, narrowed } from '../narrowing.ts'
import { capabilities } from '../rights.ts'
import { isOwnChoice, sentIn } from './checks.ts'
import { namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

type Target = { tripId: number; userId: number }

/** The caller's access and the target, if on the trip, both locked. */
async function bothHeld({ tx }: HeldContext, { tripId, userId }: Target, actor: KeyHolder) {
  const { id } = actor
  if (!includesTrip(actor, tripId)) return null
  // Callers who are not on the trip lock nothing there.
  const own = { tripId, userId: id, ...joinedMember }
  if ((await tx.member.count({ where: own })) === 0) return null
  const members = await holdMembers(tx, tripId, [id, userId])
  const caller = members.find((member) => member.userId === id && member.joined)
  const target = members.find((member) => member.userId === userId)
  return caller && { may: narrowed(actor, caller), target, isSelf: caller === target }
}

/**
 * Checks trip, target and right, and that callers only give rights they have. An empty input needs
 * no right, because it is refused later (checks.ts).
 */
export const setsPermissions = namedHeld<Target & CheckedInput>(
  'setsPermissions',
  ofUser(async (context, args, viewer) => {
    const both = await bothHeld(context, args, viewer)
    if (!both) return 'NOT_FOUND'
    const { may, target, isSelf } = both
    if (!target?.joined) return 'NOT_FOUND'
    const sent = sentIn(args)
    if (sent.length === 0) return 'OK'
    const isAllowed = target.isOwner ? isSelf && may.isOwner : may.canAddGuests
    const raises = capabilities.some(({ name }) => args.input[name] === true && !may[name])
    return (isAllowed || (isSelf && isOwnChoice(sent))) && !raises ? 'OK' : 'FORBIDDEN'
  }),
)

/** Anybody but the owner may leave; managers of guests may remove anybody but the owner. */
export const removesCollaborator = namedHeld<Target>(
  'removesCollaborator',
  ofUser(async (context, args, viewer) => {
    const both = await bothHeld(context, args, viewer)
    if (!both) return 'NOT_FOUND'
    const { may, target, isSelf } = both
    const isPermitted = isSelf || may.canAddGuests
    return isPermitted && !target?.isOwner ? 'OK' : 'FORBIDDEN'
  }),
)
