/** Keys that may do less than their account (B5): the account makes, lists and deletes them. */

import { fail, refuse } from '../../../base/errors.ts'
import type { MemberRight, MutationCreateKeyArgs } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { capabilities } from '../../rights.ts'
import { account } from '../../store/viewer.ts'
import { addKey, type KeyRow, keyFields, revokeKeys } from './credentials.ts'

/** The name of a right as a key lacks it: that of its column, in capitals. */
const memberRight = (column: string) => column.toUpperCase() as MemberRight

const hashOf = ({ viewer }: Context) => (viewer.kind === 'user' ? viewer.keyHash : null)

/** A key as its owner sees it. */
function shown({ hash, name, trips, withheld, ...row }: KeyRow, context: Context) {
  return {
    ...row,
    name: name ?? 'login',
    trips: trips.length > 0 ? trips : null,
    withheld: withheld.map(memberRight),
    isCurrent: hash === hashOf(context),
  }
}

async function keys(_: unknown, _args: unknown, context: Context) {
  const rows = await context.db.prisma.apiKey.findMany({
    where: { userId: account(context).id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: keyFields,
  })
  return rows.map((row) => shown(row, context))
}

async function createKey(_: unknown, { input }: MutationCreateKeyArgs, context: Context) {
  const { name = '', readOnly, withheld, expiresAt } = input
  const trips = [...new Set(input.trips)]
  const caller = account(context)
  if (expiresAt && new Date(expiresAt) <= context.clock()) {
    refuse('expiresAt', 'Ensure this time is in the future.')
  }
  const made = await context.db.transaction(async ({ prisma: tx }: Store) => {
    const theirs = { AND: [{ id: { in: trips } }, tripsWith(caller, context.clock())] }
    if ((await tx.trip.count({ where: theirs })) < trips.length) fail('NOT_FOUND')
    return addKey(tx, {
      userId: caller.id,
      by: hashOf(context),
      data: {
        ...{ name, trips, readOnly: readOnly ?? false, expiresAt: expiresAt ?? null },
        withheld: capabilities.flatMap(({ column }) =>
          withheld?.includes(memberRight(column)) ? column : [],
        ),
      },
    })
  })
  if (!made) refuse('nonFieldErrors', 'An account has at most 100 keys.')
  return { key: made.key, info: shown(made.row, context) }
}

async function deleteKey(_: unknown, { id }: { id: number }, context: Context) {
  const userId = account(context).id
  const count = await context.db.transaction(async ({ prisma: tx }: Store) => {
    await holdAccount(tx, userId)
    return revokeKeys(tx, { id, userId })
  })
  return count > 0 || fail('NOT_FOUND')
}

export const keyResolvers = { Query: { keys }, Mutation: { createKey, deleteKey } }
