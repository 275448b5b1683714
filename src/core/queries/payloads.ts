/** Reads payloads of attachments in slices: Prisma reads only whole values, however large. */
import type { Queryable } from '../../outside/database/database.ts'

const text = `select substring(payload from $2 for $3) as slice from email_attachment where id = $1`

/** `bytes` bytes of a payload, starting at `from`; undefined if it was deleted. */
export async function payloadSlice(
  db: Queryable,
  id: number,
  { from, bytes }: { from: number; bytes: number },
): Promise<Uint8Array | undefined> {
  // SQL counts from 1.
  const values = [id, from + 1, bytes]
  const [row] = await db.query<{ slice: Uint8Array | null }>({ text, values, isPrepared: true })
  return row?.slice ?? undefined
}
