/** Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5). */
import type { Context } from '../context.ts'
import { holdMembers } from '../outside/database/locks.ts'
import { type Capability, capabilities, type OwnChoice, ownChoices } from './rights.ts'
import { named, type Verdict } from './rules.ts'
import { holding } from './shield.ts'

type Target = { tripId: number; userId: number }
type Given = Target & { input: Partial<Record<Capability | OwnChoice, unknown>> }
type Member = Awaited<ReturnType<typeof holdMembers>>[number]
const settable = [...capabilities, ...ownChoices].map(({ name }) => name)

/** The permissions that were sent, also where a value could not be read. */
export function sentPermissions(input: Given['input'], { validationErrors }: Context) {
  return settable.filter(
    (name) => input[name] !== undefined || validationErrors?.[name] !== undefined,
  )
}

/** Exactly one of those that everybody chooses for themselves. */
export const isOwnChoice = (sent: readonly string[]) =>
  sent.length === 1 && ownChoices.some(({ name }) => name === sent[0])

/** The right to change the target. */
function mayChange(caller: Member, target: Member, sent: readonly string[]): boolean {
  const isSelf = caller.userId === target.userId
  if (target.isOwner) return isSelf
  return caller.canAddGuests || (isSelf && isOwnChoice(sent))
}

/**
 * The caller and the target, both held: those of them that are on the trip. NOT_FOUND for a caller
 * who has not joined it.
 */
async function bothHeld({ viewer, db }: Context, { tripId, userId }: Target) {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const { id } = viewer.user
  const members = await holdMembers(db.prisma, tripId, [id, userId])
  const caller = members.find((member) => member.userId === id && member.joined)
  return caller
    ? { caller, target: members.find((member) => member.userId === userId) }
    : 'NOT_FOUND'
}

/**
 * In the order of the specification: trip, target, right, and no one gives what they lack. Whoever
 * sends nothing needs no right to.
 */
export const setsPermissions = holding(
  named<Given>('setsPermissions', async (context, args): Promise<Verdict> => {
    const both = await bothHeld(context, args)
    if (typeof both === 'string') return both
    const { caller, target } = both
    if (!target?.joined) return 'NOT_FOUND'
    const sent = sentPermissions(args.input, context)
    const raises = capabilities.some(({ name }) => args.input[name] === true && !caller[name])
    return sent.length === 0 || (mayChange(caller, target, sent) && !raises) ? 'OK' : 'FORBIDDEN'
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
