/** Whether bytes are what they were declared to be: by their first bytes, never by their name. */
import { fileTypeFromBuffer } from 'file-type'
import { essenceOf } from './file-names.ts'

/** Bytes that decide. */
export const headBytes = 4100

/** Declared image types, each with what its bytes may be. No SVG, which runs scripts. */
const images: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/jpg': ['image/jpeg'],
  'image/png': ['image/png', 'image/apng'],
  'image/gif': ['image/gif'],
  'image/webp': ['image/webp'],
  'image/avif': ['image/avif'],
  'image/heic': ['image/heic', 'image/heif'],
  'image/heif': ['image/heic', 'image/heif'],
  'image/bmp': ['image/bmp'],
  'image/tiff': ['image/tiff'],
}

/** Packages in ZIP form that are commonly attached; their inner type can lie beyond the head. */
const packages =
  /^application\/(zip|epub\+zip|vnd\.apple\.pkpass|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..+)$/

/** The image type of the bytes as they are served, or undefined: no image of the list. */
export async function imageTypeOf(head: Uint8Array): Promise<string | undefined> {
  // What its parsers stumble over is no image either.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return Object.values(images).some((types) => types.includes(found?.mime ?? ''))
    ? found?.mime
    : undefined
}

/**
 * Whether an object that begins with `head` may be of the declared type. Public ones must be an
 * image of the list; of private ones the types with a signature are compared, the rest pass.
 */
export async function fitsType(
  head: Uint8Array,
  contentType: string,
  visibility: 'private' | 'public',
): Promise<boolean> {
  const type = essenceOf(contentType)
  const allowed = images[type]
  if (allowed) return allowed.includes((await imageTypeOf(head)) ?? '')
  if (visibility === 'public') return false
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  // Readers take a PDF whose header comes within the first kibibyte.
  if (type === 'application/pdf') return bytes.subarray(0, 1024).includes('%PDF-')
  return !packages.test(type) || bytes.subarray(0, 2).toString() === 'PK'
}
