/** Locks of the mails that wait, and the write that is within their limits. */
import type { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/** How many mails in how many seconds, by an account and to a recipient; 0: no limit. */
export type MailLimits = Record<'account' | 'recipient', { most: number; seconds: number }>

/**
 * Writes those of the mails, in JSON, that fit the limits on what the account `by` causes and on
 * what each recipient gets; how many. It takes locks in an order (`write_mails` in
 * prisma/functions.sql), so it is to be the last statement of its transaction.
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

/** Milliseconds that a mail waits after its nth try: `first` doubled n - 1 times, within limits. */
export interface MailWaits {
  first: number
  least: number
  most: number
}

/**
 * Holds mails that are due until that moment, but for those that another worker holds; their ids.
 * What is urgent goes first, then who has waited longest: rows that are due may be dated back, so
 * that the many mails of one account go between those of others (`write_mails`). A mail that would
 * wait for longer than after so many tries was dated by a clock that has been set back, and is due.
 */
export async function holdDueMails(
  tx: Tx,
  { until, most, waits }: { until: Date; most: number; waits: MailWaits },
): Promise<number[]> {
  const due = await tx.$queryRaw<{ id: number }[]>`select id from outgoing_mail
    where state = 'PENDING' and (next_attempt_at <= ${until}::timestamptz
      or next_attempt_at > ${until}::timestamptz + interval '1 millisecond' * case attempts
        when 0 then 0 else greatest(${waits.least}::float8,
          least(${waits.first}::float8 * 2 ^ (attempts - 1), ${waits.most}::float8)) end)
    order by is_urgent desc, next_attempt_at, id limit ${most} for update skip locked`
  return due.map(({ id }) => id)
}

/**
 * Mails that are dated later than that moment, by a clock that has been set back, are dated then:
 * otherwise they would count for the limits on mail until the clock is there again.
 */
export function redateMails(db: Tx, now: Date, most: number): Promise<number> {
  return db.$executeRaw`with early as materialized (
    select id from outgoing_mail where created_at > ${now}::timestamptz + interval '10 minutes'
    limit ${most} for update skip locked)
    update outgoing_mail m set created_at = ${now}::timestamptz from early where m.id = early.id`
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
