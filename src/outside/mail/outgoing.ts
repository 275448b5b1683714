/**
 * The rows of outgoing_mail: how they are written, claimed and marked. No other file writes them.
 *
 * Mail is written in the transaction that causes it, within the limits on mail that one account
 * causes and that one recipient gets from all accounts (test/spec/01.3, 17-mail-limits). What is
 * asked for is stored all the same; only the mail is not written. Mails of the service to the
 * account itself have no cause and no such limit: no one's flood may keep a password reset back.
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

/** What a row of outgoing_mail needs. */
export interface MailDraft {
  recipient: string
  subject: string
  text: string
  html: string
  /** Somebody waits for it. */
  isUrgent?: boolean
  /**
   * What its link holds: it is taken out of the mail once it is good for nothing
   * (test/spec/17-mailed-tokens).
   */
  token?: string
}

/** The account whose doing mails are, and the limits on them. */
export interface Cause {
  by: number
  limits: MailLimits
}

const unlimited: MailLimits = {
  account: { most: 0, seconds: 0 },
  recipient: { most: 0, seconds: 0 },
}

type Prisma = Pick<Store, 'prisma'>

/**
 * Writes those that fit the limits, the first ones first; how many. To be the last statement of its
 * transaction: it takes locks (`write_mails` in prisma/functions.sql).
 */
export function writeMails(
  { prisma }: Prisma,
  mails: readonly MailDraft[],
  cause?: Cause,
): Promise<number> {
  const rows = mails.map(({ isUrgent, ...mail }) => ({ ...mail, is_urgent: isUrgent }))
  return writeFitting(prisma, JSON.stringify(rows), cause?.by ?? null, cause?.limits ?? unlimited)
}

/** Removes a mail to no one, before anybody can see it. */
export async function removeUnaddressed({ prisma }: Prisma, tokenHash: string): Promise<void> {
  await prisma.outgoingMail.deleteMany({ where: { tokenHash, recipient: '' } })
}

/** Seconds until a mail to the recipient fits that does not fit now. */
export async function secondsUntilMailed(
  { prisma }: Prisma,
  recipient: string,
  { by, limits }: Cause,
): Promise<number> {
  const until = async (where: object, { most, seconds }: MailLimits['account']) => {
    const order = { orderBy: { createdAt: 'desc' }, skip: most - 1 } as const
    const nthNewest = { where, ...order, select: { createdAt: true } }
    const row = most > 0 && (await prisma.outgoingMail.findFirst(nthNewest))
    return row ? (row.createdAt.getTime() - Date.now()) / 1000 + seconds : 1
  }
  const own = await until({ causedBy: by }, limits.account)
  return Math.max(1, own, await until({ recipient, causedBy: { not: null } }, limits.recipient))
}

const sendable = {
  ...{ id: true, recipient: true, subject: true, text: true, html: true, createdAt: true },
  attempts: true,
} as const

/** A claimed row; `attempts` counts this try and proves that the lease is still ours. */
export interface OutgoingRow extends Mail {
  attempts: number
}

/** Milliseconds a claimed row belongs to its worker. */
export const lease = 120_000

/** How long a refused mail waits (milliseconds), and how often it is tried: about three days. */
export const retries = { first: 15_000, most: 6 * 3_600_000, tries: 24 }

/** Milliseconds by which the clocks of two processes may differ. */
const clockDifference = 600_000

/** How long mails wait at most, by the clock of any process. */
const waits: MailWaits = {
  first: retries.first,
  least: lease + clockDifference,
  most: retries.most + clockDifference,
}

/**
 * Milliseconds until the next try after `attempts` refusals: twice as long each time, less up to a
 * fifth by chance (`random` in [0, 1)), so that mails that failed together part.
 */
export function backoff(attempts: number, random = Math.random()): number {
  const full = Math.min(retries.first * 2 ** Math.max(0, attempts - 1), retries.most)
  return Math.round(full * (1 - random / 5))
}

const leased = (id: number, attempts: number) => ({ id, attempts, state: 'PENDING' }) as const

/** The states of mails, as the worker changes them. */
export function outgoingMails(db: Pick<Store, 'prisma' | 'transaction'>, clock: () => Date) {
  const { outgoingMail } = db.prisma
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
  return {
    /** Up to `most` due rows, leased to the caller; the urgent ones first, then the longest due. */
    claim(most: number): Promise<OutgoingRow[]> {
      return db.transaction(async ({ prisma: tx }) => {
        // A second of grace: the database's clock, which dates rows, can be ahead of ours.
        const ids = await holdDueMails(tx, { until: after(1_000), most, waits })
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
    /** The mail itself was refused: later again, and after the last try never. */
    async postpone({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      const state: MailState = attempts >= retries.tries ? 'FAILED' : 'PENDING'
      const data = { state, nextAttemptAt: after(backoff(attempts)), lastError: short(reason) }
      await outgoingMail.updateMany({ where: leased(id, attempts), data })
    },
    /** Nothing could be sent at all: due at once, and the try does not count. */
    async giveBack({ id, attempts }: OutgoingRow, reason: string): Promise<void> {
      const data = { attempts: attempts - 1, nextAttemptAt: after(0), lastError: short(reason) }
      await outgoingMail.updateMany({ where: leased(id, attempts), data })
    },
  }
}

// What a mail server answers is bytes of a stranger; PostgreSQL takes no NUL in a text.
const short = (reason: string) => reason.replaceAll('\0', '').slice(0, 500)

/** How many mails wait to be sent, and since when the oldest does. */
export async function outboxLoad({ prisma }: Prisma) {
  const { _count: waiting, _min } = await prisma.outgoingMail.aggregate({
    where: { state: 'PENDING' },
    _count: true,
    _min: { createdAt: true },
  })
  return { waiting, oldest: _min.createdAt }
}
