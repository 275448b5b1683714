/**
 * Weighs emails before they are read, and finds those that fit (test/spec/02.9, 01.3). An email
 * weighs the bytes of its selected fields in the answer.
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { parentKeys } from '../../permissions/parents.ts'
import { flat } from '../../store/weights.ts'
import { parentsBytes } from '../documents/attached-to.ts'
import type { Asked } from './email.ts'
import { answeredBytes, type Included } from './email-payloads.ts'

/** The columns by which emails are weighed, newest first. */
export const heads = {
  select: {
    id: true,
    subjectBytes: true,
    bodyBytes: true,
    ...parentKeys,
  },
  orderBy: [{ date: 'desc' }, { id: 'desc' }],
} satisfies Prisma.EmailFindManyArgs
export type Head = Prisma.EmailGetPayload<typeof heads>

export interface WeighedEmail extends Head {
  bytes: number
  /** The number of attachments; 0 unless the selection needs it. */
  attachments: number
}

/** More emails than can fit, since each weighs at least `flat`. */
export const maxHeadsIn = (left: number) => Math.floor(left / flat) + 2

/** The first emails that together weigh at most `left` bytes. */
export function fitting(emails: readonly WeighedEmail[], left: number): readonly WeighedEmail[] {
  let bytes = 0
  const next = emails.findIndex((email) => {
    bytes += email.bytes
    return bytes > left
  })
  return next < 0 ? emails : emails.slice(0, next)
}

/** The count and bytes of attachments by email; emails without any are missing. */
async function attachmentsOf({ db }: Context, emails: readonly Head[]) {
  const found = await db.prisma.emailAttachment.groupBy({
    by: ['emailId'],
    where: { emailId: { in: emails.map(({ id }) => id) } },
    _count: { _all: true },
    _sum: { payloadBytes: true },
  })
  return new Map(
    found.map(({ emailId, _count, _sum }) => {
      const count = _count._all
      // Each payload is padded separately.
      return [emailId, { count, bytes: answeredBytes((_sum.payloadBytes ?? 0) + 2 * count) }]
    }),
  )
}

/** Weighs emails. Attachments are counted rather than read, because their number is unlimited. */
export async function weigh(
  context: Context,
  all: readonly Head[],
  { fields, info, path }: Asked,
  included?: Included,
): Promise<WeighedEmail[]> {
  const isShown = fields.has('safeContent')
  const isListed = isShown || fields.has('attachments')
  const isCounted = isListed || fields.has('attachmentsCount')
  const ofParents = await parentsBytes(context, all, info, ...path)
  const attached = isCounted && all.length > 0 ? await attachmentsOf(context, all) : undefined
  return all.map((head) => {
    const { count, bytes } = attached?.get(head.id) ?? { count: 0, bytes: 0 }
    const payloads = included ? (included.ofEmails.get(head.id) ?? 0) : bytes
    const parts = [
      flat,
      ofParents(head),
      fields.has('subject') ? head.subjectBytes : 0,
      isShown || fields.has('content') ? head.bodyBytes : 0,
      isListed ? flat * count : 0,
      isShown || fields.has('payload') ? payloads : 0,
    ]
    return { ...head, attachments: count, bytes: parts.reduce((sum, part) => sum + part) }
  })
}
