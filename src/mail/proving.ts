/**
 * Checks of signatures in a worker thread, with limits of time and memory: what a stranger signs,
 * and over how much, must neither block nor end the service. One message after the other, each in a
 * thread of its own.
 */
import { Refusal } from '../errors.ts'
import { startThread } from '../threads.ts'
import { Turnstile } from '../turnstile.ts'
import { isWorthProving, type Resolver } from './dkim.ts'

/** Milliseconds; the time of a message begins when the thread can read it. */
const limits = { start: 60_000, message: 10_000 }
const heapLimitMb = 256

/** What the thread says: that it can read, which name it needs, who has sent the message. */
interface Said {
  ready?: true
  question?: { id: number; name: string; type: string }
  proven?: string[]
}

/** What name servers say that know that there is nothing; all else may be known later. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * The senders that a message proves; no one where it breaks the limits. Throws SERVICE_UNAVAILABLE
 * where it proves no one as long as name servers are away, and where too many of this client wait.
 */
export type Prove = (bytes: Uint8Array, client?: string) => Promise<string[]>

/** Messages that are looked at at once: name servers that never answer must not hold up others. */
const atOnce = { max: 3, maxPerKey: 1, maxWaitingPerKey: 20, maxWait: 60_000 }

/** A prover; each client, by its address, has its share of the slots. */
export function proverWith(resolver: Resolver): Prove {
  const turnstile = new Turnstile(atOnce)
  return async (bytes, client = '') => {
    if (!isWorthProving(bytes)) return []
    return turnstile.pass(client, () => prove(bytes, resolver))
  }
}

/** A thread that breaks has proved nothing. */
function prove(bytes: Uint8Array, resolver: Resolver): Promise<string[]> {
  const worker = startThread('prove-worker', {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  })
  let away: unknown
  const answer = async ({ id, name, type }: NonNullable<Said['question']>) => {
    const records = await resolver(name, type).catch((error: NodeJS.ErrnoException) => {
      const { code = 'ESERVFAIL' } = error
      if (!nothing.has(code)) away = error
      return code
    })
    worker.postMessage({ id, records })
  }
  return new Promise((resolve, reject) => {
    const end = (proven: string[] = []) => {
      clearTimeout(timer)
      void worker.terminate()
      const isUnknown = proven.length === 0 && away !== undefined
      if (isUnknown) reject(new Refusal('SERVICE_UNAVAILABLE', { cause: away }))
      else resolve(proven)
    }
    let timer = setTimeout(end, limits.start)
    worker.on('message', ({ ready, question, proven }: Said) => {
      if (question) return void answer(question)
      if (proven) return end(proven)
      clearTimeout(timer)
      if (ready) timer = setTimeout(end, limits.message)
    })
    worker.on('error', () => end()).on('exit', () => end())
  })
}
