/** Determines image types by their first bytes, never by a name or declared type. */
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { words } from '../../base/names.ts'

/** Number of leading bytes that are examined. */
export const headBytes = 4100

/** Accepted types, as the package names them; not SVG, which runs scripts. */
const accepted: ReadonlySet<string> = new Set(
  words(`
    image/jpeg image/png image/apng image/gif image/webp image/avif image/heic image/heif
    image/bmp image/tiff`),
)

/** The media type of bytes that begin with `head`; undefined if it is not accepted. */
export async function imageTypeOf(head: Uint8Array): Promise<string | undefined> {
  // Bytes that a parser fails on are not an image either.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found && accepted.has(found.mime) ? found.mime : undefined
}

/** The same for a file. */
export async function imageTypeIn(path: string): Promise<string | undefined> {
  const file = await open(path)
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(headBytes), 0, headBytes, 0)
    .finally(() => file.close())
  return imageTypeOf(buffer.subarray(0, bytesRead))
}
