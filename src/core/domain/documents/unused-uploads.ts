/**
 * The quota of uploads that are prepared but unused (test/spec/14), in MiB per account, or per
 * client of anonymous requests. They are removed after a day.
 */

import { mebi } from '../../../base/values.ts'
import type { Tx } from '../../../outside/database/database.ts'
import { holdNames } from '../../../outside/database/locks/names.ts'
import { unusedUploads } from '../../../outside/database/locks/uploads.ts'
import { clientOf } from '../../../process/networks.ts'
import type { Context } from '../../context.ts'
import { throttled } from '../../limits/rate-limits.ts'

const day = 86_400_000

/** The account or client whose quota an upload counts towards. */
export function subjectOf({ viewer, address }: Pick<Context, 'viewer' | 'address'>): string {
  return viewer.kind === 'user' ? `account ${viewer.user.id}` : `address ${clientOf(address)}`
}

/** The MiB that an upload of `bytes` counts as. */
export const mibOf = (bytes: number) => Math.ceil(bytes / mebi)

/**
 * Throws THROTTLED if the subject would exceed its quota. Holds back other uploads of the same
 * subject until the transaction ends.
 */
export async function checkUnused(
  tx: Tx,
  { subject, mib }: { subject: string; mib: number },
  { config, clock }: Pick<Context, 'config' | 'clock'>,
): Promise<void> {
  const max = config.http.maxUnusedUploads
  if (max === Number.POSITIVE_INFINITY) return
  await holdNames(tx, `upload ${subject}`)
  const now = clock().getTime()
  const unused = await unusedUploads(tx, subject, new Date(now - day))
  if (unused.mib + mib <= max) return
  throttled(((unused.oldest?.getTime() ?? now) + day - now) / 1000, 'unusedUploads')
}
