/** Locks of uploads, and references to them. */
import type { Tx } from '../database.ts'

/** A subject's unused uploads prepared since then: their MiB, and the time of the oldest. */
export async function unusedUploads(tx: Tx, subject: string, since: Date) {
  const [found] = await tx.$queryRaw<{ mib: number; oldest: Date | null }[]>`
    select coalesce(sum(mib), 0)::int as mib, min(created_at) as oldest from upload
    where subject = ${subject} and created_at > ${since} and not object_is_referenced(id)`
  return found ?? { mib: 0, oldest: null }
}

/** A position in a walk over the uploads, with microseconds, which a Date would lose. */
export interface UploadMark {
  id: string
  created: string
}

/**
 * Locks the first unused upload after the mark that is older than `before`, so that no reference to
 * it can begin. Skips locked ones: they are about to be referenced or removed.
 */
export async function holdUnusedUpload(tx: Tx, before: Date, { id, created }: UploadMark) {
  const [row] = await tx.$queryRaw<(UploadMark & { key: string; visibility: string })[]>`
    select id, key, visibility, created_at::text as created from upload
    where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      and not object_is_referenced(id)
    order by created_at, id limit 1 for update skip locked`
  return row ?? null
}

/** Whether any committed row refers to the object. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}
