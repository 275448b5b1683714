/**
 * Booking emails, and what is made of them (test/spec/02.9). The reads are in emails-of.ts,
 * email-reads.ts and inbox.ts.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Email } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { ofSelection, selected } from '../../input/selection.ts'
import { parentItemKinds } from '../../store/kinds.ts'
import { attachedLists } from '../documents/attached-to.ts'

/** An email as it was read: what was asked of it. */
export interface EmailRow extends Pick<Email, 'id' | 'html' | 'text' | 'bodyPreview'> {
  /** The original, stored only where there is neither html nor text. */
  raw: string
  inlineImages?: InlineImage[]
}

export interface InlineImage {
  contentId: string
  type: string
  /** Base64. */
  payload: string
}

/** What is asked of emails, below `path`. */
export interface Asked {
  /** Their fields, with `payload` if that is asked of attachments. */
  fields: ReadonlySet<string>
  /** The same text where the same is asked, of what they are attached to as well. */
  key: string
  info: GraphQLResolveInfo
  path: string[]
}

export function askedOfEmails(info: GraphQLResolveInfo, ...path: string[]): Asked {
  return ofSelection(info, `emails ${path}`, () => {
    const asked = selected(info, ...path)
    const isPayloadAsked = selected(info, ...path, 'attachments').has('payload')
    const fields = isPayloadAsked ? new Set([...asked, 'payload']) : asked
    const ofParents = parentItemKinds.map(({ plural }) => selected(info, ...path, plural))
    const key = [fields, ...ofParents].map((one) => [...one].sort()).join(' ')
    return { fields, key, info, path }
  })
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
    content: (email: EmailRow) => htmlOf(email) || email.text || email.raw,
    safeContent: (email: EmailRow, _args: unknown, context: Context) => {
      const plain = email.text || email.bodyPreview || email.raw
      return context.cleanHtml({ html: htmlOf(email), text: plain, images: imagesOf(email) })
    },
    ...attachedLists,
  },
}
