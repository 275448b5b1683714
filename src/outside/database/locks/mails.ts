/** Locks of the mails that wait, and the write that is within their limits. */
import type { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/** How many mails in how many seconds, by an account and to a recipient; 0: no limit. */
export type MailLimits = Record<'account' | 'recipient', { most: number; seconds: number }>

/**
 * Writes those of the mails, in JSON, that fit the limits on what the account `by` causes and on
 * what each recipient gets; how many. It takes locks in an order that the migration `floods` tells,
 * so it is to be the last statement of its transaction.
 */
export async function writeFitting(
  tx: Tx,
  mails: string,
  by: number | null,
  { account, recipient }: MailLimits,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ written: number }[]>`select write_mails(${mails}::json,
    ${by}::int, ${account.most}::int, ${account.seconds}::int,
    ${recipient.most}::int, ${recipient.seconds}::int) as written`
  return row?.written ?? 0
}

/**
 * Holds mails that are due until that moment, but for those that another worker holds; their ids.
 * What is urgent goes first, then who has waited longest: rows that are due may be dated back, so
 * that the many mails of one account go between those of others (`write_mails`).
 */
export async function holdDueMails(tx: Tx, until: Date, most: number): Promise<number[]> {
  const due = await tx.$queryRaw<{ id: number }[]>`select id from outgoing_mail
    where state = 'PENDING' and next_attempt_at <= ${until}::timestamptz
    order by is_urgent desc, next_attempt_at, id limit ${most} for update skip locked`
  return due.map(({ id }) => id)
}

/**
 * Removes mails that were sent or have failed by then, but for those that somebody holds.
 * Materialized: a plan that ran it again would lock the next rows, and remove them as well.
 */
export function removeDoneMails(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from outgoing_mail
    where state <> 'PENDING' and coalesce(sent_at, created_at) <= ${by}::timestamptz
    order by coalesce(sent_at, created_at) limit ${most} for update skip locked)
    delete from outgoing_mail using old where outgoing_mail.id = old.id`
}
