/**
 * Credentials of an account besides its password: keys and open resets, stored as hashes
 * (test/spec/01.4, 10). No other file writes them.
 */

import { fail, refuse } from '../../../base/errors.ts'
import { sha256 } from '../../../base/hashes.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Store, Tx } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { narrowingOf } from '../../narrowing.ts'
import { newApiKey } from './secrets.ts'

/**
 * Stores a new key of the account and returns it; undefined if the password has changed since it
 * was verified. The lock on the account makes a concurrent change either prevent the key or revoke
 * it.
 */
export function newKeyOf(
  db: Store,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<string | undefined> {
  const key = newApiKey()
  const work = async ({ prisma: tx }: Store) => {
    const now = await holdAccount(tx, id)
    if (now?.passwordHash !== passwordHash) return undefined
    await tx.apiKey.create({ data: { userId: id, hash: sha256(key) }, select: { id: true } })
    return key
  }
  return db.transaction(work, { usesReserve: true })
}

/** Maximum number of named keys of an account; those from logins do not count. */
export const maxNamedKeys = 100

/** The data of a new key, without its secret. */
type KeyData = Pick<
  Prisma.ApiKeyUncheckedCreateInput,
  'name' | 'readOnly' | 'trips' | 'withheld'
> & { expiresAt: Date | null }

/** The columns of a key that its owner sees; the hash is not shown. */
export const keyFields = {
  id: true,
  hash: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  readOnly: true,
  trips: true,
  withheld: true,
} as const satisfies Prisma.ApiKeySelect

export type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof keyFields }>

/** Refuses a new key that could do or last more than the key that makes it, as that is now. */
function refuseMore(own: KeyRow | null, { expiresAt }: KeyData): void {
  if (!own) fail('UNAUTHENTICATED')
  if (narrowingOf(own)) fail('FORBIDDEN')
  if (own.expiresAt && !(expiresAt && expiresAt <= own.expiresAt)) {
    refuse('expiresAt', 'Ensure this time is not after the end of the key in use.')
  }
}

/**
 * Stores a named key and returns it with its row; undefined if the account has reached its limit.
 * The caller's own key, `by`, may have been revoked or narrowed meanwhile.
 */
export async function addKey(
  tx: Tx,
  { userId, by, data }: { userId: number; by: string | null; data: KeyData },
): Promise<{ key: string; row: KeyRow } | undefined> {
  await holdAccount(tx, userId)
  if (by !== null) {
    refuseMore(await tx.apiKey.findUnique({ where: { hash: by }, select: keyFields }), data)
  }
  const count = await tx.apiKey.count({ where: { userId, name: { not: null } } })
  if (count >= maxNamedKeys) return undefined
  const key = newApiKey()
  const row = await tx.apiKey.create({
    data: { ...data, userId, hash: sha256(key) },
    select: keyFields,
  })
  return { key, row }
}

/** Locks and returns the key of an account; null for another account's. */
export async function holdKey(tx: Tx, where: { id: number; userId: number }) {
  await holdAccount(tx, where.userId)
  return tx.apiKey.findFirst({ where, select: keyFields })
}

/** Changes the rights of a key that the caller has locked. */
export const changeKey = (tx: Tx, id: number, data: Prisma.ApiKeyUpdateInput): Promise<KeyRow> =>
  tx.apiKey.update({ where: { id }, data, select: keyFields })

/** Records that these keys were used. */
export async function noteKeyUses(db: Pick<Store, 'prisma'>, hashes: readonly string[], at: Date) {
  const where = { hash: { in: [...hashes] } }
  await db.prisma.apiKey.updateMany({ where, data: { lastUsedAt: at } })
}

/** Revokes these keys; returns how many. */
export async function revokeKeys(tx: Tx, where: Prisma.ApiKeyWhereInput): Promise<number> {
  return (await tx.apiKey.deleteMany({ where })).count
}

/**
 * Voids these resets, used or not, and returns how many. Of concurrent confirmations, only one
 * finds its reset.
 */
export async function voidResets(tx: Tx, where: Prisma.PasswordResetWhereInput): Promise<number> {
  return (await tx.passwordReset.deleteMany({ where })).count
}
