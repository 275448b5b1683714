/**
 * Booking emails: their columns, what these weigh, and what is made of them (test/spec/02.9). The
 * reads are in emails-of.ts, email-reads.ts and inbox.ts.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import { attachedLists, parentKeys, parentsWeight } from '../documents/attached-to.ts'
import { parentItemKinds } from '../hot-path/kinds.ts'
import { ofSelection, selected } from '../hot-path/selection.ts'
import { columns, prepared } from '../hot-path/sql.ts'
import { emailWeight } from '../hot-path/weights.ts'
import { attachmentsColumn, base64, type PayloadBudget, payloadsOf } from './email-payloads.ts'

export interface EmailRow {
  /** Null where it was found and did not fit. */
  id: number | null
  html: string
  text: string
  bodyPreview: string
  /** Base64 of the original, only where neither html nor text is stored. */
  raw: string | null
  inlineImages?: InlineImage[]
}

interface InlineImage {
  contentId: string
  type: string
  /** Base64. */
  payload: string
}

const stored = [
  ...['id', 'uniqueParserIdentifier', 'date', 'subject', 'bodyPreview'],
  ...['parsedSuccessfully', 'reason', 'updatedAt'],
]

const attachmentsCount = `(select count(*)::int from email_attachment a where a.email_id = e.id)
  as "attachmentsCount"`

/** Images that the message shows inside its text; larger ones are attachments only. */
const inlineImages = `
  (select coalesce(json_agg(json_build_object('contentId', a.content_id,
      'type', lower(a.mail_content_type), 'payload', ${base64('a.payload')})), '[]')
   from (select * from email_attachment a where a.email_id = e.id and a.content_id is not null
       and lower(a.mail_content_type) in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
       and octet_length(a.payload) <= 524288 order by a.id limit 20) a) as "inlineImages"`

const body = `e.html, e.text,
  case when e.html !~ '\\S' and e.text = '' then ${base64('e.raw')} end as raw`

/** The fields asked of emails below `path`, with `payload` if that is asked of attachments. */
export function askedOfEmails(info: GraphQLResolveInfo, ...path: string[]): ReadonlySet<string> {
  return ofSelection(info, `emails ${path}`, () => {
    const asked = selected(info, ...path)
    const isPayloadAsked = selected(info, ...path, 'attachments').has('payload')
    return isPayloadAsked ? new Set([...asked, 'payload']) : asked
  })
}

/** SQL: what is asked of the email `e`, and its id; with `budget`, the payloads that fit. */
export function emailColumns(asked: ReadonlySet<string>, budget?: PayloadBudget): string {
  const own = stored.filter((field) => asked.has(field))
  const isShown = asked.has('safeContent')
  const isParentAsked = parentItemKinds.some(({ plural }) => asked.has(plural))
  return [
    columns('e', new Set(['id', ...own, ...(isShown ? ['bodyPreview'] : [])])),
    ...(asked.has('content') || isShown ? [body] : []),
    ...(isShown ? [inlineImages] : []),
    ...(asked.has('attachments') ? [attachmentsColumn(asked.has('payload'), budget)] : []),
    ...(asked.has('attachmentsCount') ? [attachmentsCount] : []),
    ...(isParentAsked ? [columns('e', parentKeys)] : []),
  ].join(', ')
}

/** SQL: what is asked of the email `e` below `path` weighs, its parents included. */
export function weightOfEmail(
  info: GraphQLResolveInfo,
  budget?: PayloadBudget,
  ...path: string[]
): string {
  const own = emailWeight(askedOfEmails(info, ...path), payloadsOf(budget))
  return `${own} + ${parentsWeight((key) => `e.${snakeCase(key)}`, info, ...path)}`
}

/**
 * One email of those that `found` finds in SQL as `e`, whole; NOT_FOUND where it finds none,
 * TOO_COMPLEX for one that is heavier than may be read.
 */
export async function readEmail(
  context: Context,
  found: { with?: string; from: string; values: unknown[] },
  info: GraphQLResolveInfo,
) {
  const budget = `$${found.values.length + 1}`
  const text = `${found.with ? `with ${found.with}` : ''}
    select f.bytes, ${emailColumns(askedOfEmails(info))}
    from (select e.id, (${weightOfEmail(info)})::float8 as bytes from ${found.from}) f
    left join email e on e.id = f.id and f.bytes <= ${budget}::float8`
  return context.reading.take(async (left) => {
    const values = [...found.values, context.reading.part?.isAlone ? 'Infinity' : left]
    const [row] = await context.db.query<EmailRow & { bytes: number }>(prepared(text, values))
    if (!row) fail('NOT_FOUND')
    const { bytes } = row
    return { value: row, bytes, isCut: row.id === null, isEmpty: true, needs: bytes }
  })
}

interface AttachmentRow {
  binary: boolean
  /** Base64. */
  payload: string | null
}

const decoded = (payload: string) => Buffer.from(payload, 'base64').toString()

/** Text leaves as text. It is whatever a stranger's mail held: what is no UTF-8 is replaced. */
function payload({ binary, payload }: AttachmentRow): string | null {
  return binary || payload === null ? payload : decoded(payload)
}

/** HTML that says something: white space alone is none (test/spec/02.9). */
const htmlOf = ({ html }: EmailRow) => (/\S/.test(html) ? html : '')

/** The message's own images as addresses, by the ids that its HTML calls them by. */
function imagesOf({ html, inlineImages = [] }: EmailRow): Record<string, string> {
  if (!/cid:/i.test(html)) return {}
  return Object.fromEntries(
    inlineImages.map(({ contentId, type, payload }) => [
      contentId.replace(/^\s*<|>\s*$/g, ''),
      `data:${type};base64,${payload}`,
    ]),
  )
}

export const emailResolvers = {
  Email: {
    content: (email: EmailRow) => {
      const { text, raw } = email
      return htmlOf(email) || text || (raw === null ? '' : decoded(raw))
    },
    safeContent: (email: EmailRow, _args: unknown, context: Context) => {
      const { text, bodyPreview, raw } = email
      const plain = text || bodyPreview || (raw === null ? '' : decoded(raw))
      return context.cleanHtml({ html: htmlOf(email), text: plain, images: imagesOf(email) })
    },
    ...attachedLists,
  },
  EmailAttachment: { payload },
}
