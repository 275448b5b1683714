/** The PDFs of a filed message as documents of its object (test/spec/13, test/mail/pdfs). */
import { createHash, randomBytes } from 'node:crypto'
import { prepared } from '../../domain/hot-path/sql.ts'
import type { Database } from '../../outside/database/database.ts'
import { accessWhere, has } from '../../permissions/access.ts'
import type { StoredMail } from './filing.ts'

/** Where the bytes go. */
export interface PdfStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

interface Pdf {
  id: number
  filename: string
  payload: Buffer
  receipt: string
  key: string
}

const contentType = 'application/pdf'

/** Makes the document of an attachment one, however often its message is brought. */
const receiptOf = (attachmentId: number) =>
  createHash('sha256').update(`attachment ${attachmentId}`).digest('hex')

/** The PDFs of a message that are no documents yet. */
async function pdfsOf(db: Database, emailId: number): Promise<Pdf[]> {
  const text = `select id, filename, payload from email_attachment
    where email_id = $1 and substring(payload from 1 for 5) = convert_to('%PDF-', 'UTF8')
      and (lower(mail_content_type) = $2 or filename ilike '%.pdf')
      and not exists (select from document d where d.receipt_hash
        = encode(sha256(convert_to('attachment ' || email_attachment.id, 'UTF8')), 'hex'))
    order by id`
  const found = await db.query<Pdf>(prepared(text, [emailId, contentType]))
  return found.map((pdf) => ({
    ...pdf,
    receipt: receiptOf(pdf.id),
    key: `documents/private/${randomBytes(16).toString('hex')}.pdf`,
  }))
}

/** SQL: the documents, as far as the owner of the message may still change those of the object. */
const insertFor = (kind: string) => `insert into document
    (owner_id, ${kind}_id, title, file_type, url, receipt_hash)
  select $1, c.id, p.title, $3, p.key, p.receipt
  from ${kind} c join trip t on t.id = c.trip_id join account o on o.id = t.owner_id
    join member m on m.trip_id = t.id and m.user_id = $1,
    unnest($4::text[], $5::text[], $6::text[]) as p (title, key, receipt)
  where c.id = $2 and c.deleted_at is null and ${accessWhere} and ${has('m', 'canEditDocuments')}
  on conflict (receipt_hash) do nothing`

/**
 * Makes the PDFs of a message documents of the object it was filed at. May be called again: what is
 * a document already stays the one it is, also if it was moved or deleted.
 */
export async function keepPdfs(
  { db }: { db: Database },
  { id, ownerId, object }: Pick<StoredMail, 'id' | 'ownerId' | 'object'>,
  objects: PdfStore,
): Promise<void> {
  if (object === undefined) return
  const pdfs = await pdfsOf(db, id)
  if (pdfs.length === 0) return
  for (const { key, payload } of pdfs) await objects.put(key, payload, contentType)
  const values = [
    ownerId,
    object.id,
    contentType,
    pdfs.map(({ filename }) => filename || 'document.pdf'),
    pdfs.map(({ key }) => key),
    pdfs.map(({ receipt }) => receipt),
  ]
  await db.query(prepared(insertFor(object.kind), values))
}
