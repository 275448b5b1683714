/**
 * Checks of signatures in worker threads, with limits of time and memory: one message in each, and
 * one of each client.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Refusal } from '../../base/errors.ts'
import { LimitedThreads } from '../../process/threads.ts'
import { isWorthProving, type Resolver } from './dkim.ts'

/** Milliseconds for one message. */
const maxTime = 10_000
/**
 * The heap in MiB. Several at once: name servers that never answer must not hold up others; a
 * thread of its own for each, so that none finds anything of another.
 */
const limits = {
  ...{ max: 3, maxPerKey: 1, maxWaitingPerKey: 20, maxWait: 60_000 },
  ...{ maxHeap: 256, isUsedOnce: true },
}

/** What the thread is asked; it asks for names itself, through `names`. */
export interface ProofRequest {
  bytes: Uint8Array
  /** For how long a signature proves anything; 0: for ever. */
  days: number
  names: MessagePort
}

export interface NameQuestion {
  id: number
  name: string
  type: string
}

/** The records of a name, or the code of the error. */
export interface NameAnswer {
  id: number
  records: string[][] | string
}

/** What name servers say that know that there is nothing; all else may be known later. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * The senders that a message proves; no one where it breaks the limits. Throws SERVICE_UNAVAILABLE
 * where it proves no one as long as name servers are away, and where too many of this client wait.
 */
export type Prove = (bytes: Uint8Array, client?: string) => Promise<string[]>

/**
 * A prover, to whom signatures count for so many days; each client, by its address, has its share
 * of the slots.
 */
export function proverWith(resolver: Resolver, days: number): Prove {
  const threads = new LimitedThreads<ProofRequest, string[]>('prove-worker', limits)
  return async (bytes, client = '') => {
    if (!isWorthProving(bytes)) return []
    const { port1: asked, port2: names } = new MessageChannel()
    let away: unknown
    asked.on('message', async ({ id, name, type }: NameQuestion) => {
      const records = await resolver(name, type).catch((error: NodeJS.ErrnoException) => {
        const { code = 'ESERVFAIL' } = error
        if (!nothing.has(code)) away = error
        return code
      })
      asked.postMessage({ id, records } satisfies NameAnswer)
    })
    try {
      const limit = { key: client, maxTime, transfer: [names] }
      const proven = (await threads.ask({ bytes, days, names }, limit)) ?? []
      if (proven.length > 0 || away === undefined) return proven
      throw new Refusal('SERVICE_UNAVAILABLE', { cause: away })
    } finally {
      asked.close()
    }
  }
}
