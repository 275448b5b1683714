/**
 * Tracks objects from before their upload until their removal, in the table `upload`, which no
 * other file writes (test/spec/14).
 */
import type { Tx } from '../database/database.ts'
import type { Visibility } from './objects.ts'

export interface StoredObject {
  visibility: Visibility
  /** The random part of the key. */
  id: string
  key: string
}

/**
 * The account or client that an upload counts for, and its bytes; files of the service count for
 * none.
 */
interface Counted {
  subject: string | null
  mib: number
}

/** Records an object before a client gets its URL. */
export async function recordUpload(
  tx: Tx,
  { id, key, visibility }: StoredObject,
  counted: Counted,
  createdAt: Date,
): Promise<void> {
  const data = { id, key, visibility, createdAt, ...counted }
  await tx.upload.create({ data, select: { id: true } })
}

/** A check of the table excludes other values. */
export const visibilityOf = ({ visibility }: { visibility: string }): Visibility =>
  visibility === 'public' ? 'public' : 'private'

/** Marks an upload as settled: its object was checked after its URL had expired. */
export async function markSettled(tx: Tx, id: string): Promise<void> {
  await tx.upload.updateMany({ where: { id }, data: { settled: true } })
}

/** Deletes the row of an upload whose object was removed. */
export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.upload.delete({ where: { id }, select: { id: true } })
}
