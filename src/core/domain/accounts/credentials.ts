/**
 * What lets somebody into an account: its keys, and its open resets (test/spec/01.4, 10). Only
 * their hashes are stored. No other file writes them.
 */

import { sha256 } from '../../../base/hashes.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Store } from '../../../outside/database/database.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { newApiKey } from './secrets.ts'

type Tx = Prisma.TransactionClient

/**
 * Stores a new key of the account, and answers it, unless its password is another by now: it may
 * have been changed while it was verified. A change waits for a key that is being made and then
 * revokes it; a key waits for a change and then is not made.
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

/** Those are keys no longer. */
export async function revokeKeys(tx: Tx, where: Prisma.ApiKeyWhereInput): Promise<void> {
  await tx.apiKey.deleteMany({ where })
}

/** Those resets are used up or void; how many: of parallel confirms one finds its own. */
export async function voidResets(tx: Tx, where: Prisma.PasswordResetWhereInput): Promise<number> {
  return (await tx.passwordReset.deleteMany({ where })).count
}
