/**
 * Parsing in a worker thread, with limits of time and memory: a message of a stranger must neither
 * block nor end the service. One worker, kept warm, and thrown away when a message broke it.
 */
import type { Worker } from 'node:worker_threads'
import { startThread } from '../threads.ts'
import { messageKeyBeside } from './message.ts'
import type { Reading } from './parse.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

const mebi = 1024 * 1024
/** Milliseconds for a message: with all else 2 s up to 10 MiB, more for more. */
const timeLimitOf = ({ length }: { length: number }) =>
  1_500 + 200 * Math.max(0, Math.ceil(length / mebi) - 10)
/** Milliseconds beyond that on a machine that has other work to do. */
const patienceMs = 8_500
/** A worker that does not come up in this time never will. */
const startLimitMs = 60_000
const heapLimitMb = 256

/** `ready` once, then an answer for each question. */
interface Answer {
  ready?: true
  parsed?: ParsedMail
  reading?: Reading
}

/** What is kept of a message that could not be read: its bytes alone are stored with it. */
export function unread(messageKey: string): ParsedMail {
  return {
    messageKey,
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

/**
 * Calls when the time is over, by the clock and by the processor: a message is not given up for
 * what other programs take. What is answered ends the wait.
 */
function whenOver(limit: number, over: () => void): () => void {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const look = () => {
    const { user, system } = process.cpuUsage(before)
    const isWaiting = (user + system) / 1000 < limit
    if (!isWaiting || performance.now() - begun > limit + patienceMs) return over()
    timer = setTimeout(look, 50)
  }
  let timer = setTimeout(look, limit)
  return () => clearTimeout(timer)
}

/** A parser of messages, one after the other. */
export class MailParser {
  #worker: Worker | undefined
  #isReady = false
  #queue: Promise<unknown> = Promise.resolve()

  /** Never throws for what a message is: one that breaks the limits is answered as unreadable. */
  async parse(bytes: Uint8Array): Promise<ParsedMail> {
    const { parsed } = await this.#enqueue(bytes)
    return parsed ?? unread(await messageKeyBeside(new Uint8Array(bytes)))
  }

  /** What JSON-LD says that another program has read; undefined for what breaks the limits too. */
  async readMarkup(json: string): Promise<Reading | undefined> {
    const { reading } = await this.#enqueue(json)
    return reading
  }

  async close(): Promise<void> {
    await this.#queue
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = startThread('parse-worker', {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
    })
    worker.unref()
    // What it says while no one asks it must not end the service; the next message has another.
    const gone = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', gone).on('exit', gone)
    this.#worker = worker
    this.#isReady = false
    return worker
  }

  #enqueue(question: Uint8Array | string): Promise<Answer> {
    const answer = this.#queue.then(() => this.#ask(question))
    this.#queue = answer.catch(() => {})
    return answer
  }

  /** Nothing is answered where the worker broke, or the time was over. */
  #ask(question: Uint8Array | string): Promise<Answer> {
    const worker = this.#worker ?? this.#start()
    return new Promise((resolve) => {
      const end = (answer?: Answer) => {
        stopWaiting()
        worker.off('message', answered).off('error', broken).off('exit', broken)
        worker.unref()
        if (answer === undefined) {
          this.#worker = undefined
          void worker.terminate()
        }
        resolve(answer ?? {})
      }
      const broken = () => end()
      // The time of a message begins when the worker can read it.
      let stopWaiting = whenOver(this.#isReady ? timeLimitOf(question) : startLimitMs, broken)
      const answered = (answer: Answer) => {
        if (!answer.ready) return end(answer)
        this.#isReady = true
        stopWaiting()
        stopWaiting = whenOver(timeLimitOf(question), broken)
      }
      worker.ref()
      worker.on('message', answered).once('error', broken).once('exit', broken)
      worker.postMessage(question)
    })
  }
}
