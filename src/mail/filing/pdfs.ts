/** The PDFs of a filed message as documents of its object (test/spec/13, test/mail/filing/pdfs). */
import { Conflict } from '../../base/errors.ts'
import { sha256 } from '../../base/hashes.ts'
import { addDocuments } from '../../core/domain/documents/document-writes.ts'
import { newObject } from '../../core/domain/documents/upload.ts'
import { readPayloads, type WantedPayload } from '../../core/domain/emails/payload-reads.ts'
import type { FiledObject, StoredMail } from '../../core/intake.ts'
import { loadAccess } from '../../core/store/access.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database, Store } from '../../outside/database/database.ts'
import { holdItem } from '../../outside/database/locks/items.ts'

/** What PDFs need of the object store. */
export interface PdfStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

const contentType = 'application/pdf'
const start = Buffer.from('%PDF-')

/** The same for every delivery of a message, so that an attachment becomes one document. */
const receiptOf = (attachmentId: number) => sha256(`attachment ${attachmentId}`)

/** The attachments of a message that claim to be PDFs and are not documents yet. */
async function pdfsOf({ prisma }: Database, emailId: number) {
  const attachments = await prisma.emailAttachment.findMany({
    where: { emailId },
    select: { id: true, filename: true, mailContentType: true, payloadBytes: true },
    orderBy: { id: 'asc' },
  })
  const named = attachments
    .filter(
      ({ filename, mailContentType: type }) =>
        type.toLowerCase() === contentType || /\.pdf$/i.test(filename),
    )
    .map(({ id, filename, payloadBytes }) => ({
      wanted: { id, payloadBytes },
      title: filename || 'document.pdf',
      receiptHash: receiptOf(id),
    }))
  if (named.length === 0) return []
  const made = await prisma.document.findMany({
    where: { receiptHash: { in: named.map(({ receiptHash }) => receiptHash) } },
    select: { receiptHash: true },
  })
  const known = new Set(made.map(({ receiptHash }) => receiptHash))
  return named.filter(({ receiptHash }) => !known.has(receiptHash))
}

/** Stores the bytes of an attachment, and returns their key; undefined if they are not a PDF. */
async function put(db: Database, wanted: WantedPayload, objects: PdfStore) {
  const payload = Buffer.concat((await readPayloads(db, [wanted])).get(wanted.id) ?? [])
  if (!start.equals(payload.subarray(0, start.length))) return undefined
  const key = newObject('private', '.pdf').key
  await objects.put(key, payload, contentType)
  return key
}

/**
 * Whether the owner of the message may change the documents of the object. If so, locks the
 * membership, then the object.
 */
async function mayFile(tx: Store, ownerId: number, { kind, id }: FiledObject): Promise<boolean> {
  const model: { findUnique(asked: object): Promise<{ tripId: number } | null> } = tx.prisma[kind]
  const found = await model.findUnique({ where: { id }, select: { tripId: true } })
  const [access] = found ? await loadAccess(tx, ownerId, [found.tripId], true) : []
  if (!access?.canEditDocuments) return false
  const tripId = await holdItem(tx.prisma, kind, id, ownerId)
  if (tripId !== null && tripId !== access.tripId) throw new Conflict()
  return tripId !== null
}

/**
 * Turns the PDFs of a message into documents of the object that it was filed at. Idempotent: a PDF
 * that is already a document stays that document, even if it was moved or deleted.
 */
export async function keepPdfs(
  { db }: { db: Database },
  { id, ownerId, object }: Pick<StoredMail, 'id' | 'ownerId' | 'object'>,
  objects: PdfStore,
): Promise<void> {
  if (object === undefined) return
  const documents: Prisma.DocumentCreateManyInput[] = []
  for (const { wanted, ...named } of await pdfsOf(db, id)) {
    const url = await put(db, wanted, objects)
    const parent = { [`${object.kind}Id`]: object.id }
    if (url) documents.push({ ...named, ...parent, ownerId, fileType: contentType, url })
  }
  if (documents.length === 0) return
  await db.transaction(async (tx) => {
    if (await mayFile(tx, ownerId, object)) await addDocuments(tx.prisma, documents)
  })
}
