/** MIME: the bytes of one message as its addresses, bodies and attachments. */
import { createHash } from 'node:crypto'
import { TextDecoder } from 'node:util'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { StoredAttachment } from './reservation.ts'

/** A part that says something in iCalendar. */
export interface CalendarPart {
  text: string
  /** REQUEST, CANCEL, PUBLISH; '' where neither the part nor its content says. */
  method: string
}

/** A message without what it says of bookings. */
export interface Message {
  messageKey: string
  date?: string
  subject: string
  from: string[]
  recipients: string[]
  html: string
  text: string
  bodyPreview: string
  attachments: StoredAttachment[]
  calendars: CalendarPart[]
}

const limits = { maxNestingDepth: 100, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 2 }
const previewLength = 200
const longestSubject = 998

/** Text that PostgreSQL takes: no NUL, no half characters. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

function addressesIn(list: readonly Address[] | undefined): string[] {
  return (list ?? [])
    .flatMap(({ address, group }) => (group ? group.map((one) => one.address) : [address ?? '']))
    .map((address) => storable(address).trim().toLowerCase())
    .filter((address) => address.includes('@'))
}

/** The addresses in a header that is no list by its standard. */
function addressesOf({ headers }: Email, name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) => storable(value).match(/[^\s<>,;:"]+@[^\s<>,;:"]+/g) ?? [])
    .map((address) => address.toLowerCase())
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
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
    content: bytesOf(attachment),
  }
}

function calendarOf(attachment: Attachment): CalendarPart[] {
  const isCalendar =
    attachment.mimeType === 'text/calendar' ||
    attachment.mimeType === 'application/ics' ||
    /\.ics$/i.test(attachment.filename ?? '')
  if (!isCalendar) return []
  const text = new TextDecoder().decode(bytesOf(attachment))
  return [{ text, method: attachment.method?.toUpperCase() ?? '' }]
}

/** The date a message gives itself; none where it is missing, or beyond what is stored. */
function dateOf({ date }: Email): string | undefined {
  const moment = date === undefined ? Number.NaN : Date.parse(date)
  const year = new Date(moment).getUTCFullYear()
  return year >= 1970 && year < 2100 ? new Date(moment).toISOString() : undefined
}

/** Words of the message on one line. */
function previewOf(text: string, html: string): string {
  const words = text || html.replace(/<(style|script|head)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
  const line = words
    .slice(0, 20_000)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return [...line].slice(0, previewLength).join('')
}

/** What makes a message the same one again (contract 17). */
export function messageKeyOf(messageId: string | undefined, bytes: Uint8Array): string {
  const id = storable(messageId ?? '').trim()
  if (id !== '' && id.length <= 1000) return id
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Reads the bytes of a message. Throws where they nest or head deeper than anybody's do. */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const email = await PostalMime.parse(bytes, { ...limits, attachmentEncoding: 'arraybuffer' })
  const html = storable(email.html ?? '')
  const text = storable(email.text ?? '')
  const date = dateOf(email)
  return {
    messageKey: messageKeyOf(email.messageId, bytes),
    ...(date !== undefined && { date }),
    subject: storable(email.subject ?? '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, longestSubject),
    from: addressesIn(email.from ? [email.from] : []),
    recipients: [
      ...addressesOf(email, 'delivered-to'),
      ...addressesOf(email, 'x-original-to'),
      ...addressesIn(email.to),
      ...addressesIn(email.cc),
    ],
    html,
    text,
    bodyPreview: previewOf(text, html),
    attachments: email.attachments.map(stored),
    calendars: email.attachments.flatMap(calendarOf),
  }
}
