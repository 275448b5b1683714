/**
 * The outbox worker: takes due rows of outgoing_mail and sends them, at least once
 * (test/outside/mail/outbox).
 *
 * One short transaction claims a row: it moves `next_attempt_at` into the future (a lease) and
 * counts the attempt. No transaction is open while the mail is sent. If the process dies meanwhile,
 * the lease expires, so a mail may be sent twice, with the same Message-ID, but is never lost.
 */
import type { Log } from '../../base/log.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from './mailer.ts'
import { type OutgoingRow, outgoingMails } from './outgoing.ts'

export interface OutboxOptions {
  db: Pick<Database, 'prisma' | 'transaction'>
  mailer: Mailer
  log: Pick<Log, 'info' | 'warn'>
  clock: () => Date
  /** Maximum number of mails sent at the same time. */
  batch?: number
  /** Milliseconds between two polls of the table without `wake`. */
  interval?: number
}

export interface Outbox {
  /** Sends due mail at once; to be called after a transaction that wrote mail. */
  wake(): void
  /** Claims no more mail, waits five seconds for mails being sent, then gives them back. */
  stop(): Promise<void>
}

/** Milliseconds; less than the lease, so that no second worker claims the mail meanwhile. */
const sendTimeout = 60_000
const stopTimeout = 5_000
/**
 * Milliseconds between checks of the server during an outage, so that sending resumes within a
 * minute of its end.
 */
const outagePause = { first: 1_000, max: 15_000 }
const markTries = 5

/** Starts a worker. Several may run on one database, in one process or many. */
export function startOutbox(options: OutboxOptions): Outbox {
  const worker = new Worker(options)
  const done = worker.run()
  return {
    wake: () => worker.bell.ring(),
    async stop() {
      worker.stopping = true
      worker.bell.ring()
      if (await within(stopTimeout, done)) return
      worker.interrupt()
      await within(stopTimeout / 5, done)
    },
  }
}

class Worker {
  readonly bell = new Bell()
  stopping = false
  readonly #mailer: Mailer
  readonly #log: Pick<Log, 'info' | 'warn'>
  readonly #rows: ReturnType<typeof outgoingMails>
  readonly #batch: number
  readonly #interval: number
  readonly #underWay = new Map<Promise<void>, AbortController>()
  #interrupted = false
  /** During an outage, the milliseconds until the next check of the server. */
  #outage: number | undefined
  #checking: Promise<boolean> | undefined

  constructor({ db, mailer, log, clock, batch = 5, interval = 5_000 }: OutboxOptions) {
    this.#mailer = mailer
    this.#log = log
    this.#rows = outgoingMails(db, clock)
    this.#batch = batch
    this.#interval = interval
  }

  async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.#round()
      } catch (error) {
        this.#log.warn({ err: error }, 'outbox could not be read')
        await this.bell.wait(this.#interval)
      }
    }
    await Promise.all(this.#underWay.keys())
  }

  /** Aborts the mails being sent. */
  interrupt(): void {
    this.#interrupted = true
    for (const sending of this.#underWay.values())
      sending.abort(new Error('interrupted: the service is stopping'))
  }

  async #round(): Promise<void> {
    if (this.#outage !== undefined && !(await this.#isBack())) {
      await this.bell.wait(this.#outage)
      return
    }
    const free = this.#batch - this.#underWay.size
    const rows = free > 0 ? await this.#rows.claim(free) : []
    for (const row of rows) this.#start(row)
    if (rows.length < free) await this.bell.wait(this.#interval)
    else await Promise.race(this.#underWay.keys())
  }

  async #isBack(): Promise<boolean> {
    if (!(await this.#reachable())) {
      this.#outage = Math.min((this.#outage ?? 0) * 2, outagePause.max)
      return false
    }
    this.#outage = undefined
    this.#log.info({}, 'mail server available again')
    return true
  }

  #start(row: OutgoingRow): void {
    const control = new AbortController()
    const sending = this.#deliver(row, control)
      .catch((error) =>
        this.#log.warn(
          { err: error, mail: row.id },
          'outcome of sending a mail could not be stored',
        ),
      )
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.set(sending, control)
  }

  async #deliver(row: OutgoingRow, control: AbortController): Promise<void> {
    const late = setTimeout(() => control.abort(new Error('timed out')), sendTimeout)
    try {
      await unlessAborted(this.#mailer.send(row, control.signal), control.signal)
    } catch (error) {
      return await this.#failed(row, error)
    } finally {
      clearTimeout(late)
    }
    await this.#insist(() => this.#rows.sent(row))
    this.#log.info({ mail: row.id, attempts: row.attempts }, 'mail sent')
  }

  async #failed(row: OutgoingRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error)
    if (this.#interrupted) return await this.#insist(() => this.#rows.giveBack(row, reason))
    if (await this.#reachable()) {
      this.#log.warn(
        { err: error, mail: row.id, attempts: row.attempts },
        'mail refused and will be retried',
      )
      return await this.#insist(() => this.#rows.postpone(row, reason))
    }
    if (this.#outage === undefined) this.#log.warn({ err: error }, 'mail server unavailable')
    this.#outage ??= outagePause.first
    await this.#insist(() => this.#rows.giveBack(row, reason))
  }

  /** One check for all mails that fail at the same time. */
  #reachable(): Promise<boolean> {
    this.#checking ??= this.#mailer
      .check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  /**
   * Retries while the database is unavailable; if it stays so, the lease expires and the mail is
   * sent again.
   */
  async #insist(mark: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await mark()
      } catch (error) {
        if (tries === markTries || this.stopping) throw error
        await new Promise((resolve) => setTimeout(resolve, 500 * tries))
      }
    }
  }
}

/**
 * `work`, or a rejection as soon as `signal` aborts, so that a hanging driver does not hold a slot.
 */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Whether `work` settles within `milliseconds`. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}

/** A sleep that a ring ends early. A ring between sleeps ends the next one at once. */
class Bell {
  #rung = false
  #sleeper: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#sleeper?.()
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#sleeper = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#sleeper = undefined
    }
    this.#rung = false
  }
}
