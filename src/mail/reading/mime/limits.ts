/** How much of a message is parsed, with all that is attached to it. */

/** More lines than 40 MiB of attachments have; each costs time, however short it is. */
const maxLines = 1_000_000

/** Parts, and messages in messages, of which each costs more than its lines. */
const maxParts = 1_000
/** A line that may begin a part or say that one is a message; a rule of dashes does neither. */
const partLine = /\n(?:--(?!-*\s*\n|\s)|content-type:\s*message\/rfc822)/gi

/** Attached messages, those attached to them included, and how deep. */
const maxAttached = 50
export const deepestAttached = 3

/** What is left of these limits. */
export interface Left {
  lines: number
  parts: number
  attached: number
}

export const newLeft = (): Left => ({ lines: maxLines, parts: maxParts, attached: maxAttached })

/** Counts the lines and parts of a message that is to be parsed; throws when there are too many. */
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
