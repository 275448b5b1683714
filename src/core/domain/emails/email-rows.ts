/** Reads emails that fit, and of their attachments what the answer carries (test/spec/02.9). */

import { fail } from '../../../base/errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import type { Taken } from '../../limits/reading.ts'
import { itemKeys } from '../../parent-kinds.ts'
import { fitting } from '../weighed-pages.ts'
import type { Asked, EmailRow, InlineImage } from './email.ts'
import { type Carry, carried } from './email-payloads.ts'
import { type Head, heads, type Weighed, weigh } from './email-weights.ts'
import { readPayloads } from './payload-reads.ts'

const stored = [
  ...['uniqueParserIdentifier', 'date', 'subject', 'bodyPreview'],
  ...['parsedSuccessfully', 'reason', 'updatedAt'],
]
const shown = ['bodyPreview', 'html', 'text', 'raw']

/** Images that a message may show inside its text; other ones are attachments only. */
const inlineTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const largestInline = 512 * 1024
const mostInline = 20

const attachment = {
  ...{ id: true, emailId: true, payloadBytes: true, filename: true, binary: true },
  ...{ mailContentType: true, contentId: true, contentDisposition: true, charset: true },
  contentTransferEncoding: true,
} as const
type Attachment = Prisma.EmailAttachmentGetPayload<{ select: typeof attachment }>

function selectOf({ fields }: Asked): Prisma.EmailSelect {
  const isBodyAsked = fields.has('content') || fields.has('safeContent')
  const own = stored.filter((field) => fields.has(field))
  const all = ['id', ...Object.keys(itemKeys), ...own, ...(isBodyAsked ? shown : [])]
  return Object.fromEntries(all.map((field) => [field, true]))
}

const isInline = ({ contentId, mailContentType, payloadBytes }: Attachment) =>
  contentId !== null &&
  inlineTypes.includes(mailContentType.toLowerCase()) &&
  payloadBytes <= largestInline

/** A payload as it is answered; in a part of an answer, what stands for it. */
function payloadOf({ reading }: Context, bytes: readonly Uint8Array[], binary: boolean): string {
  // Text leaves as text. It is whatever a stranger sent: what is no UTF-8 is replaced.
  const encoding = binary ? 'base64' : 'utf8'
  if (reading.part) return reading.part.texts.markFor({ bytes, encoding })
  return Buffer.concat(bytes).toString(encoding)
}

interface Attached {
  attachments: (Attachment & { payload: string | null })[]
  inlineImages: InlineImage[]
}

/** What the emails show of their attachments, by email. Bytes are kept as text alone. */
async function readAttached(
  context: Context,
  emails: readonly Weighed[],
  { fields }: Asked,
  carry?: Carry,
): Promise<Map<number, Attached>> {
  const ids = emails.flatMap(({ id, attachments }) => (attachments > 0 ? [id] : []))
  const where = { emailId: { in: ids } }
  const all = await context.db.prisma.emailAttachment.findMany({
    ...{ where, orderBy: { id: 'asc' }, select: attachment },
  })
  const byEmail = new Map(ids.map((id): [number, Attachment[]] => [id, []]))
  for (const one of all) byEmail.get(one.emailId)?.push(one)
  const plans = [...byEmail].map(([id, attachments]) => {
    const images = fields.has('safeContent') ? attachments.filter(isInline) : []
    const shown = fields.has('payload') ? carried(id, attachments, carry) : []
    return { id, attachments, shown: new Set(shown), images: images.slice(0, mostInline) }
  })
  const wanted = plans.flatMap(({ attachments, shown, images }) =>
    attachments.filter((one) => shown.has(one.id) || images.includes(one)),
  )
  const payloads = await readPayloads(context.db, wanted)
  return new Map(
    plans.map(({ id, attachments, shown, images }) => [
      id,
      {
        attachments: attachments.map((one) => {
          const bytes = shown.has(one.id) ? payloads.get(one.id) : undefined
          return { ...one, payload: bytes ? payloadOf(context, bytes, one.binary) : null }
        }),
        inlineImages: images.flatMap(({ id, contentId, mailContentType }) => {
          const payload = Buffer.concat(payloads.get(id) ?? []).toString('base64')
          return { contentId: contentId ?? '', type: mailContentType.toLowerCase(), payload }
        }),
      },
    ]),
  )
}

/** Reads those emails in their order, without any that `where` has not found by then. */
export async function readRows(
  context: Context,
  where: Prisma.EmailWhereInput,
  emails: readonly Weighed[],
  asked: Asked,
  carry?: Carry,
): Promise<EmailRow[]> {
  if (emails.length === 0) return []
  const ids = emails.map(({ id }) => id)
  const both = { AND: [where, { id: { in: ids } }] }
  const select = selectOf(asked)
  const found = await context.db.prisma.email.findMany({ where: both, select })
  const isAttachedAsked = asked.fields.has('attachments') || asked.fields.has('safeContent')
  const attached = isAttachedAsked ? await readAttached(context, emails, asked, carry) : undefined
  const none = { attachments: [], inlineImages: [] }
  const rows = new Map(found.map((row) => [row.id, row]))
  return emails.flatMap(({ id, attachments }) => {
    const row = rows.get(id)
    if (!row) return []
    const { buffer, byteOffset, length } = row.raw ?? new Uint8Array()
    const raw = Buffer.from(buffer, byteOffset, length).toString()
    return { ...row, raw, attachmentsCount: attachments, ...(attached?.get(id) ?? none) }
  })
}

/** Reads as many of the emails as fit; none at all where the answer would have to hold all. */
export async function readFitting(
  context: Context,
  where: Prisma.EmailWhereInput,
  all: readonly Head[],
  { asked, left, carry }: { asked: Asked; left: number; carry?: Carry | undefined },
) {
  const found = fitting(context, await weigh(context, all, asked, carry), left)
  const isRead = context.reading.part || !found.next
  return { ...found, rows: isRead ? await readRows(context, where, found.fits, asked, carry) : [] }
}

/**
 * The one email that `where` finds, whole; NOT_FOUND where it finds none, TOO_COMPLEX for one that
 * is heavier than may be read.
 */
export function readEmail(
  context: Context,
  where: Prisma.EmailWhereInput,
  asked: Asked,
): Promise<EmailRow> {
  return context.reading.take(
    async (left): Promise<Taken<EmailRow>> => {
      const head = await context.db.prisma.email.findFirst({ where, select: heads.select })
      const given = { asked, left }
      const { rows, next, taken } = await readFitting(context, where, head ? [head] : [], given)
      const [row] = rows
      if (!row && !next) fail('NOT_FOUND')
      return { value: row as EmailRow, ...taken }
    },
    'tx' in context,
  )
}
