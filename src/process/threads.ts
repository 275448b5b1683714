/**
 * Worker threads for what strangers send: it must neither block nor end the service, nor take its
 * memory. Started from the sources as from the built program.
 */
import { type Transferable, Worker } from 'node:worker_threads'
import { fail } from '../base/errors.ts'
import { type Bounds, Turnstile } from './turnstile.ts'

/** The modules that run in threads of their own, in src/. */
export const threads = {
  'parse-worker': '../mail/reading/parse-worker.ts',
  'prove-worker': '../mail/receiving/prove-worker.ts',
  clean: '../outside/html/clean.ts',
} as const

const isBuilt = import.meta.url.endsWith('.js')

export interface ThreadLimits extends Omit<Bounds, 'name'> {
  /** MiB of the heap of a thread. */
  maxHeap: number
  /** Milliseconds a thread may take to load its module, which no question has to give. */
  maxStart?: number
  /** A thread answers one question only; otherwise it waits for the next. */
  isUsedOnce?: boolean
  /** Called with the reason when a question gets no answer. */
  onBroken?: (why: unknown) => void
}

interface QuestionLimits {
  /** Milliseconds until the answer. */
  maxTime: number
  /** Milliseconds beyond `maxTime` as long as the processor did other work. */
  patience?: number
  /** Whose question it is, as for `Turnstile`. */
  key?: string
  transfer?: Transferable[]
}

/**
 * Threads that run one module, and answer questions, as many at once as `max` says. The module
 * posts one message when it can read, and then one for each question. A thread that breaks, or
 * takes too long, is thrown away; one that waits keeps no process alive.
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
   * The answer; undefined where the thread broke, or the time was over. Throws SERVICE_UNAVAILABLE
   * where too many wait, or too long, and after `close`.
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

  /** Ends the threads once questions in hand are answered; those that wait are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    // A weight beyond all bounds goes through alone.
    await this.#turnstile.pass('', async () => {}, Number.POSITIVE_INFINITY).catch(() => {})
    await Promise.all([...this.#waiting].map((worker) => worker.terminate()))
  }

  #start(): Worker {
    const worker = startThread(this.#name, this.#limits.maxHeap)
    // What it says while no one asks it must not end the service; the next question has another.
    const gone = () => this.#waiting.delete(worker)
    return worker.on('error', gone).on('exit', gone)
  }
}

/**
 * A thread that runs the module. Node's threads do not inherit the TypeScript loader, so the one
 * that the sources need is loaded first; the built program has plain JavaScript beside it.
 */
function startThread(name: keyof typeof threads, maxOldGenerationSizeMb: number): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb } }
  if (isBuilt) return new Worker(new URL(`${name}.js`, import.meta.url), options)
  const argv = [new URL(threads[name], import.meta.url).href]
  return new Worker(new URL('loaded-thread.mjs', import.meta.url), { ...options, argv })
}

/** A busy process hears of the end in one turn with the last message, before it acts on that. */
const hasEnded = ({ threadId }: Worker) => threadId === -1

/** What the thread says next; throws where it ends or has ended, or takes longer. */
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
 * Calls when the time is over: by the clock, and while there is patience by the processor too, so
 * that nothing is given up for what other programs take. What is answered ends the wait.
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
