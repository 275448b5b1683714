/**
 * The rows of outgoing_mail: how they are written, claimed and marked. No other file writes them.
 *
 * Mail is written in the transaction that causes it, within the limits on mail per causing account
 * and per recipient (test/spec/01.3, 17-mail-limits). Beyond them the mail is not written, but the
 * transaction's other writes are. Mails of the service to the account itself have no cause and so
 * no limit: a flood of other mails must not hold up a password reset.
 */
import type { MailState } from '../../generated/prisma/client.ts'
import type { Store } from '../database/database.ts'
import {
  holdDueMails,
  type MailLimits,
  type MailWaits,
  writeFitting,
} from '../database/locks/mails.ts'
import type { Mail } from './mailer.ts'

/** The content of a new row of outgoing_mail. */
export interface MailDraft {
  recipient: string
  subject: string
  text: string
  html: string
  /** Whether a person waits for it; claimed before other mail. */
  isUrgent?: boolean
  /**
   * The token in its link, removed from the stored mail once it is void
   * (test/spec/17-mailed-tokens).
   */
  token?: string
}

/** The account that causes mails, and the limits on them. */
export interface Cause {
  by: number
  limits: MailLimits
}

const unlimited: MailLimits = {
  account: { max: 0, seconds: 0 },
  recipient: { max: 0, seconds: 0 },
}

type Prisma = Pick<Store, 'prisma'>

/**
 * Writes mails in order while they fit the limits; returns their number. Must be the last statement
 * of its transaction, as it takes locks (`write_mails` in prisma/functions.sql).
 */
export function writeMails(
  { prisma }: Prisma,
  mails: readonly MailDraft[],
  cause?: Cause,
): Promise<number> {
  const rows = mails.map(({ isUrgent, ...mail }) => ({ ...mail, is_urgent: isUrgent }))
  return writeFitting(prisma, JSON.stringify(rows), cause?.by ?? null, cause?.limits ?? unlimited)
}

/** Removes a mail without a recipient, before it becomes visible. */
export async function removeUnaddressed({ prisma }: Prisma, tokenHash: string): Promise<void> {
  await prisma.outgoingMail.deleteMany({ where: { tokenHash, recipient: '' } })
}

/** Seconds until the limits allow another mail to the recipient. */
export async function secondsUntilMailed(
  { prisma }: Prisma,
  recipient: string,
  { by, limits }: Cause,
): Promise<number> {
  const until = async (where: object, { max, seconds }: MailLimits['account']) => {
    const order = { orderBy: { createdAt: 'desc' }, skip: max - 1 } as const
    const nthNewest = { where, ...order, select: { createdAt: true } }
    const row = max > 0 && (await prisma.outgoingMail.findFirst(nthNewest))
    return row ? (row.createdAt.getTime() - Date.now()) / 1000 + seconds : 1
  }
  const own = await until({ causedBy: by }, limits.account)
  return Math.max(1, own, await until({ recipient, causedBy: { not: null } }, limits.recipient))
}

const sendable = {
  id: true,
  recipient: true,
  subject: true,
  text: true,
  html: true,
  createdAt: true,
  attempts: true,
} as const

/** A claimed row. `attempts` includes this attempt, and identifies the lease. */
export interface OutgoingRow extends Mail {
  attempts: number
}

/** Milliseconds that a claimed row belongs to its worker. */
export const lease = 120_000

/**
 * Delays of a refused mail in milliseconds, and the number of attempts; about three days in total.
 */
export const retries = { first: 15_000, max: 6 * 3_600_000, tries: 24 }

/** Milliseconds by which the clocks of two processes may differ. */
const clockDifference = 600_000

/** Maximum waits of mails, by the clock of any process. */
const waits: MailWaits = {
  first: retries.first,
  min: lease + clockDifference,
  max: retries.max + clockDifference,
}

/**
 * Milliseconds until the next attempt after `attempts` refusals: doubled each time, minus a random
 * part of up to a fifth (`random` in [0, 1)), so that mails that failed together spread out.
 */
export function backoff(attempts: number, random = Math.random()): number {
  const full = Math.min(retries.first * 2 ** Math.max(0, attempts - 1), retries.max)
  return Math.round(full * (1 - random / 5))
}

const leased = (id: number, attempts: number) => ({ id, attempts, state: 'PENDING' }) as const

/** The worker's changes to the states of mails. */
export function outgoingMails(db: Pick<Store, 'prisma' | 'transaction'>, clock: () => Date) {
  const { outgoingMail } = db.prisma
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
  return {
    /** Leases up to `maxRows` due rows to the caller: urgent ones first, then by due date. */
    claim(maxRows: number): Promise<OutgoingRow[]> {
      return db.transaction(async ({ prisma: tx }) => {
        // A second of tolerance: the database's clock, which dates rows, may be ahead of this one.
        const ids = await holdDueMails(tx, { until: after(1_000), maxRows, waits })
        const data = { attempts: { increment: 1 }, nextAttemptAt: after(lease) }
        const where = { id: { in: ids } }
        if (ids.length === 0) return []
        return tx.outgoingMail.updateManyAndReturn({ where, data, select: sendable })
      })
    },
    async sent({ id }: OutgoingRow): Promise<void> {
      const data = { state: 'SENT', sentAt: after(0), lastError: '' } as const
      await outgoingMail.updateMany({ where: { id, state: { not: 'SENT' } }, data })
    },
    /** The mail itself was refused: retried later, and failed after the last attempt. */
    async postpone({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      const state: MailState = attempts >= retries.tries ? 'FAILED' : 'PENDING'
      const data = { state, nextAttemptAt: after(backoff(attempts)), lastError: short(reason) }
      await outgoingMail.updateMany({ where: leased(id, attempts), data })
    },
    /** Nothing could be sent at all: due at once, and the attempt does not count. */
    async giveBack({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      const data = { attempts: attempts - 1, nextAttemptAt: after(0), lastError: short(reason) }
      await outgoingMail.updateMany({ where: leased(id, attempts), data })
    },
  }
}

// A mail server's response is untrusted; PostgreSQL rejects NUL in text.
const short = (reason: string) => reason.replaceAll('\0', '').slice(0, 500)

/** The number of mails waiting to be sent, and the creation time of the oldest. */
export async function outboxLoad({ prisma }: Prisma) {
  const { _count: waiting, _min } = await prisma.outgoingMail.aggregate({
    where: { state: 'PENDING' },
    _count: true,
    _min: { createdAt: true },
  })
  return { waiting, oldest: _min.createdAt }
}
