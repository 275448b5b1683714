/**
 * Checks of signatures in a worker thread, with limits of time and memory: what a stranger signs,
 * and over how much, must neither block nor end the service. One message after the other, each in a
 * thread of its own.
 */
import { Worker } from 'node:worker_threads'
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

/** The senders that a message proves; nobody where it breaks the limits. */
export type Prove = (bytes: Uint8Array) => Promise<string[]>

export function proverWith(resolver: Resolver): Prove {
  let turn: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    if (!isWorthProving(bytes)) return []
    const proven = turn.then(() => prove(bytes, resolver))
    turn = proven
    return proven
  }
}

/** Never fails: a thread that breaks has proved nothing. */
function prove(bytes: Uint8Array, resolver: Resolver): Promise<string[]> {
  const worker = new Worker(new URL('prove.mjs', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  })
  const answer = async ({ id, name, type }: NonNullable<Said['question']>) => {
    const records = await resolver(name, type).catch(({ code = 'ESERVFAIL' }) => code as string)
    worker.postMessage({ id, records })
  }
  return new Promise((resolve) => {
    const end = (proven: string[] = []) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(proven)
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
