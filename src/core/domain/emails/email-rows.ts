/** Reads emails, if they fit, with the payloads that the answer includes (test/spec/02.9). */

import { fail } from '../../../base/errors.ts'
import { words } from '../../../base/names.ts'
import type { Page, PageArgs } from '../../../base/pages.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { itemKeys } from '../../parent-kinds.ts'
import { prismaPage, weighedRows } from '../pages.ts'
import type { Asked, EmailRow, InlineImage } from './email.ts'
import { type Included, includedIds, includedOf } from './email-payloads.ts'
import { heads, type WeighedEmail, weigh } from './email-weights.ts'
import { payloadText, readPayloads } from './payload-reads.ts'

const stored = words(`
  uniqueParserIdentifier date subject bodyPreview parsedSuccessfully reason updatedAt version`)
const shown = ['bodyPreview', 'html', 'text', 'raw']

/** Images that a message may show inline; all others are only attachments. */
const inlineTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const maxInlineBytes = 512 * 1024
const maxInline = 20

const attachment = {
  id: true,
  emailId: true,
  payloadBytes: true,
  filename: true,
  binary: true,
  mailContentType: true,
  contentId: true,
  contentDisposition: true,
  charset: true,
  contentTransferEncoding: true,
} as const
type Attachment = Prisma.EmailAttachmentGetPayload<{ select: typeof attachment }>

function selectOf({ fields }: Asked): Prisma.EmailSelect {
  const isBodyAsked = fields.has('content') || fields.has('safeContent')
  const own = stored.filter((field) => fields.has(field))
  const place = fields.has('tripId') ? ['atTrip'] : []
  const all = ['id', ...Object.keys(itemKeys), ...own, ...place, ...(isBodyAsked ? shown : [])]
  return Object.fromEntries(all.map((field) => [field, true]))
}

const isInline = ({ contentId, mailContentType, payloadBytes }: Attachment) =>
  contentId !== null &&
  inlineTypes.includes(mailContentType.toLowerCase()) &&
  payloadBytes <= maxInlineBytes

interface Attached {
  attachments: (Attachment & { payload: string | null })[]
  inlineImages: InlineImage[]
}

/** The attachments and inline images, by email; payloads as text only. */
async function readAttached(
  context: Context,
  emails: readonly WeighedEmail[],
  { fields }: Asked,
  included?: Included,
): Promise<Map<number, Attached>> {
  const ids = emails.flatMap(({ id, attachments }) => (attachments > 0 ? [id] : []))
  const where = { emailId: { in: ids } }
  const all = await context.db.prisma.emailAttachment.findMany({
    where,
    orderBy: { id: 'asc' },
    select: attachment,
  })
  const byEmail = new Map(ids.map((id): [number, Attachment[]] => [id, []]))
  for (const one of all) byEmail.get(one.emailId)?.push(one)
  const plans = [...byEmail].map(([id, attachments]) => {
    const images = fields.has('safeContent') ? attachments.filter(isInline) : []
    const shown = fields.has('payload') ? includedIds(id, attachments, included) : []
    return { id, attachments, shown: new Set(shown), images: images.slice(0, maxInline) }
  })
  const wanted = plans.flatMap(({ attachments, shown, images }) =>
    attachments.filter((one) => shown.has(one.id) || images.includes(one)),
  )
  const payloads = await readPayloads(context.db, wanted)
  const answered = plans.map(async ({ id, attachments, shown, images }) => {
    const payloadOf = async (one: Attachment) => {
      const slices = shown.has(one.id) ? payloads.get(one.id) : undefined
      return { ...one, payload: slices ? await payloadText(slices, one.binary) : null }
    }
    const imageOf = async ({ id, contentId, mailContentType }: Attachment) => {
      const payload = await payloadText(payloads.get(id) ?? [], true)
      return { contentId: contentId ?? '', type: mailContentType.toLowerCase(), payload }
    }
    const shownAs = await Promise.all(attachments.map(payloadOf))
    return [
      id,
      { attachments: shownAs, inlineImages: await Promise.all(images.map(imageOf)) },
    ] as const
  })
  return new Map(await Promise.all(answered))
}

/** Reads these emails in order, except those that `where` no longer finds. */
export async function readRows(
  context: Context,
  where: Prisma.EmailWhereInput,
  emails: readonly WeighedEmail[],
  selection: Asked,
  included?: Included,
): Promise<EmailRow[]> {
  if (emails.length === 0) return []
  const ids = emails.map(({ id }) => id)
  const both = { AND: [where, { id: { in: ids } }] }
  const select = selectOf(selection)
  const found = await context.db.prisma.email.findMany({ where: both, select })
  const isAttachedAsked = selection.fields.has('attachments') || selection.fields.has('safeContent')
  const attached = isAttachedAsked
    ? await readAttached(context, emails, selection, included)
    : undefined
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

/**
 * The emails that `where` finds, newest first, if they all fit. With `args`, a page of them,
 * including payloads up to the limit.
 */
export function readEmails(
  context: Context,
  where: Prisma.EmailWhereInput,
  selection: Asked,
  args?: PageArgs,
): Promise<Page<EmailRow>> {
  const { email } = context.db.prisma
  let included: Included | undefined
  return weighedRows(context, {
    page: async () =>
      args
        ? prismaPage(args, email, { where, ...heads })
        : { count: 0, results: await email.findMany({ where, ...heads }) },
    slice: (among) => email.findMany({ ...heads, where: { AND: [where, among] } }),
    async weigh(all, answered) {
      const among = (ids: readonly number[]) => ({ where: { id: { in: [...ids] } } })
      included = args && (await includedOf(context, selection, answered, among))
      return weigh(context, all, selection, included)
    },
    read: (weighed) => readRows(context, where, weighed, selection, included),
  })
}

/**
 * The complete email that `where` finds. Throws NOT_FOUND if there is none, TOO_COMPLEX if it is
 * too heavy to read. Null if further runs answer it.
 */
export async function readEmail(
  context: Context,
  where: Prisma.EmailWhereInput,
  selection: Asked,
): Promise<EmailRow | null> {
  const [row] = (await readEmails(context, where, selection)).results
  if (!row && context.reading.rest.length === 0) fail('NOT_FOUND')
  return row ?? null
}
