/**
 * All writes of emails and their attachments (test/spec/07, 17-inbound-mail), but for the one of
 * ../../store/emails.ts.
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Store, Tx } from '../../../outside/database/database.ts'
import { momentIn } from '../../../outside/database/moment.ts'
import { attachedTo, type Parent } from '../../permissions/parents.ts'
import { type IncomingEmail, insertEmail } from '../../store/emails.ts'

export type NewEmail = Prisma.EmailCreateManyInput
export type NewAttachment = Omit<Prisma.EmailAttachmentCreateManyInput, 'emailId'>

/**
 * Stores a message as `insertEmail` does, with its attachments, and returns its id; undefined if
 * its owner already has it.
 */
export async function storeEmail(
  tx: Store,
  email: IncomingEmail,
  attachments: readonly NewAttachment[],
): Promise<number | undefined> {
  const id = await insertEmail(tx, email)
  if (id === undefined) return undefined
  await storeAttachments(
    tx.prisma,
    attachments.map((one) => ({ ...one, emailId: id })),
  )
  return id
}

async function storeAttachments(
  tx: Tx,
  data: Prisma.EmailAttachmentCreateManyInput[],
): Promise<void> {
  if (data.length > 0) await tx.emailAttachment.createMany({ data })
}

interface WholeEmail {
  email: NewEmail
  attachments: readonly NewAttachment[]
}

/**
 * Stores messages with their parents, if any, and returns the ids in order; undefined for a
 * duplicate of a message that the owner already has, or of an earlier one in the list.
 */
export async function storeEmails(
  tx: Tx,
  emails: readonly WholeEmail[],
): Promise<(number | undefined)[]> {
  const data = emails.map(({ email }) => email)
  const select = { id: true, ownerId: true, messageKey: true } as const
  const stored = await tx.email.createManyAndReturn({ data, skipDuplicates: true, select })
  const keyOf = ({ ownerId, messageKey }: NewEmail) => `${ownerId} ${messageKey}`
  const unclaimed = new Map(stored.map((row) => [keyOf(row as NewEmail), row.id]))
  const ids = data.map((email) => {
    const id = unclaimed.get(keyOf(email))
    unclaimed.delete(keyOf(email))
    return id
  })
  const attached = emails.flatMap(({ attachments }, at) => {
    const emailId = ids[at]
    return emailId === undefined ? [] : attachments.map((one) => ({ ...one, emailId }))
  })
  await storeAttachments(tx, attached)
  return ids
}

interface Change {
  subject?: string | undefined
  parent?: Parent | undefined
}

/** Changes a message, if there is a change; a new parent moves it out of the inbox. */
export async function changeEmail(tx: Tx, id: number, { subject, parent }: Change): Promise<void> {
  if (subject === undefined && !parent) return
  const data = {
    ...(subject !== undefined && { subject }),
    ...(parent && { ...attachedTo(parent), reason: '' }),
  }
  await tx.email.update({ where: { id }, data, select: { id: true } })
}

/** Attaches the emails of `from`, which the caller has locked, to `to`. */
export async function moveEmails(tx: Tx, from: Parent, to: Parent): Promise<void> {
  await tx.email.updateMany({ where: { [`${from.kind}Id`]: from.id }, data: attachedTo(to) })
}

/** Soft-deletes a message of its owner; leaves other owners' and deleted ones unchanged. */
export async function removeEmail(tx: Tx, email: { id: number; ownerId: number }): Promise<void> {
  const deletedAt = await momentIn(tx)
  await tx.email.updateMany({ where: { ...email, deletedAt: null }, data: { deletedAt } })
}
