/**
 * What was prepared and is used by nothing is bounded (test/spec/14): each account, and each client
 * without one, may have so many MiB of it. What is a day old goes by itself.
 */
import type { Context } from '../../context.ts'
import { clientOf } from '../../limits/networks.ts'
import { throttled } from '../../limits/tries.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { prepared } from '../hot-path/sql.ts'

const mebi = 1024 * 1024
const day = 86_400_000

// Parallel preparations of one subject come one after the other, so none slips past the limit.
const lock = `select pg_advisory_xact_lock(hashtextextended('upload ' || $1, 0))`
const tally = `select coalesce(sum(mib), 0)::int as mib, min(created_at)::text as oldest from upload
  where subject = $1 and created_at > $2::timestamptz and not object_is_referenced(id)`

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
  tx: Queryable,
  { subject, mib }: { subject: string; mib: number },
  { config, clock }: Pick<Context, 'config' | 'clock'>,
): Promise<void> {
  const max = config.maxUnusedUploads
  if (max === 0) return
  await tx.query(prepared(lock, [subject]))
  const since = new Date(clock().getTime() - day).toISOString()
  const [found] = await tx.query<{ mib: number; oldest: string | null }>(
    prepared(tally, [subject, since]),
  )
  if ((found?.mib ?? 0) + mib <= max) return
  const oldest = new Date(found?.oldest ?? clock()).getTime()
  throttled((oldest + day - clock().getTime()) / 1000)
}
