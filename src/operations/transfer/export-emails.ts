/** Writes a booking email as a record, with files for its texts and attachments. */
import type { Prisma } from '../../generated/prisma/client.ts'
import type { NewFolder } from './folder.ts'
import type { Numbers } from './numbers.ts'

/** Writes one email, loading its attachments one at a time. */
export async function writeEmail(
  { tx, folder, numbers }: { tx: Prisma.TransactionClient; folder: NewFolder; numbers: Numbers },
  id: number,
): Promise<void> {
  const email = await tx.email.findUniqueOrThrow({ where: { id } })
  const { html, text, raw, uniqueParserIdentifier, messageKey, date, subject } = email
  const { bodyPreview, parsedSuccessfully, reason, createdAt, updatedAt, deletedAt } = email
  const owner = await numbers.person(email.ownerId)
  const textFile = async (content: string, extension: string) =>
    content === '' ? null : folder.file([Buffer.from(content)], extension)
  const files = {
    html: await textFile(html, '.html'),
    text: await textFile(text, '.txt'),
    raw: raw && (await folder.file([raw], '.eml')),
  }
  const attachments: object[] = []
  const ids = { where: { emailId: id }, orderBy: { id: 'asc' }, select: { id: true } } as const
  for (const one of await tx.emailAttachment.findMany(ids)) {
    const row = await tx.emailAttachment.findUniqueOrThrow({ where: { id: one.id } })
    const { filename, mailContentType, binary, contentId, contentDisposition } = row
    const { charset, contentTransferEncoding, payload } = row
    attachments.push({
      filename,
      mailContentType,
      binary,
      contentId,
      contentDisposition,
      charset,
      contentTransferEncoding,
      payload: payload && (await folder.file([payload], '.bin')),
    })
  }
  await folder.record({
    kind: 'email',
    owner,
    at: numbers.parent(email),
    date,
    subject,
    bodyPreview,
    uniqueParserIdentifier,
    messageKey,
    parsedSuccessfully,
    reason,
    ...files,
    attachments,
    createdAt,
    updatedAt,
    deletedAt,
  })
}
