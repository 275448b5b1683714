/** Who may change what a member may do, and who may remove whom (test/spec/11.4, 11.5). */
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Read } from '../input/mutations.ts'
import { capabilities, ownChoices, type Right, rights } from './rights.ts'
import { accessOrVerdict, named, type Verdict } from './rules.ts'

type Target = { tripId: number; userId: number }
type Given = Target & Read

function refused(message: string): Refusal {
  return new Refusal('BAD_USER_INPUT', { fields: { nonFieldErrors: [message] } })
}

const nothingSent = refused('At least one permission is required.')
const notOneOfTwo = refused('Send exactly one of is_travelling, receive_notifications.')

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

/** What was sent, also where its value could not be read. */
function sentIn(...objects: (object | undefined)[]): string[] {
  const found = objects.flatMap((object) =>
    Object.entries(object ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [key])),
  )
  const settable = [...capabilities, ...ownChoices].map(({ name }) => name)
  return settable.filter((name) => found.includes(name))
}

/** The right to change the target, and for the owner what alone may be changed. */
function mayChange(caller: Stored, target: Stored, sent: string[]): Verdict {
  const isOwnChoice = sent.length === 1 && ownChoices.some(({ name }) => name === sent[0])
  const isSelf = caller.userId === target.userId
  if (target.isOwner) {
    if (!isSelf) return 'FORBIDDEN'
    return isOwnChoice ? 'OK' : notOneOfTwo
  }
  return (isSelf && isOwnChoice) || caller.canAddGuests ? 'OK' : 'FORBIDDEN'
}

/**
 * In the order of the specification: trip, target, content, right, and no one gives what they lack.
 */
export const setsPermissions = named<Given>(
  'setsPermissions',
  async (context, { tripId, userId, input, validationErrors }) => {
    const access = await accessOrVerdict(context, tripId)
    if (typeof access === 'string') return access
    const id = idOf(context)
    const members = await storedRights(context, tripId, [id, userId])
    const [caller, target] = [members.get(id), members.get(userId)]
    if (!caller || !target) return 'NOT_FOUND'
    const sent = sentIn(input, validationErrors)
    if (sent.length === 0) return nothingSent
    const verdict = mayChange(caller, target, sent)
    if (verdict !== 'OK') return verdict
    const raises = capabilities.some(({ name }) => input[name] === true && !caller[name])
    return raises ? 'FORBIDDEN' : 'OK'
  },
)

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
