/** Locks of uploads, and their references. */
import type { Tx } from '../database.ts'

/** The unused uploads that a subject has prepared since then: their MiB, and the oldest's time. */
export async function unusedUploads(tx: Tx, subject: string, since: Date) {
  const [found] = await tx.$queryRaw<{ mib: number; oldest: Date | null }[]>`
    select coalesce(sum(mib), 0)::int as mib, min(created_at) as oldest from upload
    where subject = ${subject} and created_at > ${since} and not object_is_referenced(id)`
  return found ?? { mib: 0, oldest: null }
}

/** A position in a walk over the uploads; the time has microseconds, which a Date would lose. */
export interface UploadMark {
  id: string
  created: string
}

/**
 * Holds the first unused upload after the mark that is older than `before`; nothing can begin to
 * refer to it then. Skips locked ones: they are about to be referenced, or another process is
 * removing them.
 */
export async function holdUnusedUpload(tx: Tx, before: Date, { id, created }: UploadMark) {
  const [row] = await tx.$queryRaw<(UploadMark & { key: string; visibility: string })[]>`
    select id, key, visibility, created_at::text as created from upload
    where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      and not object_is_referenced(id)
    order by created_at, id limit 1 for update skip locked`
  return row ?? null
}

/** Whether anything that is committed now refers to an object. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}
