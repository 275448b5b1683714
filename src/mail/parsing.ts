/**
 * Parsing in a worker thread, with limits of time and memory: a message of a stranger must neither
 * block nor end the service. One worker, kept warm, and thrown away when a message broke it.
 */
import { Worker } from 'node:worker_threads'
import { messageKeyOf } from './message.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

const timeLimitMs = 10_000
/** A worker that does not come up in this time never will. */
const startLimitMs = 60_000
const heapLimitMb = 256

/** `ready` once, then an answer for each message. */
interface Answer {
  ready?: true
  parsed?: ParsedMail
  problem?: string
}

/** What is kept of a message that could not be read: its bytes alone are stored with it. */
function unread(bytes: Uint8Array): ParsedMail {
  return {
    messageKey: messageKeyOf(undefined, bytes),
    subject: '',
    from: [],
    recipients: [],
    html: '',
    text: '',
    bodyPreview: '',
    attachments: [],
    reservations: [],
    doubt: reasons.unreadable,
  }
}

/** A parser of messages, one after the other. */
export class MailParser {
  #worker: Worker | undefined
  #isReady = false
  #turn: Promise<unknown> = Promise.resolve()

  /** Never throws for what a message is: one that breaks the limits is answered as unreadable. */
  parse(bytes: Uint8Array): Promise<ParsedMail> {
    const parsed = this.#turn.then(() => this.#ask(bytes)).then((answer) => answer ?? unread(bytes))
    this.#turn = parsed.catch(() => {})
    return parsed
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
    })
    worker.unref()
    this.#worker = worker
    this.#isReady = false
    return worker
  }

  /** Undefined where the worker broke, or the time was over. */
  #ask(bytes: Uint8Array): Promise<ParsedMail | undefined> {
    const worker = this.#worker ?? this.#start()
    return new Promise((resolve) => {
      const end = (parsed: ParsedMail | undefined) => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', broken).off('exit', broken)
        worker.unref()
        if (parsed === undefined) {
          this.#worker = undefined
          void worker.terminate()
        }
        resolve(parsed)
      }
      const broken = () => end(undefined)
      // The time of a message begins when the worker can read it.
      let timer = setTimeout(broken, this.#isReady ? timeLimitMs : startLimitMs)
      const answered = ({ ready, parsed }: Answer) => {
        if (!ready) return end(parsed ?? unread(bytes))
        this.#isReady = true
        clearTimeout(timer)
        timer = setTimeout(broken, timeLimitMs)
      }
      worker.ref()
      worker.on('message', answered).once('error', broken).once('exit', broken)
      worker.postMessage(bytes)
    })
  }
}
