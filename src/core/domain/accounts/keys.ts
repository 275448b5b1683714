/** Keys with fewer rights than their account, which creates, lists and deletes them (B5). */

import { fail, refuse } from '../../../base/errors.ts'
import type { MemberRight, MutationCreateKeyArgs } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { capabilities } from '../../rights.ts'
import { account } from '../../store/viewer.ts'
import { addKey, type KeyRow, keyFields, maxNamedKeys, revokeKeys } from './credentials.ts'

/** The name of a withheld right: its column, in capitals. */
const memberRight = (column: string) => column.toUpperCase() as MemberRight

/** The columns of these rights, without repeats. */
export const rightColumns = (withheld: readonly MemberRight[]) =>
  capabilities.flatMap(({ column }) => (withheld.includes(memberRight(column)) ? column : []))

const hashOf = ({ viewer }: Context) => (viewer.kind === 'user' ? viewer.keyHash : null)

/** A key as its owner sees it. */
export function shownKey({ hash, name, trips, withheld, ...row }: KeyRow, context: Context) {
  return {
    ...row,
    name: name ?? 'login',
    trips: trips.length > 0 ? trips : null,
    withheld: withheld.map(memberRight),
    isCurrent: hash === hashOf(context),
  }
}

/** The keys of an account, newest first. */
export async function keysOfAccount(context: Context, userId: number) {
  const rows = await context.db.prisma.apiKey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: keyFields,
  })
  return rows.map((row) => shownKey(row, context))
}

const keys = (_: unknown, _args: unknown, context: Context) =>
  keysOfAccount(context, account(context).id)

async function createKey(_: unknown, { input }: MutationCreateKeyArgs, context: Context) {
  const { name = '', readOnly, withheld } = input
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null
  const trips = [...new Set(input.trips)]
  const caller = account(context)
  if (expiresAt && expiresAt <= context.clock()) {
    refuse('expiresAt', 'Ensure this time is in the future.')
  }
  const made = await context.db.transaction(async ({ prisma: tx }: Store) => {
    const theirs = { AND: [{ id: { in: trips } }, tripsWith(caller, context.clock())] }
    if ((await tx.trip.count({ where: theirs })) < trips.length) fail('NOT_FOUND')
    return addKey(tx, {
      userId: caller.id,
      by: hashOf(context),
      data: {
        name,
        trips,
        readOnly: readOnly ?? false,
        expiresAt,
        withheld: rightColumns(withheld ?? []),
      },
    })
  })
  if (!made) refuse('nonFieldErrors', `An account has at most ${maxNamedKeys} keys.`)
  return { key: made.key, info: shownKey(made.row, context) }
}

/** Deletes a key of an account; throws NOT_FOUND for another account's. */
export async function deleteKeyOf(
  context: Context,
  { id, userId }: { id: number; userId: number },
) {
  const count = await context.db.transaction(async ({ prisma: tx }: Store) => {
    await holdAccount(tx, userId)
    return revokeKeys(tx, { id, userId })
  })
  return count > 0 || fail('NOT_FOUND')
}

const deleteKey = (_: unknown, { id }: { id: number }, context: Context) =>
  deleteKeyOf(context, { id, userId: account(context).id })

export const keyResolvers = { Query: { keys }, Mutation: { createKey, deleteKey } }
