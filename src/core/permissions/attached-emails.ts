/**
 * Where emails are attached, and who may change them there (test/spec/07): in their owner's inbox,
 * or on a trip or a live child of one.
 */

import { tripsWith } from '../access.ts'
import type { Context } from '../context.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import { attachedWithin, type Parent, parentKeys, parentsNamed, unattached } from './parents.ts'

export interface EmailState {
  isOwn: boolean
  isDeleted: boolean
  /** The parent, live or deleted; undefined in the inbox. */
  parent: Parent | undefined
}

/** The state of an email, deleted or not; null if not found. */
export async function stateOfEmail(
  { db }: Context,
  id: number,
  actor: KeyHolder,
): Promise<EmailState | null> {
  const select = { ownerId: true, deletedAt: true, ...parentKeys }
  const email = await db.prisma.email.findUnique({ where: { id }, select })
  if (!email) return null
  const { ownerId, deletedAt, ...parents } = email
  const [parent] = parentsNamed(parents)
  return { isOwn: ownerId === actor.id, isDeleted: deletedAt !== null, parent }
}

/** Prisma: active emails that their owner sees: in the inbox, or on a visible parent. */
export function emailsSeen(owner: KeyHolder, now: Date) {
  const attached = attachedWithin(tripsWith(owner, now, 'canSeeDocuments'))
  const places = isPart(owner) ? [attached] : [unattached, attached]
  return { ownerId: owner.id, deletedAt: null, OR: places }
}
