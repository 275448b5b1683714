/**
 * Repairs text whose character set is declared wrongly or not at all
 * (test/mail/reading/mime/charsets).
 */
import { TextDecoder } from 'node:util'
import type { Attachment, Email } from 'postal-mime'
import { mebi } from '../../../base/values.ts'

/** The characters of windows-1252 from 0x80 on; five are unassigned. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * A text with the characters of windows-1252 in place of control characters: Node 20 decodes it as
 * ISO 8859-1.
 */
export const withSigns = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign)

/** The usual character set of programs that do not declare one. */
const usual = 'windows-1252'

/** The character set declared in the head of a page, if any. */
const namedIn = (head: string): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1]

/**
 * Decodes bytes: by their byte order mark, as UTF-8, or in the character set that their page
 * declares, or their part.
 */
export function decoded(bytes: Uint8Array, ofPart?: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  for (const charset of ['utf-8', namedIn(head) ?? ofPart ?? usual]) {
    try {
      return withSigns(new TextDecoder(charset, { fatal: true }).decode(bytes))
    } catch {
      // Invalid bytes for the character set, or an unknown one.
    }
  }
  return new TextDecoder().decode(bytes)
}

/** Larger messages are not read again. */
const maxReread = 2 * mebi

/** Whether bytes of a text were lost, because they are invalid in the declared character set. */
const isGarbled = (text: string | undefined) => text?.includes('\ufffd') ?? false

/** Whether a text in UTF-8 was decoded in another character set. */
const isMisread = (text: string) => /[\u00c2\u00c3\u00e2\u00ef][\u0080-\u00bf\u20ac]/.test(text)

const calendarText = ({ mimeType, content }: Attachment) =>
  mimeType === 'text/calendar' && typeof content !== 'string'
    ? new TextDecoder().decode(content)
    : undefined

/** Whether another character set may repair a text of the message. */
export const isWorthRereading = (email: Email, { length }: Uint8Array): boolean =>
  length <= maxReread &&
  [email.html, email.text, ...email.attachments.map(calendarText)].some(isGarbled)

const typeLine = /^(content-type:[ \t]*text\/(?:html|plain|calendar)\b)((?:[^\r\n]|\r?\n[ \t])*)/gim
const charsetOfType = /;\s*charset\s*=\s*(?:"[^"\r\n]*"|[^;\s]*)/i

const pageLine =
  /^content-type:[ \t]*(?:text|application)\/[\w.+-]*(?:html|json)\b((?:[^\r\n]|\r?\n[ \t])*)/gim

/**
 * The character set that the parts of a message declare for pages and JSON, besides UTF-8;
 * undefined if there are several, or the message is too large to look.
 */
export function charsetOfPages(message: Uint8Array): string | undefined {
  if (message.length > maxReread) return undefined
  const text = Buffer.from(message.buffer, message.byteOffset, message.length).toString('latin1')
  const names = [...text.matchAll(pageLine)]
    .map(([, rest = '']) => charsetOfType.exec(rest)?.[0].replace(/^[^=]*=|["\s]/g, ''))
    .map((name = '') => name.toLowerCase())
  const [only, ...others] = new Set(names.filter((name) => !/^(?:utf-?8|us-ascii|)$/.test(name)))
  return others.length === 0 ? only : undefined
}

/**
 * The message with the character set of its texts relabelled: as declared in its page, else the
 * usual one.
 */
export function relabelled({ html = '' }: Email, bytes: Uint8Array): Buffer {
  const named = namedIn(html.slice(0, 2048)) ?? usual
  const charset = /^utf-?8$/i.test(named) ? usual : named
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const said = message.replace(
    typeLine,
    (_, type: string, rest: string) =>
      `${type}${rest.replace(charsetOfType, '')}; charset=${charset}`,
  )
  const [head = ''] = said.split(/\r?\n\r?\n/, 1)
  const isUntyped = !/^content-type:/im.test(head)
  const type = isUntyped ? `Content-Type: text/plain; charset=${charset}\r\n` : ''
  return Buffer.from(type + said, 'latin1')
}

/** A message with its garbled texts replaced by those of the second reading. */
export function mended(email: Email, again: Email): Email {
  const better = (one: string | undefined, other: string | undefined) =>
    isGarbled(one) && other !== undefined && !isMisread(other)
  const attachments = email.attachments.map((one, at) => {
    const other = again.attachments[at]
    return other && better(calendarText(one), calendarText(other)) ? other : one
  })
  return {
    ...email,
    attachments,
    ...(better(email.html, again.html) && { html: again.html }),
    ...(better(email.text, again.text) && { text: again.text }),
  }
}
