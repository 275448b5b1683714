/** Operators list, narrow and revoke the keys of an account (B5). */
import { fail, refuse } from '../../../base/errors.ts'
import type { MutationNarrowKeyArgs } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import type { Context } from '../../context.ts'
import { changeKey, holdKey, type KeyRow } from './credentials.ts'
import { deleteKeyOf, keysOfAccount, rightColumns, shownKey } from './keys.ts'

type Named = { email: string; id: number }

/** The id of the account with that address; throws NOT_FOUND for an unknown one. */
async function userIdOf({ db }: Context, email: string): Promise<number> {
  const where = { email: email.trim().toLowerCase() }
  const found = await db.prisma.user.findUnique({ where, select: { id: true } })
  return found?.id ?? fail('NOT_FOUND')
}

const onlyLess = 'A key can only be narrowed.'

/** The trips that the key keeps. */
function tripsLeft({ trips }: KeyRow, { trips: asked }: MutationNarrowKeyArgs): number[] {
  if (!asked) return trips
  const left = [...new Set(asked)]
  if (left.length === 0) refuse('trips', 'This list may not be empty.')
  if (left.length > 100) refuse('trips', 'Ensure this field has no more than 100 elements.')
  if (trips.length > 0 && left.some((id) => !trips.includes(id))) refuse('trips', onlyLess)
  return left
}

function endLeft({ expiresAt }: KeyRow, { expiresAt: asked }: MutationNarrowKeyArgs): Date | null {
  if (!asked) return expiresAt
  const end = new Date(asked)
  return expiresAt && end > expiresAt ? refuse('expiresAt', onlyLess) : end
}

async function narrowKey(_: unknown, args: MutationNarrowKeyArgs, context: Context) {
  const userId = await userIdOf(context, args.email)
  const row = await context.db.transaction(async (tx: Store) => {
    const key = (await holdKey(tx.prisma, { id: args.id, userId })) ?? fail('NOT_FOUND')
    return changeKey(tx.prisma, key.id, {
      readOnly: key.readOnly || args.readOnly,
      trips: tripsLeft(key, args),
      withheld: [...new Set([...key.withheld, ...rightColumns(args.withheld)])],
      expiresAt: endLeft(key, args),
    })
  })
  return shownKey(row, context)
}

const revokeKey = async (_: unknown, { email, id }: Named, context: Context) =>
  deleteKeyOf(context, { id, userId: await userIdOf(context, email) })

const keysOf = async (_: unknown, { email }: { email: string }, context: Context) =>
  keysOfAccount(context, await userIdOf(context, email))

export const operatorKeyResolvers = { Query: { keysOf }, Mutation: { narrowKey, revokeKey } }
