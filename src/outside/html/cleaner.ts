/**
 * Cleans untrusted HTML in a worker thread, with limits on size, time and memory, so that no mail
 * delays other requests (targets F1, F2).
 */
import type { Log } from '../../base/log.ts'
import { LimitedThreads } from '../../process/threads.ts'
import { type Images, textAsHtml } from './policy.ts'

/** The displayable content of a message. */
export interface Unsafe {
  html: string
  /** Shown if the HTML is missing or exceeds the limits. */
  text: string
  images: Images
}

interface CleanerLimits {
  /** Maximum characters of the HTML or text that are read. */
  maxLength: number
  /** Maximum milliseconds to clean one message. */
  time: number
  /** Maximum milliseconds that a message waits for its slot before it is shown as text. */
  patience: number
}

const usual: CleanerLimits = { maxLength: 1_000_000, time: 5_000, patience: 10_000 }
/** Maximum messages of one account that wait: those of a list. */
const maxWaitingPerKey = 100
/** Maximum milliseconds to start a thread. */
const maxStart = 10_000
/** Maximum MiB of the thread's heap. */
const maxHeap = 192
/** Maximum characters of text that the main thread turns into HTML. */
const maxTextLength = 100_000

/** Cleans one message at a time, alternating between accounts. */
export class HtmlCleaner {
  readonly #limits: CleanerLimits
  readonly #threads: LimitedThreads<Unsafe, string>

  constructor(log?: Pick<Log, 'warn'>, limits: Partial<CleanerLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    this.#threads = new LimitedThreads('clean', {
      max: 1,
      maxWaitingPerKey,
      maxWait: this.#limits.patience,
      maxStart,
      maxHeap,
      onBroken: (err) => log?.warn({ err }, 'email could not be sanitized and is shown as text'),
    })
  }

  /**
   * The message as safe HTML. A message that exceeds the limits, or waits too long for its slot, is
   * returned as its text; no content makes this throw. `key` is the account that reads it.
   */
  async clean(given: Unsafe, key: string): Promise<string> {
    const { maxLength, time } = this.#limits
    const mail = {
      ...given,
      html: given.html.slice(0, maxLength),
      text: given.text.slice(0, maxLength),
    }
    // Rejected only if the queue is full or the wait too long.
    const html = await this.#threads.ask(mail, { key, maxTime: time }).catch(() => undefined)
    return html ?? textAsHtml(mail.text.slice(0, maxTextLength))
  }

  /** Ends the thread; waiting messages are returned as their text. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
