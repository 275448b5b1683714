/**
 * Booking emails: their columns, what is made of them, and those that trips and itineraries show
 * (contract 2.9). Other reads are in email-reads.ts and inbox.ts.
 */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { grantedOn } from '../permissions/placed.ts'
import { attachedTo, parentKeys } from './attached-to.ts'
import { selected } from './selection.ts'
import { columns, prepared, upTo } from './sql.ts'
import { account } from './viewer.ts'

interface EmailRow {
  id: number
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

const base64 = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`

const attachments = `
  (select coalesce(json_agg(json_build_object(
      'id', a.id, 'filename', a.filename, 'binary', a.binary,
      'payload', ${base64('a.payload')},
      'mailContentType', a.mail_content_type, 'contentId', a.content_id,
      'contentDisposition', a.content_disposition, 'charset', a.charset,
      'contentTransferEncoding', a.content_transfer_encoding) order by a.id), '[]')
   from email_attachment a where a.email_id = e.id) as attachments`

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

/** SQL: what is asked of the email `e`, and its id. */
export function emailColumns(asked: ReadonlySet<string>): string {
  const own = stored.filter((field) => asked.has(field))
  const isShown = asked.has('safeContent')
  const isParentAsked = [...parentKeys].some(([list]) => asked.has(list))
  return [
    columns('e', new Set(['id', ...own, ...(isShown ? ['bodyPreview'] : [])])),
    ...(asked.has('content') || isShown ? [body] : []),
    ...(isShown ? [inlineImages] : []),
    ...(asked.has('attachments') ? [attachments] : []),
    ...(asked.has('attachmentsCount') ? [attachmentsCount] : []),
    ...(isParentAsked ? [columns('e', parentKeys.values())] : []),
  ].join(', ')
}

type Parent = 'trip' | 'hosting' | 'activity' | 'transportation'
type Attached = EmailRow & { parentId: number }

async function readEmails(
  context: Context,
  parent: Parent,
  asked: ReadonlySet<string>,
  ids: readonly number[],
): Promise<EmailRow[][]> {
  const key = `${parent}_id`
  const trip = parent === 'trip' ? '' : `join ${parent} c on c.id = e.${key}`
  const tripId = parent === 'trip' ? 'e.trip_id' : 'c.trip_id'
  const text = `select e.${key} as "parentId", ${emailColumns(asked)} from email e ${trip}
    where e.${key} = any ($1::int[]) and e.deleted_at is null and ${grantedOn(tripId, '$2', 'see')}
    order by e.date desc, e.id desc ${upTo(context.maxObjects)}`
  const found = new Map<number, EmailRow[]>(ids.map((id) => [id, []]))
  const values = [ids, account(context).id]
  for (const row of await context.db.query<Attached>(prepared(text, values))) {
    found.get(row.parentId)?.push(row)
  }
  return ids.map((id) => found.get(id) ?? [])
}

type Holder = { id: number; emails?: [] }

/**
 * The resolver of `emails`: those attached directly to an object of this kind, newest first; none
 * where the viewer may not see them. One statement for all objects an operation asks for; none for
 * an object that brings its `emails` along, as a new one does.
 */
export function emailsOf(parent: Parent) {
  return ({ id, emails }: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    if (emails) return emails
    const asked = selected(info)
    const loader = context.shared(`emails ${parent} ${[...asked].sort()}`, () => {
      return new DataLoader((ids: readonly number[]) => readEmails(context, parent, asked, ids))
    })
    return loader.load(id)
  }
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

/** HTML that says something: white space alone is none (2.9). */
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
  Trip: { emails: emailsOf('trip') },
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
    hostings: attachedTo('hosting'),
    activities: attachedTo('activity'),
    transportations: attachedTo('transportation'),
  },
  EmailAttachment: { payload },
}
