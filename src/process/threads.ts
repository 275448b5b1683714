/**
 * Worker threads for untrusted content, which must not block or crash the service, or use up its
 * memory. They run from the sources as well as from the built program.
 */
import { type Transferable, Worker } from 'node:worker_threads'
import { fail } from '../base/errors.ts'
import { type Bounds, Turnstile } from './turnstile.ts'

/** The modules in src/ that run in threads. */
const threads = {
  'parse-worker': '../mail/reading/parse-worker.ts',
  'prove-worker': '../mail/receiving/prove-worker.ts',
  clean: '../outside/html/clean.ts',
} as const

const isBuilt = import.meta.url.endsWith('.js')

export interface ThreadLimits extends Omit<Bounds, 'name'> {
  /** Maximum MiB of a thread's heap. */
  maxHeap: number
  /** Milliseconds that a thread may take to load its module; not counted in `maxTime`. */
  maxStart?: number
  /** Whether a thread answers one question only. */
  isUsedOnce?: boolean
  /** Called with the error when a question fails. */
  onBroken?: (why: unknown) => void
}

interface QuestionLimits {
  /** Milliseconds until the answer. */
  maxTime: number
  /** Milliseconds added to `maxTime` for time in which the processor did other work. */
  patience?: number
  /** The asker, as for `Turnstile`. */
  key?: string
  transfer?: Transferable[]
}

/**
 * At most `max` threads that run one module and answer questions. The module posts one message when
 * it is ready, then one per question. A thread that fails or takes too long is terminated; an idle
 * one does not keep the process alive.
 */
export class LimitedThreads<Question, Answer> {
  readonly #name: keyof typeof threads
  readonly #limits: ThreadLimits
  readonly #turnstile: Turnstile
  readonly #waiting = new Set<Worker>()
  #isClosed = false

  constructor(name: keyof typeof threads, limits: ThreadLimits) {
    this.#name = name
    this.#limits = limits
    this.#turnstile = new Turnstile({ ...limits, name })
  }

  /**
   * The answer; undefined if the thread failed or timed out. Throws SERVICE_UNAVAILABLE if too many
   * questions wait, if this one waited too long, and after `close`.
   */
  ask(question: Question, limits: QuestionLimits): Promise<Answer | undefined> {
    return this.#turnstile.pass(limits.key ?? '', async () => {
      if (this.#isClosed) fail('SERVICE_UNAVAILABLE')
      const [ready] = this.#waiting
      const worker = ready ?? this.#start()
      this.#waiting.delete(worker)
      worker.ref()
      let isAnswered = false
      try {
        if (!ready) await messageOf(worker, { maxTime: this.#limits.maxStart ?? 60_000 })
        worker.postMessage(question, limits.transfer)
        const answer = await messageOf<Answer>(worker, limits)
        isAnswered = true
        return answer
      } catch (why) {
        this.#limits.onBroken?.(why)
        return undefined
      } finally {
        worker.unref()
        const isKept = isAnswered && !this.#limits.isUsedOnce && !this.#isClosed
        if (isKept && !hasEnded(worker)) this.#waiting.add(worker)
        else void worker.terminate()
      }
    })
  }

  /** Ends the threads once running questions are answered; waiting ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    // A weight above the bound is admitted only when no other work runs.
    await this.#turnstile.pass('', async () => {}, Number.POSITIVE_INFINITY).catch(() => {})
    await Promise.all([...this.#waiting].map((worker) => worker.terminate()))
  }

  #start(): Worker {
    const worker = startThread(this.#name, this.#limits.maxHeap)
    // An error of an idle thread must not end the service; the next question gets a new thread.
    const gone = () => this.#waiting.delete(worker)
    return worker.on('error', gone).on('exit', gone)
  }
}

/**
 * Starts a thread for the module. Threads do not inherit the TypeScript loader, so the sources
 * register it first; the built program has the module as plain JavaScript.
 */
function startThread(name: keyof typeof threads, maxOldGenerationSizeMb: number): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb } }
  if (isBuilt) return new Worker(new URL(`${name}.js`, import.meta.url), options)
  const argv = [new URL(threads[name], import.meta.url).href]
  return new Worker(new URL('loaded-thread.mjs', import.meta.url), { ...options, argv })
}

/**
 * In a busy process, the exit event may arrive in the same turn as the last message, before the
 * message is handled.
 */
const hasEnded = ({ threadId }: Worker) => threadId === -1

/** The next message of the thread; throws if it ends, has ended, or times out. */
async function messageOf<Message>(worker: Worker, limits: QuestionLimits): Promise<Message> {
  if (hasEnded(worker)) throw new Error('worker exited')
  return new Promise<Message>((resolve, reject) => {
    const settled = () => {
      stopWaiting()
      worker.off('message', said).off('error', broken).off('exit', broken)
    }
    const said = (message: Message) => {
      settled()
      resolve(message)
    }
    const broken = (why: unknown) => {
      settled()
      reject(why instanceof Error ? why : new Error('worker exited'))
    }
    const stopWaiting = whenOver(limits, () => broken(new Error('timed out')))
    worker.on('message', said).on('error', broken).on('exit', broken)
  })
}

/**
 * Calls `over` after `maxTime` milliseconds of CPU time of the process, or after `maxTime` plus
 * `patience` by the clock, so that other programs on the machine rarely cause timeouts. The
 * returned function cancels the timer.
 */
function whenOver({ maxTime, patience = 0 }: QuestionLimits, over: () => void): () => void {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const look = () => {
    const { user, system } = process.cpuUsage(before)
    const isWaiting = (user + system) / 1000 < maxTime
    if (!isWaiting || performance.now() - begun >= maxTime + patience) return over()
    timer = setTimeout(look, 50)
  }
  let timer = setTimeout(look, maxTime)
  return () => clearTimeout(timer)
}
