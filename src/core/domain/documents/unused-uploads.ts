/**
 * What was prepared and is used by nothing is bounded (test/spec/14): each account, and each client
 * without one, may have so many MiB of it. What is a day old goes by itself.
 */

import type { Store } from '../../../outside/database/database.ts'
import { holdNames } from '../../../outside/database/locks/names.ts'
import { unusedUploads } from '../../../outside/database/locks/uploads.ts'
import { clientOf } from '../../../process/networks.ts'
import type { Context } from '../../context.ts'
import { throttled } from '../../limits/tries.ts'

const mebi = 1024 * 1024
const day = 86_400_000

/** Whom an upload counts for. */
export function subjectOf({ viewer, address }: Pick<Context, 'viewer' | 'address'>): string {
  return viewer.kind === 'user' ? `account ${viewer.user.id}` : `address ${clientOf(address)}`
}

/** What an upload of so many bytes counts as. */
export const mibOf = (bytes: number) => Math.ceil(bytes / mebi)

/**
 * Throws THROTTLED where the subject would have too much that is not used. Others of the
 * same subject wait until the transaction is over.
 */
export async function checkUnused(
  tx: Store['prisma'],
  { subject, mib }: { subject: string; mib: number },
  { config, clock }: Pick<Context, 'config' | 'clock'>,
): Promise<void> {
  const max = config.maxUnusedUploads
  if (max === 0) return
  await holdNames(tx, `upload ${subject}`)
  const now = clock().getTime()
  const unused = await unusedUploads(tx, subject, new Date(now - day))
  if (unused.mib + mib <= max) return
  throttled(((unused.oldest?.getTime() ?? now) + day - now) / 1000, 'unusedUploads')
}
