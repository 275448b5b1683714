/** Attachments that may hold markup: pages, JSON-LD, and whole messages. */
import { TextDecoder } from 'node:util'
import type { Attachment } from 'postal-mime'

/** A text in which markup may stand. */
export interface MarkupText {
  form: 'html' | 'json'
  text: string
}

const maxDocuments = 20
/** Larger files are not tickets. */
const maxDocumentBytes = 5 * 1024 * 1024

export function attachmentBytes({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** Mail programs attach a message by its type, or as a file. */
export const isMessage = ({ mimeType, filename }: Attachment) =>
  mimeType === 'message/rfc822' || mimeType === 'message/global' || /\.eml$/i.test(filename ?? '')

function formOf({ mimeType, filename }: Attachment): MarkupText['form'] | undefined {
  const name = filename ?? ''
  if (/[/+](ld\+json|json)$/i.test(mimeType) || /\.json(ld)?$/i.test(name)) return 'json'
  const isPage = /^text\/(x-amp-)?html$|\/xhtml\+xml$/i.test(mimeType) || /\.x?html?$/i.test(name)
  return isPage ? 'html' : undefined
}

/** The character set that a page names itself. */
function charsetIn(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1] ?? 'windows-1252'
}

/** Bytes as text: by their byte order mark, as UTF-8, or in the character set that they name. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  for (const charset of ['utf-8', charsetIn(bytes)]) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      // No text of that character set, or an unknown character set.
    }
  }
  return new TextDecoder().decode(bytes)
}

/** The pages and the JSON among attachments that mention reservations, of many the first ones. */
export function markupTextsOf(attachments: readonly Attachment[]): MarkupText[] {
  const documents: MarkupText[] = []
  for (const attachment of attachments) {
    const form = formOf(attachment)
    const bytes = form ? attachmentBytes(attachment) : new Uint8Array()
    if (!form || bytes.length > maxDocumentBytes || documents.length === maxDocuments) continue
    const text = decoded(bytes)
    if (/reservation/i.test(text)) documents.push({ form, text })
  }
  return documents
}
