/** Objects with their rows, as a prepared upload leaves them. */
import { randomBytes } from 'node:crypto'
import type { ObjectStore, Visibility } from '../../../src/outside/objects/objects.ts'
import { db } from '../../world.ts'

/** An object in the store that was prepared so many minutes ago. */
export async function upload(
  store: ObjectStore,
  visibility: Visibility,
  bytes: Uint8Array,
  minutes: number,
) {
  const id = randomBytes(16).toString('hex')
  const key = visibility === 'public' ? `${id}.png` : `documents/private/${id}.pdf`
  const contentType = visibility === 'public' ? 'image/png' : 'application/pdf'
  // The object first: a cleaning that runs meanwhile would forget an old row without one.
  await store.put({ visibility, key, contentType }, bytes)
  await db.query({
    text: `insert into upload (id, key, visibility, created_at)
      values ($1, $2, $3, now() - $4 * interval '1 minute')`,
    values: [id, key, visibility, minutes],
  })
  return { id, key, visibility }
}
