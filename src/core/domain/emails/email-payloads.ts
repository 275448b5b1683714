/**
 * The payloads of attachments that an answer includes: up to 16 MiB, newest emails first. A single
 * email includes all of its own (test/spec/02.9).
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { type ParentKeys, parentKeys } from '../../permissions/parents.ts'
import type { Asked } from './email.ts'

/** The payloads that the emails of one answer include. */
export interface Included {
  /** Maximum bytes in total; a larger payload is never included. */
  max: number
  /** Bytes by email id; 0 for emails that are missing. */
  ofEmails: ReadonlyMap<number, number>
}

/** Rows per statement. */
const batchSize = 5_000

/** The bytes of a payload in the answer, as base64. */
export const answeredBytes = (bytes: number) => Math.ceil(bytes / 3) * 4

interface Payload {
  id: number
  payloadBytes: number
}

/**
 * The ids of the attachments whose payloads an email includes; `attachments` must be sorted by id.
 */
export function includedIds(
  emailId: number,
  attachments: readonly Payload[],
  included?: Included,
): number[] {
  if (!included) return attachments.map(({ id }) => id)
  let left = included.ofEmails.get(emailId) ?? 0
  return attachments.flatMap(({ id, payloadBytes }) => {
    const bytes = answeredBytes(payloadBytes)
    if (bytes > included.max) return []
    left -= bytes
    return left < 0 ? [] : [id]
  })
}

/** The emails of an answer: those that `where` finds, and that `isListed` accepts, if given. */
export interface ListedEmails {
  where: Prisma.EmailWhereInput
  isListed?: (parent: ParentKeys) => boolean
}

/** The bytes of payloads by email, newest first, up to a total of `max`. */
async function findIncluded(
  { db }: Context,
  { where: email, isListed }: ListedEmails,
  max: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  let left = max
  for (let skip = 0; ; skip += batchSize) {
    const payloads = await db.prisma.emailAttachment.findMany({
      where: { email, payloadBytes: { gt: 0, lte: Math.floor(max / 4) * 3 } },
      orderBy: [{ email: { date: 'desc' } }, { emailId: 'desc' }, { id: 'asc' }],
      select: { emailId: true, payloadBytes: true, email: !!isListed && { select: parentKeys } },
      skip,
      take: batchSize,
    })
    for (const { emailId, payloadBytes, email } of payloads) {
      if (isListed && !isListed(email)) continue
      const bytes = Math.min(left, answeredBytes(payloadBytes))
      found.set(emailId, (found.get(emailId) ?? 0) + bytes)
      left -= bytes
      if (left === 0) return found
    }
    if (payloads.length < batchSize) return found
  }
}

/** Keyed by the rows of a long answer, which its parts share. */
const known = new WeakMap<readonly number[], Promise<Map<number, number>>>()

/**
 * The payloads that a long answer includes, of the emails that `listed` finds for its rows;
 * undefined for a short answer, or if `payload` is not selected.
 */
export async function includedOf(
  context: Context,
  { fields }: Asked,
  answered: readonly number[] | undefined,
  listed: (answered: readonly number[]) => ListedEmails,
): Promise<Included | undefined> {
  const { payloads: max } = context.reading.sizes ?? {}
  if (!answered || max === undefined || !fields.has('payload')) return undefined
  const finding = known.get(answered) ?? findIncluded(context, listed(answered), max)
  known.set(answered, finding)
  return { max, ofEmails: await finding }
}
