/**
 * Verifies signatures in worker threads, with limits on time and memory: one message per thread,
 * and one per client at a time.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Refusal } from '../../base/errors.ts'
import { LimitedThreads } from '../../process/threads.ts'
import { isWorthProving, type Resolver } from './dkim.ts'

/** Milliseconds for one message. */
const maxTime = 10_000
/**
 * The heap is in MiB. Several run at once, so that unresponsive name servers do not hold up others,
 * each in a new thread, so that messages cannot affect each other.
 */
const limits = {
  max: 3,
  maxPerKey: 1,
  maxWaitingPerKey: 20,
  maxWait: 60_000,
  maxHeap: 256,
  isUsedOnce: true,
}

/** The request to the thread, which sends its DNS queries through `names`. */
export interface ProofRequest {
  bytes: Uint8Array
  /** Days for which a signature counts; 0: for ever. */
  days: number
  names: MessagePort
}

export interface NameQuestion {
  id: number
  name: string
  type: string
}

/** The DNS records of a name, or an error code. */
export interface NameAnswer {
  id: number
  records: string[][] | string
}

/** Definite negative answers of name servers; other errors are temporary. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * The verified senders of a message; empty if it exceeds the limits. Throws SERVICE_UNAVAILABLE if
 * the result depends on unavailable name servers, and if too many messages of this client wait.
 */
export type Prove = (bytes: Uint8Array, client?: string) => Promise<string[]>

/**
 * A verifier for which signatures count for `days`; each client, by its IP address, has its share
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
