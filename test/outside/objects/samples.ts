/** Bytes and keys to store. */
import { randomBytes } from 'node:crypto'
import type { PreparedUpload } from '../../../src/outside/objects/objects.ts'

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010101004800480000', 'hex'),
  Buffer.alloc(300),
  Buffer.from('ffd9', 'hex'),
])
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)

export const privateKey = (extension = 'pdf') =>
  `documents/private/${randomBytes(16).toString('hex')}.${extension}`
export const publicKey = (extension = 'png') => `${randomBytes(16).toString('hex')}.${extension}`

/** Sends as a client does: with exactly the headers that were prepared. */
export function send(
  upload: Pick<PreparedUpload, 'url' | 'headers'>,
  body: Uint8Array,
  changed: Record<string, string> = {},
): Promise<Response> {
  // fetch sets the length by itself, and takes none from its caller.
  const { 'Content-Length': _, ...headers } = upload.headers
  return fetch(upload.url, {
    method: 'PUT',
    headers: { ...headers, ...changed },
    body: body as Uint8Array<ArrayBuffer>,
  })
}
