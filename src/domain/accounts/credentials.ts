/**
 * What lets somebody into an account: its keys, and its open resets (test/spec/01.4, 10). Only
 * their hashes are stored. No other file writes them.
 */
import type { Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../hashes.ts'
import type { Store } from '../../outside/database/database.ts'
import { holdAccount } from '../../outside/database/locks.ts'
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
  return db.transaction(async ({ prisma: tx }) => {
    const now = await holdAccount(tx, id)
    if (now?.passwordHash !== passwordHash) return undefined
    await tx.apiKey.create({ data: { userId: id, hash: sha256(key) }, select: { id: true } })
    return key
  })
}

/** The key with that hash is no longer one. */
export async function revokeKey({ prisma }: Store, hash: string): Promise<void> {
  await prisma.apiKey.deleteMany({ where: { hash } })
}

/** Whether a key still stands. */
export async function isKey(tx: Tx, hash: string): Promise<boolean> {
  return (await tx.apiKey.count({ where: { hash } })) > 0
}

/** Revokes every key of the account but the one with that hash, if one is kept. */
export async function revokeKeys(tx: Tx, userId: number, kept: string | null): Promise<void> {
  const others = kept === null ? {} : { hash: { not: kept } }
  await tx.apiKey.deleteMany({ where: { userId, ...others } })
}

/** The account's reset with that token, if it is open at that moment. */
const openAt = (userId: number, token: string, now: Date) => ({
  where: { userId, hash: sha256(token), expiresAt: { gt: now } },
})

export async function isResetOpen({ prisma }: Store, ...reset: Parameters<typeof openAt>) {
  return (await prisma.passwordReset.count(openAt(...reset))) > 0
}

/** Uses up an open reset; whether it was one: of parallel confirms that is so for one. */
export async function useReset(tx: Tx, ...reset: Parameters<typeof openAt>): Promise<boolean> {
  return (await tx.passwordReset.deleteMany(openAt(...reset))).count > 0
}

/** Whatever was mailed to reset the password is no longer good for that. */
export async function voidResets(tx: Tx, userId: number): Promise<void> {
  await tx.passwordReset.deleteMany({ where: { userId } })
}
