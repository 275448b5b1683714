/** Attachments that may hold markup: pages, JSON-LD, and whole messages. */
import type { Attachment } from 'postal-mime'
import { mebi } from '../../../base/values.ts'
import { charsetOfPages, decoded } from './charsets.ts'

/** A text that may contain markup. */
export interface MarkupText {
  form: 'html' | 'json'
  text: string
}

const maxDocuments = 20
/** Larger files are not tickets. */
const maxDocumentBytes = 5 * mebi

export function attachmentBytes({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** Mail programs attach messages by type, or as files. */
export const isMessage = ({ mimeType, filename }: Attachment) =>
  mimeType === 'message/rfc822' || mimeType === 'message/global' || /\.eml$/i.test(filename ?? '')

function formOf({ mimeType, filename }: Attachment): MarkupText['form'] | undefined {
  const name = filename ?? ''
  if (/[/+](ld\+json|json)$/i.test(mimeType) || /\.json(ld)?$/i.test(name)) return 'json'
  const isPage = /^text\/(x-amp-)?html$|\/xhtml\+xml$/i.test(mimeType) || /\.x?html?$/i.test(name)
  return isPage ? 'html' : undefined
}

/** The pages and JSON among a message's attachments that mention reservations, up to a limit. */
export function markupTextsOf(
  attachments: readonly Attachment[],
  message: Uint8Array,
): MarkupText[] {
  const documents: MarkupText[] = []
  const charset = attachments.some(formOf) ? charsetOfPages(message) : undefined
  for (const attachment of attachments) {
    const form = formOf(attachment)
    const bytes = form ? attachmentBytes(attachment) : new Uint8Array()
    if (!form || bytes.length > maxDocumentBytes || documents.length === maxDocuments) continue
    const text = decoded(bytes, charset)
    if (/reservation/i.test(text)) documents.push({ form, text })
  }
  return documents
}
