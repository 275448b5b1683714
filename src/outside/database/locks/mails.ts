/** Locks of waiting mails, and the write that enforces the limits on them. */
import type { Tx } from '../database.ts'

/** Maximum mails in that many seconds, by an account and to a recipient; 0 for no limit. */
export type MailLimits = Record<'account' | 'recipient', { max: number; seconds: number }>

/**
 * Writes those of the mails, in JSON, that fit the limits of the account `by` that causes them and
 * of each recipient; returns how many. It takes locks in a fixed order (`write_mails` in
 * prisma/functions.sql), so it must be the last statement of its transaction.
 */
export async function writeFitting(
  tx: Tx,
  mails: string,
  by: number | null,
  { account, recipient }: MailLimits,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ written: number }[]>`select write_mails(${mails}::json,
    ${by}::int, ${account.max}::int, ${account.seconds}::int,
    ${recipient.max}::int, ${recipient.seconds}::int) as written`
  return row?.written ?? 0
}

/** Milliseconds to wait after the nth attempt: `first` doubled n - 1 times, within bounds. */
export interface MailWaits {
  first: number
  min: number
  max: number
}

/**
 * Locks mails due by `until`, except those locked by other workers, and returns their ids. Urgent
 * mails come first, then the longest due; `write_mails` dates some back, so that many mails of one
 * account alternate with others. A mail that would wait longer than its attempts call for was dated
 * before the clock was set back, and is due.
 */
export async function holdDueMails(
  tx: Tx,
  { until, maxRows, waits }: { until: Date; maxRows: number; waits: MailWaits },
): Promise<number[]> {
  const due = await tx.$queryRaw<{ id: number }[]>`select id from outgoing_mail
    where state = 'PENDING' and (next_attempt_at <= ${until}::timestamptz
      or next_attempt_at > ${until}::timestamptz + interval '1 millisecond' * case attempts
        when 0 then 0 else greatest(${waits.min}::float8,
          least(${waits.first}::float8 * 2 ^ (attempts - 1), ${waits.max}::float8)) end)
    order by is_urgent desc, next_attempt_at, id limit ${maxRows} for update skip locked`
  return due.map(({ id }) => id)
}

/**
 * Dates mails from the future `now`, and returns how many. After the clock was set back, they would
 * count towards the limits until it reaches their dates again.
 */
export function redateMails(db: Tx, now: Date, maxRows: number): Promise<number> {
  return db.$executeRaw`with early as materialized (
    select id from outgoing_mail where created_at > ${now}::timestamptz + interval '10 minutes'
    limit ${maxRows} for update skip locked)
    update outgoing_mail set created_at = ${now}::timestamptz
    where id = any (array(select id from early))`
}

/**
 * Removes mails sent or failed by then, except locked ones; returns how many. Materialized: a plan
 * that ran the subquery twice would lock and remove more rows. From an array they are found by
 * their ids; in a join, PostgreSQL expects so many that it reads the whole table.
 */
export function removeDoneMails(db: Tx, by: Date, maxRows: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from outgoing_mail
    where state <> 'PENDING' and coalesce(sent_at, created_at) <= ${by}::timestamptz
    order by coalesce(sent_at, created_at) limit ${maxRows} for update skip locked)
    delete from outgoing_mail where id = any (array(select id from old))`
}
