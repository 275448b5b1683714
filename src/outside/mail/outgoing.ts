/** The statements of the outbox worker on outgoing_mail. Each stands alone: no transaction. */
import type { Database } from '../database/database.ts'
import type { Mail } from './mailer.ts'

/** A claimed row; `attempts` counts this try and proves that the lease is still ours. */
export interface OutgoingRow extends Mail {
  attempts: number
}

/** Milliseconds a claimed row belongs to its worker. */
export const lease = 120_000

/** How long a refused mail waits (milliseconds), and how often it is tried: about three days. */
export const retries = { first: 15_000, most: 6 * 3_600_000, tries: 24 }

/**
 * Milliseconds until the next try after `attempts` refusals: twice as long each time, less up to a
 * fifth by chance (`random` in [0, 1)), so that mails that failed together part.
 */
export function backoff(attempts: number, random = Math.random()): number {
  const full = Math.min(retries.first * 2 ** Math.max(0, attempts - 1), retries.most)
  return Math.round(full * (1 - random / 5))
}

// What is urgent goes first, then who has waited longest: rows that are due may be dated
// back, so that the many mails of one account go between those of others (`write_mails`). A second
// of grace: the database's clock, which may have dated the row, can be ahead of ours.
const claim = `
with due as materialized (
  select id from outgoing_mail
  where state = 'PENDING' and next_attempt_at <= $1::timestamptz + interval '1 second'
  order by is_urgent desc, next_attempt_at, id
  limit $3
  for update skip locked
)
update outgoing_mail as mail
set attempts = mail.attempts + 1, next_attempt_at = $2::timestamptz
from due where mail.id = due.id
returning mail.id, mail.recipient, mail.subject, mail.text, mail.html, mail.attempts,
  extract(epoch from date_trunc('second', mail.created_at))::float8 as created`

const sent = `
update outgoing_mail set state = 'SENT', sent_at = $2::timestamptz, last_error = ''
where id = $1 and state <> 'SENT'`

const postpone = `
update outgoing_mail
set next_attempt_at = $3::timestamptz, last_error = $4,
  state = case when attempts >= $5 then 'FAILED' else 'PENDING' end::mail_state
where id = $1 and attempts = $2 and state = 'PENDING'`

const giveBack = `
update outgoing_mail
set attempts = attempts - 1, next_attempt_at = $3::timestamptz, last_error = $4
where id = $1 and attempts = $2 and state = 'PENDING'`

export function outgoing(db: Pick<Database, 'query'>, clock: () => Date) {
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()
  return {
    /** Up to `most` due rows, leased to the caller; the urgent ones first, then the longest due. */
    async claim(most: number): Promise<OutgoingRow[]> {
      const rows = await db.query<Omit<OutgoingRow, 'createdAt'> & { created: number }>({
        text: claim,
        values: [after(0), after(lease), most],
      })
      return rows.map(({ created, ...row }) => ({ ...row, createdAt: new Date(created * 1000) }))
    },
    async sent({ id }: OutgoingRow): Promise<void> {
      await db.query({ text: sent, values: [id, after(0)] })
    },
    /** The mail itself was refused: later again, and after the last try never. */
    async postpone({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      const values = [id, attempts, after(backoff(attempts)), short(reason), retries.tries]
      await db.query({ text: postpone, values })
    },
    /** Nothing could be sent at all: due at once, and the try does not count. */
    async giveBack({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      await db.query({ text: giveBack, values: [id, attempts, after(0), short(reason)] })
    },
  }
}

// What a mail server answers is bytes of a stranger; PostgreSQL takes no NUL in a text.
const short = (reason: string) => reason.replaceAll('\0', '').slice(0, 500)
