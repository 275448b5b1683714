/** Locks of uploads, and whether something refers to one. */
import type { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/** MiB of what a subject has prepared since and is used by nothing, and the oldest of it. */
export async function unusedUploads(tx: Tx, subject: string, since: Date) {
  const [found] = await tx.$queryRaw<{ mib: number; oldest: Date | null }[]>`
    select coalesce(sum(mib), 0)::int as mib, min(created_at) as oldest from upload
    where subject = ${subject} and created_at > ${since} and not object_is_referenced(id)`
  return found ?? { mib: 0, oldest: null }
}

/** Where a walk over the uploads has come to: the moment in all its digits. */
export interface UploadMark {
  id: string
  created: string
}

/**
 * Holds the first unused upload after the mark that is older than `before`. Nothing can begin to
 * refer to it then. Passed over is what somebody else holds: it is about to be referred to, or
 * being removed by another process.
 */
export async function holdUnusedUpload(tx: Tx, before: Date, { id, created }: UploadMark) {
  const [row] = await tx.$queryRaw<(UploadMark & { key: string; visibility: string })[]>`
    select id, key, visibility, created_at::text as created from upload
    where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      and not object_is_referenced(id)
    order by created_at, id limit 1 for update skip locked`
  return row ?? null
}

/** Whether something refers to an object, by what is committed now. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}
