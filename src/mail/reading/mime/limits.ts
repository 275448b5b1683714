/** Limits on the parsing of a message and everything attached to it. */

/** More lines than 40 MiB of attachments have; every line costs time, even a short one. */
const maxLines = 1_000_000

/** Parts and nested messages, each of which costs more than its lines. */
const maxParts = 1_000
/** A line that may begin a part or declare a message; not a line of dashes. */
const partLine = /\n(?:--(?!-*\s*\n|\s)|content-type:\s*message\/rfc822)/gi

/** Attached messages at all levels, and the levels. */
const maxAttached = 50
export const maxAttachedDepth = 3

/** The remainder of these limits. */
export interface Left {
  lines: number
  parts: number
  attached: number
}

export const newLeft = (): Left => ({ lines: maxLines, parts: maxParts, attached: maxAttached })

/** Counts the lines and parts of a message before it is parsed; throws if there are too many. */
export function count(bytes: Uint8Array, left: Left): void {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    left.lines -= 1
    if (left.lines < 0) throw new Error('the message has too many lines')
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  for (const _ of text.matchAll(partLine)) {
    left.parts -= 1
    if (left.parts < 0) throw new Error('the message has too many parts')
  }
}
