/** Parses the MIME bytes of a message into addresses, bodies and attachments. */
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { sha256 } from '../../../base/hashes.ts'
import { decoded, isWorthRereading, mended, relabelled, withSigns } from './charsets.ts'
import { attachmentBytes, isMessage, type MarkupText, markupTextsOf } from './documents.ts'
import { count, type Left, maxAttachedDepth, newLeft } from './limits.ts'
import { previewOf } from './visible-text.ts'

/** A part in iCalendar. */
export interface CalendarPart {
  text: string
  /** REQUEST, CANCEL, PUBLISH; '' if the part names none. */
  method: string
}

interface StoredAttachment {
  filename: string
  mailContentType: string
  contentId: string | null
  contentDisposition: string
  charset: string | null
  contentTransferEncoding: string | null
  binary: boolean
  content: Uint8Array
}

/** The parts of a message that may contain bookings. */
export interface MessageContent {
  /** ISO 8601 in UTC; undefined if the message has no valid date. */
  date?: string | undefined
  subject: string
  html: string
  text: string
  calendars: CalendarPart[]
  documents: MarkupText[]
  /** Attached messages. */
  attached: MessageContent[]
}

/** A message before its bookings are read. */
export interface Message extends MessageContent {
  /**
   * Identifies the message if it arrives again: the Message-ID, else `sha256:` and the hash of the
   * bytes.
   */
  messageKey: string
  /** Addresses in lower case. */
  from: string[]
  /** From Delivered-To, X-Original-To, To and Cc, in this order, in lower case. */
  recipients: string[]
  /** The first words of the text, on one line. */
  bodyPreview: string
  attachments: StoredAttachment[]
}

/** Maximum bytes of a header; more than mail programs write. */
const maxHeaderBytes = 256 * 1024
// The content of an attached message is as old as that message.
const limits = {
  maxNestingDepth: 100,
  maxHeadersSize: maxHeaderBytes,
  forceRfc822Attachments: true,
}
const maxSubjectLength = 998

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

function addressesIn(list: readonly Address[] | undefined): string[] {
  return (list ?? [])
    .flatMap(({ address, group }) => (group ? group.map((one) => one.address) : [address ?? '']))
    .map((address) => storable(address).trim().toLowerCase())
    .filter((address) => address.includes('@'))
}

/** The addresses in a header that the standard does not define as a list. */
function addressesOf({ headers }: Email, name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) => storable(value).split(/[\s<>,;:"]+/))
    .filter((word) => /^[^@]+@/.test(word))
    .map((address) => address.toLowerCase())
}

function stored(attachment: Attachment): StoredAttachment {
  const { filename, mimeType, disposition, contentId } = attachment
  return {
    filename: storable(filename ?? '').slice(0, 255),
    mailContentType: storable(mimeType || 'application/octet-stream').slice(0, 255),
    contentId: contentId ? storable(contentId).slice(0, 255) : null,
    contentDisposition: storable(disposition ?? 'attachment').slice(0, 255),
    charset: null,
    contentTransferEncoding: 'base64',
    binary: true,
    content: attachmentBytes(attachment),
  }
}

/** The attachment as a calendar, if its type, name or first line says so. */
function calendarOf(attachment: Attachment): CalendarPart[] {
  const bytes = attachmentBytes(attachment)
  const begin = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const isCalendar =
    /^(?:text\/(?:x-v)?calendar|application\/ics)$/.test(attachment.mimeType) ||
    /\.ics$/i.test(attachment.filename ?? '') ||
    /^(?:\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(begin)
  if (!isCalendar) return []
  return [{ text: decoded(bytes), method: attachment.method?.toUpperCase() ?? '' }]
}

/** A day, month and year within a Date header, and the hours east of UTC. */
const dayForm = /\b(\d{1,2}) +([a-z]{3})[a-z]* +(\d{4})\b(?:.*?[+-](\d\d)\d\d\b)?/i

/** Whether a Date header names a day that exists, and an offset that some zone has. */
function isPossible(header: string): boolean {
  const [, day, month, year, hours = '0'] = dayForm.exec(header) ?? []
  if (day === undefined) return true
  const meant = new Date(`${day} ${month} ${year} UTC`)
  const isThere = meant.getUTCDate() === Number(day) && meant.getUTCFullYear() === Number(year)
  return isThere && Number(hours) <= 14
}

/** The Date of a message; undefined if it is missing, impossible or out of range. */
function dateOf({ date, headers }: Email): string | undefined {
  const header = headers.find(({ key }) => key === 'date')?.value ?? ''
  // The parser has made 2 March of 30 February.
  const moment = date === undefined || !isPossible(header) ? Number.NaN : Date.parse(date)
  const year = new Date(moment).getUTCFullYear()
  return year >= 1970 && year < 2100 ? new Date(moment).toISOString() : undefined
}

/** The Message-ID in the bytes of an unreadable message. */
function messageIdIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxHeaderBytes))
  const [head = ''] = text.toString('latin1').split(/\r?\n\r?\n/, 1)
  const unfolded = head.replace(/\r?\n(?=[ \t])/g, '')
  return /^message-id[ \t]*:(.*)$/im.exec(unfolded)?.[1] ?? ''
}

function usableId(messageId: string): string | undefined {
  const id = storable(messageId).trim()
  return id !== '' && id.length <= 1000 ? id : undefined
}

/**
 * The key that identifies a message if it arrives again (test/spec/17-inbound-mail), whether it can
 * be read or not.
 */
export function messageKeyOf(messageId: string | undefined, bytes: Uint8Array): string {
  return usableId(messageId ?? messageIdIn(bytes)) ?? `sha256:${sha256(bytes)}`
}

/** The key of an unreadable message; large ones are hashed outside of this thread. */
export async function messageKeyBeside(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = usableId(messageIdIn(bytes))
  if (id !== undefined) return id
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return `sha256:${Buffer.from(hash).toString('hex')}`
}

/** The parsed message, with its texts decoded in their actual character sets. */
async function parsed(bytes: Uint8Array, left: Left): Promise<Email> {
  count(bytes, left)
  const read = (message: Uint8Array) =>
    PostalMime.parse(message, { ...limits, attachmentEncoding: 'arraybuffer' })
  const email = await read(bytes)
  return isWorthRereading(email, bytes)
    ? mended(email, await read(relabelled(email, bytes)))
    : email
}

/** The content of attached messages; an unreadable one stays an attachment. */
async function attachedTo(
  { attachments }: Email,
  left: Left,
  depth: number,
): Promise<MessageContent[]> {
  const found: MessageContent[] = []
  if (depth === maxAttachedDepth) return found
  for (const attachment of attachments) {
    if (!isMessage(attachment) || left.attached === 0) continue
    left.attached -= 1
    const bytes = attachmentBytes(attachment)
    const email = await parsed(bytes, left).catch(() => undefined)
    if (email) found.push(await contentOf(email, bytes, left, depth + 1))
  }
  return found
}

async function contentOf(
  email: Email,
  bytes: Uint8Array,
  left: Left,
  depth: number,
): Promise<MessageContent> {
  const { attachments } = email
  return {
    date: dateOf(email),
    subject: storable(withSigns(email.subject ?? ''))
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, maxSubjectLength),
    html: storable(withSigns(email.html ?? '')),
    text: storable(withSigns(email.text ?? '')),
    calendars: attachments.flatMap(calendarOf),
    documents: markupTextsOf(attachments, bytes),
    attached: await attachedTo(email, left, depth),
  }
}

/** Reads the bytes of a message. Throws if nesting or headers exceed the limits. */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const left = newLeft()
  const email = await parsed(bytes, left)
  const content = await contentOf(email, bytes, left, 0)
  return {
    ...content,
    messageKey: messageKeyOf(email.messageId, bytes),
    from: addressesIn(email.from ? [email.from] : []),
    recipients: [
      ...addressesOf(email, 'delivered-to'),
      ...addressesOf(email, 'x-original-to'),
      ...addressesIn(email.to),
      ...addressesIn(email.cc),
    ],
    bodyPreview: previewOf(content.text, content.html),
    attachments: email.attachments.map(stored),
  }
}
