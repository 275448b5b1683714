/**
 * What is known of objects from before their first byte until they are removed: the table `upload`,
 * which no other file writes (test/spec/14).
 */
import type { Tx } from '../database/database.ts'
import type { Visibility } from './objects.ts'

export interface StoredObject {
  visibility: Visibility
  /** The random part of the key. */
  id: string
  key: string
}

/** Whom an upload counts for, and as how much; no one, for a file of the service's own. */
export interface Counted {
  subject: string | null
  mib: number
}

/** Records an object before a client gets its URL. */
export async function remember(
  tx: Tx,
  { id, key, visibility }: StoredObject,
  counted: Counted,
  createdAt: Date,
): Promise<void> {
  const data = { id, key, visibility, createdAt, ...counted }
  await tx.upload.create({ data, select: { id: true } })
}

/** A check of the table sees to it that there is no other. */
export const visibilityOf = ({ visibility }: { visibility: string }): Visibility =>
  visibility === 'public' ? 'public' : 'private'

/** The first prepared before that moment that was not looked at since, but for those named. */
export function firstUnsettled(tx: Tx, before: Date, failed: string[]) {
  return tx.upload.findFirst({
    where: { createdAt: { lt: before }, settled: false, id: { notIn: failed } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, key: true, visibility: true },
  })
}

/** Its object was looked at after its address had expired. */
export async function markSettled(tx: Tx, id: string): Promise<void> {
  await tx.upload.updateMany({ where: { id }, data: { settled: true } })
}

/** Its object is gone. */
export async function forget(tx: Tx, id: string): Promise<void> {
  await tx.upload.delete({ where: { id }, select: { id: true } })
}
