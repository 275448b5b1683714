/**
 * Credentials of an account besides its password: keys and open resets (test/spec/01.4, 10). Only
 * their hashes are stored. No other file writes them.
 */

import { sha256 } from '../../../base/hashes.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Store, Tx } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { newApiKey } from './secrets.ts'

/**
 * Stores a new key of the account and returns it; undefined if the password was changed while it
 * was verified. A change waits for a key that is being stored, and then revokes it; a key waits for
 * a change, and then is not stored.
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

/** Revokes these keys. */
export async function revokeKeys(tx: Tx, where: Prisma.ApiKeyWhereInput): Promise<void> {
  await tx.apiKey.deleteMany({ where })
}

/**
 * Voids these resets, used or not; returns how many. Of parallel confirmations one finds its reset.
 */
export async function voidResets(tx: Tx, where: Prisma.PasswordResetWhereInput): Promise<number> {
  return (await tx.passwordReset.deleteMany({ where })).count
}
