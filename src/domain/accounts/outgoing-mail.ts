/**
 * Writes outgoing mail in the transaction that causes it, within the limits on mail that one
 * account causes and that one recipient gets from all accounts (test/spec/01.3, 17-mail-limits).
 * What is asked for is stored all the same; only the mail is not written. Mails of the service to
 * the account itself have no cause and no such limit: no one's flood may keep a password reset
 * back.
 */

import type { Context } from '../../context.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { Config } from '../../settings/config.ts'
import { prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import type { MailDraft } from './mail-text.ts'

/** The account whose doing mails are, and the limits on them. */
export interface Cause {
  by: number
  limits: Config['mailLimits']
}

/** The viewer as the cause of mails. */
export function causeIn(context: Context): Cause {
  return { by: account(context).id, limits: context.config.mailLimits }
}

/**
 * Writes those that fit the limits, the first ones first; how many. To be the last statement of its
 * transaction: it takes locks (see the migration `floods`).
 */
export async function writeMails(
  tx: Queryable,
  mails: readonly MailDraft[],
  cause?: Cause,
): Promise<number> {
  const { account: own, recipient } = cause?.limits ?? {}
  const text = 'select write_mails($1, $2, $3, $4, $5, $6) as written'
  const rows = mails.map(({ isUrgent, ...mail }) => ({ ...mail, is_urgent: isUrgent }))
  const limits = [own?.most, own?.seconds, recipient?.most, recipient?.seconds]
  const values = [JSON.stringify(rows), cause?.by, ...limits.map((figure) => figure ?? 0)]
  const [row] = await tx.query<{ written: number }>(prepared(text, values))
  return row?.written ?? 0
}

const nthNewest = (whose: string, most: string, seconds: string) => `(
  select extract(epoch from created_at + make_interval(secs => ${seconds}) - now())
  from outgoing_mail where ${whose} and ${most} > 0 order by created_at desc
  offset greatest(${most} - 1, 0) limit 1)`

/** Seconds until a mail to the recipient fits that does not fit now. */
export async function secondsUntilMailed(
  tx: Queryable,
  to: string,
  { by, limits: { account: own, recipient } }: Cause,
): Promise<number> {
  const text = `select greatest(1, ${nthNewest('caused_by = $1', '$2::int', '$3::int')},
    ${nthNewest('recipient = $4 and caused_by is not null', '$5::int', '$6::int')})::float8
    as seconds`
  const values = [by, own.most, own.seconds, to, recipient.most, recipient.seconds]
  const [row] = await tx.query<{ seconds: number }>(prepared(text, values))
  return row?.seconds ?? 1
}
