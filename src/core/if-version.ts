/**
 * `ifVersion`: a mutation that is only to happen while its object has that version
 * (test/spec/b3-if-version).
 */
import { Refusal } from '../base/errors.ts'
import { holdAccount } from '../outside/database/locks/accounts.ts'
import { holdRow } from '../outside/database/locks/items.ts'
import { holdMembers } from '../outside/database/locks/people.ts'
import type { Context, HeldContext } from './context.ts'
import type { Resolve, Step } from './step.ts'
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

/** The object of a mutation, held; what the caller may not see is not found. */
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

/** How the object of each mutation that takes `ifVersion` is found. */
const objects: Readonly<Record<string, Find>> = {
  ...{ updateTrip: trip, deleteTrip: trip },
  ...Object.fromEntries(
    kinds.flatMap(({ name, type }) => [
      [`update${type}`, item(name)],
      [`delete${type}`, item(name)],
    ]),
  ),
  ...{ updateDocument: document, removeDocument: document },
  ...{ updateEmail: email, deleteEmail: ownEmail },
  ...{ updateCategory: category, deleteCategory: category },
  ...{ removeFavorite: favorite },
  ...{ setPermissions: member, removeCollaborator: member },
  updateMe: user,
}

/** Whether a mutation is to be decided in the transaction that writes because of its condition. */
export const hasCondition = (args: { ifVersion?: number }) => args.ifVersion !== undefined

/**
 * The step that holds the object of a conditional mutation and reads its version. A mutation that
 * would be refused anyway is refused as ever; one that would succeed on another version is undone,
 * and is a CONFLICT with the version of now.
 */
export const checkVersion: Step<Context> = ({ type, field }, next) => {
  if (type !== 'Mutation' || !field.args.some(({ name }) => name === 'ifVersion')) return next
  const find = objects[field.name]
  if (!find) throw new Error(`no object of ${field.name} has a version`)
  return async (parent, { ifVersion, ...args }, context, info) => {
    const resolve = () => (next as Resolve<Context>)(parent, args, context, info)
    if (ifVersion === undefined) return resolve()
    const held = context as HeldContext
    const found = await find(held, args as Named, account(held).id)
    const resolved = await resolve()
    if (resolved instanceof Error || found?.version === ifVersion) return resolved
    throw new Refusal('CONFLICT', { version: found?.version })
  }
}
