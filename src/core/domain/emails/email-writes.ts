/** All writes of emails and their attachments (test/spec/07, 17-inbound-mail). */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Tx } from '../../../outside/database/database.ts'
import { momentIn } from '../../../outside/database/locks/names.ts'
import { attachedTo, type Parent } from '../../permissions/parents.ts'

export type NewEmail = Prisma.EmailCreateManyInput
export type NewAttachment = Omit<Prisma.EmailAttachmentCreateManyInput, 'emailId'>

/**
 * Stores a message in the inbox and returns its id; undefined if its owner already has it. A
 * concurrent write of the same message waits for the first transaction to end.
 */
export async function storeEmail(
  tx: Tx,
  email: NewEmail,
  attachments: readonly NewAttachment[],
): Promise<number | undefined> {
  return (await storeEmails(tx, [{ email, attachments }]))[0]
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
  if (attached.length > 0) await tx.emailAttachment.createMany({ data: attached })
  return ids
}

/** Moves a message from the inbox to the parent under which its bookings were filed. */
export async function fileEmail(tx: Tx, id: number, parent: Parent): Promise<void> {
  const data = { ...attachedTo(parent), parsedSuccessfully: true }
  await tx.email.update({ where: { id }, data, select: { id: true } })
}

/** Stores the reason why a message stays in the inbox. */
export async function explainEmail(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.email.update({ where: { id }, data: { reason }, select: { id: true } })
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
