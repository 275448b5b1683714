/**
 * Removes leftovers of outgoing mail: expired password resets (the database then removes their
 * tokens from the mails, see `forget_mailed_token`), mails that were sent or failed some days ago,
 * and their files. Corrects due dates that a fast clock has set too far in the future.
 */
import type { Log } from '../../base/log.ts'
import type { Database } from '../database/database.ts'
import { removeExpiredResets } from '../database/locks/accounts.ts'
import { redateMails, removeDoneMails } from '../database/locks/mails.ts'
import { inBatches, type Rounds, startCleaning } from '../periodic-jobs.ts'
import { removeOldFiles } from './eml.ts'

interface MailCleaningOptions {
  db: Pick<Database, 'prisma'>
  /** Folder of mails that are, or once were, kept as files. */
  directory: string
  /** Days to keep sent and failed mails. */
  days: number
  log: Pick<Log, 'info' | 'warn'>
  clock: () => Date
  /** Milliseconds between two rounds. */
  interval?: number
}

const day = 86_400_000
const tenMinutes = 600_000

/** Runs one round; returns the numbers of mails and files removed. */
export async function cleanMails(
  { db: { prisma }, directory, days, clock }: MailCleaningOptions,
  isStopping = () => false,
): Promise<{ mails: number; files: number }> {
  const now = clock().getTime()
  const before = new Date(now - days * day)
  const allOf = (work: typeof removeDoneMails, moment: Date) =>
    inBatches((maxRows) => work(prisma, moment, maxRows), isStopping)
  await allOf(removeExpiredResets, new Date(now))
  await allOf(redateMails, new Date(now))
  const mails = await allOf(removeDoneMails, before)
  return { mails, files: await removeOldFiles(directory, before, isStopping) }
}

/**
 * Starts the job: a round at once, then one every ten minutes. Several processes may share a
 * database.
 */
export function startMailCleaning(options: MailCleaningOptions): Rounds {
  const { log, interval = tenMinutes } = options
  const messages = { done: 'old mails removed', failed: 'cleanup of old mails failed' }
  return startCleaning({ log, interval, ...messages }, (isStopping) =>
    cleanMails(options, isStopping),
  )
}
