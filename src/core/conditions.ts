/**
 * Conditional mutations, which require that their object is unchanged since the caller read it:
 * `ifVersion`, and the condition of a context (test/spec/b3-if-version,
 * test/spec/b3-conditional-writes).
 */
import { Refusal } from '../base/errors.ts'
import { holdAccount } from '../outside/database/locks/accounts.ts'
import { holdRow } from '../outside/database/locks/items.ts'
import { holdMembers } from '../outside/database/locks/people.ts'
import type { Context, HeldContext } from './context.ts'
import type { Step } from './step.ts'
import { kinds } from './store/kinds.ts'
import { account } from './store/viewer.ts'

interface Named {
  id: number
  tripId: number
  userId: number
}
type Find = (context: HeldContext, args: Named, viewerId: number) => Promise<Versioned | null>
type Versioned = { version: number } | undefined

const select = { version: true } as const

/** Locks the object of a mutation; an object that the caller may not see is not found. */
const item: (name: (typeof kinds)[number]['name']) => Find =
  (name) =>
  async ({ tx }, { id, tripId }) => {
    await holdRow(tx, name, id)
    const model: { findFirst(asked: object): Promise<Versioned | null> } = tx[name]
    return model.findFirst({ where: { id, tripId, deletedAt: null }, select })
  }

const trip: Find = async ({ tx }, { id }) => {
  await holdRow(tx, 'trip', id)
  return tx.trip.findFirst({ where: { id, deletedAt: null }, select })
}

const document: Find = async ({ tx }, { id }) => {
  await holdRow(tx, 'document', id)
  return tx.document.findFirst({ where: { id, deletedAt: null }, select })
}

const email: Find = async ({ tx }, { id }, ownerId) => {
  await holdRow(tx, 'email', id)
  const seen = { OR: [{ ownerId }, { atTrip: { not: null } }] }
  return tx.email.findFirst({ where: { id, deletedAt: null, ...seen }, select })
}

const ownEmail: Find = async ({ tx }, { id }, ownerId) => {
  await holdRow(tx, 'email', id)
  return tx.email.findFirst({ where: { id, ownerId, deletedAt: null }, select })
}

const category: Find = async ({ tx }, { id }, ownerId) => {
  await holdRow(tx, 'category', id)
  return tx.category.findFirst({ where: { id, ownerId, deletedAt: null }, select })
}

const favorite: Find = async ({ tx }, { id }, userId) => {
  await holdRow(tx, 'favorite', id)
  return tx.favorite.findFirst({ where: { id, userId }, select })
}

const member: Find = async ({ tx }, { tripId, userId }) => {
  const [found] = await holdMembers(tx, tripId, [userId])
  return found
}

const user: Find = async ({ tx }, _args, id) => {
  await holdAccount(tx, id)
  return tx.user.findUnique({ where: { id }, select })
}

/** Finds the objects of mutations; all with `ifVersion` are listed. */
const objects: Readonly<Record<string, Find>> = {
  updateTrip: trip,
  deleteTrip: trip,
  ...Object.fromEntries(
    kinds.flatMap(({ name, type }) => [
      [`update${type}`, item(name)],
      [`delete${type}`, item(name)],
    ]),
  ),
  updateDocument: document,
  renameDocument: document,
  removeDocument: document,
  updateEmail: email,
  deleteEmail: ownEmail,
  updateCategory: category,
  deleteCategory: category,
  removeFavorite: favorite,
  setPermissions: member,
  removeCollaborator: member,
  updateMe: user,
  updateAuthUser: user,
  replaceAuthUser: user,
}

type Args = { ifVersion?: number }

/** Whether a mutation has a condition, and so must be decided in the transaction that writes. */
export const hasCondition = ({ ifVersion }: Args, { isUnchanged }: Context) =>
  ifVersion !== undefined || isUnchanged !== undefined

/**
 * The step that locks the object of a conditional mutation and compares its state. A mutation that
 * fails for another reason is refused with that; one that succeeds on a different state is rolled
 * back with CONFLICT, and the current version if the condition is `ifVersion`.
 */
export const checkState: Step<Context> = ({ type, field }, next) => {
  if (type !== 'Mutation') return next
  const find = objects[field.name]
  const takesVersion = field.args.some(({ name }) => name === 'ifVersion')
  if (!find && takesVersion) throw new Error(`no object of ${field.name} has a version`)
  return async (parent, args, context, info) => {
    if (!hasCondition(args, context)) return next(parent, args, context, info)
    const { ifVersion, ...others } = args as Args & Named
    const held = context as HeldContext
    const found = await find?.(held, others, account(held).id)
    const isVersion = ifVersion === undefined || found?.version === ifVersion
    const isMet = isVersion && ((await held.isUnchanged?.(held)) ?? true)
    // Values that the condition has read would be outdated in the answer.
    held.forget()
    const resolved = await next(parent, others, context, info)
    if (resolved instanceof Error || isMet) return resolved
    throw new Refusal('CONFLICT', ifVersion === undefined ? {} : { version: found?.version })
  }
}
