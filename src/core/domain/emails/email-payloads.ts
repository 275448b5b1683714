/**
 * Which attachments an answer carries: up to 16 MiB of payloads, the newest emails first; one email
 * that is asked for by itself carries all of its own (test/spec/02.9).
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { type ParentKeys, parentKeys } from '../../permissions/parents.ts'
import type { Asked } from './email.ts'

/** How much the emails of one answer carry. */
export interface Carry {
  /** A larger payload never counts. */
  max: number
  /** Bytes by email; none where nothing is said. */
  ofEmails: ReadonlyMap<number, number>
}

/** Rows that are looked at together. */
const many = 5_000

/** The bytes of a payload as it is answered, in base64. */
export const answeredBytes = (bytes: number) => Math.ceil(bytes / 3) * 4

interface Payload {
  id: number
  payloadBytes: number
}

/** The ids of what an email carries of its attachments, which are sorted by id. */
export function carried(emailId: number, attachments: readonly Payload[], carry?: Carry): number[] {
  if (!carry) return attachments.map(({ id }) => id)
  let left = carry.ofEmails.get(emailId) ?? 0
  return attachments.flatMap(({ id, payloadBytes }) => {
    const bytes = answeredBytes(payloadBytes)
    if (bytes > carry.max) return []
    left -= bytes
    return left < 0 ? [] : [id]
  })
}

/** The emails of an answer: those that `where` finds; with `isListed`, the listed ones alone. */
export interface Listed {
  where: Prisma.EmailWhereInput
  isListed?: (parent: ParentKeys) => boolean
}

/** What the emails may carry, the newest first, until that is `max` bytes. */
async function findCarried(
  { db }: Context,
  { where: email, isListed }: Listed,
  max: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  let left = max
  for (let skip = 0; ; skip += many) {
    const payloads = await db.prisma.emailAttachment.findMany({
      where: { email, payloadBytes: { gt: 0, lte: Math.floor(max / 4) * 3 } },
      orderBy: [{ email: { date: 'desc' } }, { emailId: 'desc' }, { id: 'asc' }],
      select: { emailId: true, payloadBytes: true, email: !!isListed && { select: parentKeys } },
      ...{ skip, take: many },
    })
    for (const { emailId, payloadBytes, email } of payloads) {
      if (isListed && !isListed(email)) continue
      const bytes = Math.min(left, answeredBytes(payloadBytes))
      found.set(emailId, (found.get(emailId) ?? 0) + bytes)
      left -= bytes
      if (left === 0) return found
    }
    if (payloads.length < many) return found
  }
}

/** By the rows of a long answer, which all of its parts share. */
const known = new WeakMap<readonly number[], Promise<Map<number, number>>>()

/**
 * What the emails of a long answer carry, all of which `listed` finds by its rows; undefined where
 * that is no question: in an answer that is small, and where no payload is asked for.
 */
export async function carryOf(
  context: Context,
  { fields }: Asked,
  answered: readonly number[] | undefined,
  listed: (answered: readonly number[]) => Listed,
): Promise<Carry | undefined> {
  const { payloads: max } = context.reading.sizes ?? {}
  if (!answered || max === undefined || !fields.has('payload')) return undefined
  const finding = known.get(answered) ?? findCarried(context, listed(answered), max)
  known.set(answered, finding)
  return { max, ofEmails: await finding }
}
