/** Strong entity tags, and whether a client has what they stand for (RFC 9110, 8.8.3, 13.1.2). */
import { createHash } from 'node:crypto'

/** The tag of a body: the same for the same bytes, and for no others. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`

/** Whether `If-None-Match` names the tag, weakly or not, or everything. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return tags.includes(etag)
}
