/**
 * Booking emails: selections and resolvers (test/spec/02.9). The reads are in emails-of.ts,
 * email-reads.ts and inbox.ts.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Email } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { ofSelection, selected } from '../../input/selection.ts'
import { parentItemKinds } from '../../store/kinds.ts'
import { attachedLists } from '../documents/attached-to.ts'

/** An email with its selected fields. */
export interface EmailRow extends Pick<Email, 'id' | 'html' | 'text' | 'bodyPreview'> {
  /** The original, stored only if the message has neither html nor text. */
  raw: string
  /** Read only if `tripId` is selected. */
  atTrip?: number | null
  inlineImages?: InlineImage[]
}

export interface InlineImage {
  contentId: string
  type: string
  /** Base64. */
  payload: string
}

/** A selection on emails, found below `path`. */
export interface Asked {
  /** Fields of the emails, and `payload` if it is selected on attachments. */
  fields: ReadonlySet<string>
  /** Equal for equal selections, including those on the parents. */
  key: string
  info: GraphQLResolveInfo
  path: string[]
}

export function askedOfEmails(info: GraphQLResolveInfo, ...path: string[]): Asked {
  return ofSelection(info, `emails ${path}`, () => {
    const own = selected(info, ...path)
    const isPayloadAsked = selected(info, ...path, 'attachments').has('payload')
    const fields = isPayloadAsked ? new Set([...own, 'payload']) : own
    const ofParents = parentItemKinds.map(({ plural }) => selected(info, ...path, plural))
    const key = [fields, ...ofParents].map((one) => [...one].sort()).join(' ')
    return { fields, key, info, path }
  })
}

/** The selection without the payloads of attachments, which copies do not hold (B2). */
export const withoutPayloads = (asked: Asked): Asked => ({
  ...asked,
  fields: new Set([...asked.fields].filter((field) => field !== 'payload')),
})

/** The HTML; empty if only white space (test/spec/02.9). */
const htmlOf = ({ html }: EmailRow) => (/\S/.test(html) ? html : '')

/** The message's inline images as data URLs, by the content ids in its HTML. */
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
    tripId: ({ atTrip }: EmailRow) => atTrip,
    ...attachedLists,
  },
}
