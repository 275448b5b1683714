/**
 * The cleaning of strangers' HTML in a worker thread, with limits of size, time and memory:
 * no one's mail may hold up the requests of others (targets F1, F2).
 */
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../threads.ts'
import { Turnstile } from '../../turnstile.ts'
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
  longest: number
  /** Milliseconds that one message may take. */
  time: number
  /** Milliseconds after which a message that waits for its slot is shown as text. */
  patience: number
}

const usual: CleanerLimits = { longest: 1_000_000, time: 5_000, patience: 10_000 }
/** Messages of one account that may wait: those of a list. */
const maxWaitingPerKey = 100
/** Milliseconds that a thread may take to start. */
const startTime = 10_000
const heapLimitMb = 192
/** Characters that the process itself turns into HTML. */
const longestText = 100_000

/**
 * Cleans one message after the other, one of each account after the other; the thread is kept, and
 * replaced when a message broke it.
 */
export class HtmlCleaner {
  readonly #log: Log | undefined
  readonly #limits: CleanerLimits
  #worker: Promise<Worker> | undefined
  #isClosed = false
  readonly #slots: Turnstile

  constructor(log?: Log, limits: Partial<CleanerLimits> = {}) {
    this.#log = log
    this.#limits = { ...usual, ...limits }
    this.#slots = new Turnstile({ max: 1, maxWaitingPerKey, maxWait: this.#limits.patience })
  }

  /**
   * Never fails for what a message is: one that breaks the limits, or whose slot does not come in
   * time, is answered as its text. `key` is the account that reads it.
   */
  async clean(given: Unsafe, key: string): Promise<string> {
    const { longest } = this.#limits
    const mail = {
      ...given,
      html: given.html.slice(0, longest),
      text: given.text.slice(0, longest),
    }
    // Only a full queue, or a slot that came too late, refuses the work.
    const html = await this.#slots.pass(key, () => this.#ask(mail)).catch(() => undefined)
    return html ?? textAsHtml(mail.text.slice(0, longestText))
  }

  /** Ends the thread; messages that are not clean by then are answered as their text. */
  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#worker?.catch(() => undefined))?.terminate()
    this.#worker = undefined
  }

  /** Undefined where the thread broke or has ended, or the time was over. */
  async #ask(mail: Unsafe): Promise<string | undefined> {
    if (this.#isClosed) return undefined
    this.#worker ??= started()
    const thread = this.#worker
    try {
      return await answerOf(await thread, this.#limits.time, mail)
    } catch (error) {
      this.#log?.warn({ err: error }, 'email could not be sanitized and is shown as text')
      this.#worker = undefined
      void thread.then((worker) => worker.terminate()).catch(() => {})
      return undefined
    }
  }
}

/** A thread that has loaded what it needs, so that the time of a message is its own. */
async function started(): Promise<Worker> {
  const worker = startThread('clean', {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  })
  try {
    await answerOf(worker, startTime, { html: '', text: '', images: {} })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return worker
}

/** What the thread makes of a message; throws where it ends, or takes longer. */
function answerOf(worker: Worker, time: number, mail: Unsafe): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const settled = () => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', broken).off('exit', broken)
      // A thread that waits keeps no process alive.
      worker.unref()
    }
    const answered = (html: string) => {
      settled()
      resolve(html)
    }
    const broken = (why: unknown) => {
      settled()
      // Whatever it still throws, no one waits for it.
      worker.on('error', () => {})
      reject(why instanceof Error ? why : new Error('worker exited'))
    }
    const timer = setTimeout(() => broken(new Error('timed out')), time)
    worker.ref()
    worker.on('message', answered).on('error', broken).on('exit', broken)
    worker.postMessage(mail)
  })
}
