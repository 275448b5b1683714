/**
 * The cleaning of strangers' HTML in a worker thread, with limits of size, time and memory:
 * no one's mail may hold up the requests of others (targets F1, F2).
 */
import { LimitedThreads } from '../../process/threads.ts'
import { type Images, textAsHtml } from './policy.ts'

/** What a message holds to be shown. */
export interface Unsafe {
  html: string
  /** Shown where there is no HTML, and where the HTML breaks the limits. */
  text: string
  images: Images
}

interface Log {
  warn(entry: object, message: string): void
}

export interface CleanerLimits {
  /** Characters of the HTML, or the text, that are looked at. */
  maxLength: number
  /** Milliseconds that one message may take. */
  time: number
  /** Milliseconds after which a message that waits for its slot is shown as text. */
  patience: number
}

const usual: CleanerLimits = { maxLength: 1_000_000, time: 5_000, patience: 10_000 }
/** Messages of one account that may wait: those of a list. */
const maxWaitingPerKey = 100
/** Milliseconds that a thread may take to start. */
const maxStart = 10_000
/** MiB. */
const maxHeap = 192
/** Characters that the process itself turns into HTML. */
const maxTextLength = 100_000

/** Cleans one message after the other, one of each account after the other. */
export class HtmlCleaner {
  readonly #limits: CleanerLimits
  readonly #threads: LimitedThreads<Unsafe, string>

  constructor(log?: Log, limits: Partial<CleanerLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    this.#threads = new LimitedThreads('clean', {
      ...{ max: 1, maxWaitingPerKey, maxWait: this.#limits.patience, maxStart, maxHeap },
      onBroken: (err) => log?.warn({ err }, 'email could not be sanitized and is shown as text'),
    })
  }

  /**
   * Never fails for what a message is: one that breaks the limits, or whose slot does not come in
   * time, is answered as its text. `key` is the account that reads it.
   */
  async clean(given: Unsafe, key: string): Promise<string> {
    const { maxLength, time } = this.#limits
    const mail = {
      ...given,
      html: given.html.slice(0, maxLength),
      text: given.text.slice(0, maxLength),
    }
    // Only a full queue, or a slot that came too late, refuses the work.
    const html = await this.#threads.ask(mail, { key, maxTime: time }).catch(() => undefined)
    return html ?? textAsHtml(mail.text.slice(0, maxTextLength))
  }

  /** Ends the thread; messages that wait are answered as their text. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
