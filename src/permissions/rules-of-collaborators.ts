/** Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5). */
import type { Context } from '../context.ts'
import type { Read } from '../input/mutations.ts'
import { isOwnChoice, sentIn } from './checks.ts'
import { capabilities, type Right, rights } from './rights.ts'
import { accessOrVerdict, named } from './rules.ts'

type Target = { tripId: number; userId: number }
type Given = Target & Read

/** The signed-in caller, who has access; no account has the id 0. */
function idOf({ viewer }: Context): number {
  return viewer.kind === 'user' ? viewer.user.id : 0
}

/**
 * What is stored of a member: without the owner's Pro, which decides what a right is worth, not who
 * has it.
 */
type Stored = { userId: number } & Record<Right, boolean>

const text = `select user_id as "userId",
    ${rights.map(({ name, column }) => `${column} as "${name}"`).join(', ')}
  from member where trip_id = $1 and user_id = any ($2::int[]) and joined`

/**
 * The joined members among these users. Asked anew each time: the mutations of one operation come
 * one after the other, and each may change what the next one finds.
 */
async function storedRights(
  { db }: Pick<Context, 'db'>,
  tripId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Stored>> {
  const rows = await db.query<Stored>({ text, values: [tripId, userIds], isPrepared: true })
  return new Map(rows.map((row) => [row.userId, row]))
}

/**
 * Trip, target, right, and no one gives what they lack. Whoever sends nothing needs no right to:
 * what is wrong with that comes after this (checks.ts).
 */
export const setsPermissions = named<Given>('setsPermissions', async (context, args) => {
  const { tripId, userId, input } = args
  const access = await accessOrVerdict(context, tripId)
  if (typeof access === 'string') return access
  const id = idOf(context)
  const members = await storedRights(context, tripId, [id, userId])
  const [caller, target] = [members.get(id), members.get(userId)]
  if (!caller || !target) return 'NOT_FOUND'
  const sent = sentIn(args)
  if (sent.length === 0) return 'OK'
  const may = target.isOwner ? caller === target : caller.canAddGuests
  const raises = capabilities.some(({ name }) => input[name] === true && !caller[name])
  return (may || (caller === target && isOwnChoice(sent))) && !raises ? 'OK' : 'FORBIDDEN'
})

/** Everybody but the owner may leave; who manages guests may remove everybody but the owner. */
export const removesCollaborator = named<Target>(
  'removesCollaborator',
  async (context, { tripId, userId }) => {
    const access = await accessOrVerdict(context, tripId)
    if (typeof access === 'string') return access
    const isSelf = idOf(context) === userId
    if (isSelf) return access.isOwner ? 'FORBIDDEN' : 'OK'
    if (!access.canAddGuests) return 'FORBIDDEN'
    if (access.isOwner) return 'OK'
    const members = await storedRights(context, tripId, [userId])
    return members.get(userId)?.isOwner ? 'FORBIDDEN' : 'OK'
  },
)
