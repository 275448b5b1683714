/**
 * Removes what outgoing mail leaves behind: password resets that have expired (the database then
 * takes their tokens out of the mails, see `forget_mailed_token`), mails that were sent or have
 * failed some days ago, and their files. Mails that a clock has dated ahead are dated anew.
 */
import type { Database } from '../database/database.ts'
import { removeExpiredResets } from '../database/locks/accounts.ts'
import { redateMails, removeDoneMails } from '../database/locks/mails.ts'
import { type Rounds, startRounds } from '../rounds.ts'
import { removeOldFiles } from './eml.ts'
import type { OutboxLog } from './outbox.ts'

export interface MailCleaningOptions {
  db: Pick<Database, 'prisma'>
  /** Where mails are kept as files, or were kept once. */
  directory: string
  /** How long mails are kept. */
  days: number
  log: OutboxLog
  clock: () => Date
  /** Milliseconds between two rounds. */
  interval?: number
}

const day = 86_400_000
const tenMinutes = 600_000

/** Rows that one statement removes or dates; those that somebody holds wait for the next round. */
const batch = 500

/** One round; how many mails and files were removed. */
export async function cleanMails(
  { db: { prisma }, directory, days, clock }: MailCleaningOptions,
  isStopping = () => false,
): Promise<{ mails: number; files: number }> {
  const now = clock().getTime()
  const before = new Date(now - days * day)
  const inBatches = async (work: typeof removeDoneMails, moment: Date): Promise<number> => {
    for (let done = 0; ; ) {
      const count = await work(prisma, moment, batch)
      done += count
      if (count < batch || isStopping()) return done
    }
  }
  await inBatches(removeExpiredResets, new Date(now))
  await inBatches(redateMails, new Date(now))
  const mails = await inBatches(removeDoneMails, before)
  return { mails, files: await removeOldFiles(directory, before, isStopping) }
}

/** Starts the job: a round at once, then one every ten minutes. Several may share a database. */
export function startMailCleaning(options: MailCleaningOptions): Rounds {
  const { log, interval = tenMinutes } = options
  return startRounds(async (isStopping) => {
    try {
      const removed = await cleanMails(options, isStopping)
      if (removed.mails + removed.files > 0) log.info(removed, 'old mails removed')
    } catch (error) {
      log.warn({ err: error }, 'cleanup of old mails failed')
    }
  }, interval)
}
