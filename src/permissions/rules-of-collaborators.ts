/** Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5). */
import type { Context } from '../context.ts'
import type { Read } from '../input/mutations.ts'
import { isOwnChoice } from './checks.ts'
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

/** Caller and target, read once for both rules; undefined where one has not joined. */
async function bothMembers(context: Context, { tripId, userId }: Target) {
  const id = idOf(context)
  const rights = await context.shared(`rights ${tripId} ${userId}`, () =>
    storedRights(context, tripId, [id, userId]),
  )
  const [caller, target] = [rights.get(id), rights.get(userId)]
  return caller && target && { caller, target }
}

/** The caller has access to the trip, and the target has joined it. */
export const seesMember = named<Target>('seesMember', async (context, args) => {
  const access = await accessOrVerdict(context, args.tripId)
  if (typeof access === 'string') return access
  return (await bothMembers(context, args)) ? 'OK' : 'NOT_FOUND'
})

/**
 * Who manages guests changes everybody but the owner, and everybody makes their own choices; no one
 * gives what they lack.
 */
export const setsPermissions = named<Given>('setsPermissions', async (context, args) => {
  const found = await bothMembers(context, args)
  if (!found) return 'NOT_FOUND'
  const { caller, target } = found
  const isSelf = caller.userId === target.userId
  const may = target.isOwner ? isSelf : (isSelf && isOwnChoice(args)) || caller.canAddGuests
  const raises = capabilities.some(({ name }) => args.input[name] === true && !caller[name])
  return may && !raises ? 'OK' : 'FORBIDDEN'
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
