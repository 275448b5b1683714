/** Booking emails as the objects they are attached to show them (contract 2.9). */
import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { isPro } from '../permissions/access.ts'
import { prepared } from './sql.ts'
import { account } from './viewer.ts'

interface EmailRow {
  parentId: number
  html: string
  text: string
  /** Base64 of the original, only where neither html nor text is stored. */
  raw: string | null
}

const attachments = `
  (select coalesce(json_agg(json_build_object(
      'id', a.id, 'filename', a.filename, 'binary', a.binary,
      'payload', translate(encode(a.payload, 'base64'), E'\\n', ''),
      'mailContentType', a.mail_content_type, 'contentId', a.content_id,
      'contentDisposition', a.content_disposition, 'charset', a.charset,
      'contentTransferEncoding', a.content_transfer_encoding) order by a.id), '[]')
   from email_attachment a where a.email_id = e.id)`

/**
 * Who may see documents and emails of the parent's trip: member `m`, whose owner `o` is Pro (1.9).
 */
const door = `join account o on o.id = t.owner_id and ${isPro}
  join member m on m.trip_id = t.id and m.user_id = $2 and m.joined and m.can_see_documents`

type Parent = 'trip' | 'hosting' | 'activity' | 'transportation'

async function readEmails(
  context: Context,
  parent: Parent,
  ids: readonly number[],
): Promise<EmailRow[][]> {
  const key = `${parent}_id`
  const trip =
    parent === 'trip'
      ? 'join trip t on t.id = e.trip_id'
      : `join ${parent} c on c.id = e.${key} join trip t on t.id = c.trip_id`
  const text = `select e.${key} as "parentId", e.id, e.date, e.subject, e.html, e.text,
      e.unique_parser_identifier as "uniqueParserIdentifier", e.body_preview as "bodyPreview",
      case when e.html = '' and e.text = ''
        then translate(encode(e.raw, 'base64'), E'\\n', '') end as raw,
      ${attachments} as attachments
    from email e ${trip} ${door}
    where e.${key} = any ($1::int[]) and e.deleted_at is null order by e.date desc, e.id desc`
  const values = [ids, account(context).id]
  const found = new Map<number, EmailRow[]>(ids.map((id) => [id, []]))
  for (const row of await context.db.query<EmailRow>(prepared(text, values))) {
    found.get(row.parentId)?.push(row)
  }
  return ids.map((id) => found.get(id) ?? [])
}

/**
 * The resolver of `emails`: those attached directly to an object of this kind, newest first; none
 * where the viewer may not see them. One statement for all objects an operation asks for; none for
 * an object that brings its `emails` along, as a new one does.
 */
export function emailsOf(parent: Parent) {
  return ({ id, emails }: { id: number; emails?: [] }, _args: unknown, context: Context) =>
    emails ??
    context
      .shared(`emails ${parent}`, () => {
        return new DataLoader((ids: readonly number[]) => readEmails(context, parent, ids))
      })
      .load(id)
}

interface AttachmentRow {
  binary: boolean
  /** Base64. */
  payload: string | null
}

/** Text leaves as text. It is whatever a stranger's mail held: what is no UTF-8 is replaced. */
function payload({ binary, payload }: AttachmentRow): string | null {
  if (binary || payload === null) return payload
  return Buffer.from(payload, 'base64').toString()
}

export const emailResolvers = {
  Trip: { emails: emailsOf('trip') },
  Email: {
    content: ({ html, text, raw }: EmailRow) =>
      html || text || (raw === null ? '' : Buffer.from(raw, 'base64').toString()),
  },
  EmailAttachment: { payload },
}
