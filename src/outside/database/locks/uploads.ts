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

interface Walked {
  /** The unused upload, locked; null if there is none among these. */
  row: (UploadMark & { key: string; visibility: string }) | null
  /** The last of those looked at; undefined after the last of all. */
  last: UploadMark | undefined
}

/**
 * Locks the first unused one of the next 500 uploads after the mark that are older than `before`,
 * so that no reference to it can begin. Skips locked ones: they are about to be referenced or
 * removed.
 */
export async function holdUnusedUpload(
  tx: Tx,
  before: Date,
  { id, created }: UploadMark,
): Promise<Walked> {
  const [row] = await tx.$queryRaw<{ free: Walked['row']; last: UploadMark }[]>`
    with near as materialized (
      select id, created_at from upload
      where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      order by created_at, id limit 500),
    free as materialized (
      select id, key, visibility, created_at::text as created from upload
      where id = any (array(select id from near)) and not object_is_referenced(id)
      order by created_at, id limit 1 for update skip locked)
    select to_json(free) as free, json_build_object('id', last.id, 'created', last.created) as last
    from (select id, created_at::text as created from near order by created_at desc, id desc
      limit 1) last left join free on true`
  return { row: row?.free ?? null, last: row?.last }
}

/**
 * The first unsettled upload prepared before `before`, except those in `failed`. For Prisma,
 * `settled` is a parameter, so that PostgreSQL could not use the index of unsettled uploads.
 */
export async function firstUnsettled(tx: Tx, before: Date, failed: string[]) {
  const [row] = await tx.$queryRaw<{ id: string; key: string; visibility: string }[]>`
    select id, key, visibility from upload
    where created_at < ${before} and not settled and id <> all (${failed}::text[])
    order by created_at, id limit 1`
  return row ?? null
}

/** Whether any committed row refers to the object. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}
