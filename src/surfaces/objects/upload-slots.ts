/**
 * How much is received at once. What is on its way lies in drafts, so the bytes that uploads may
 * have, not those that have come, are what is bounded: in MiB, each upload counting as one at
 * least, which bounds their number too. Images, which anonymous clients send, have a bound of their
 * own: they never take the slots of documents. For one key there is one draft at a time.
 */

import type { Visibility } from '../../outside/objects/objects.ts'
import { networkOf } from '../../process/networks.ts'
import { type Bounds, Turnstile } from '../../process/turnstile.ts'

const mebi = 1024 * 1024

/** MiB at once, in all and per client network. */
export type MaxReceived = Readonly<Record<Visibility, Pick<Bounds, 'max' | 'maxPerKey'>>>

const maxReceived: MaxReceived = {
  private: { max: 4096, maxPerKey: 1024 },
  public: { max: 1024, maxPerKey: 256 },
}

const maxWaiting = { maxWaiting: 500, maxWaitingPerKey: 50 }

export interface Upload {
  visibility: Visibility
  key: string
  /** The client's address. */
  ip: string
  maxBytes: number
}

/**
 * Runs `work` once there is a slot for it; throws SERVICE_UNAVAILABLE where too many wait, or too
 * long.
 */
export type UploadSlots = <T>(upload: Upload, work: () => Promise<T>) => Promise<T>

/** The slots of one store. */
export function uploadSlots(max: MaxReceived = maxReceived): UploadSlots {
  // A sender that repeats waits until the first try is over: it may be cut as standing still.
  const maxWait = 15_000
  const keys = new Turnstile({
    name: 'uploadsOfObject',
    max: Infinity,
    maxPerKey: 1,
    ...maxWaiting,
    maxWait,
  })
  const bytes = {
    private: new Turnstile({ name: 'privateUploads', ...max.private, ...maxWaiting }),
    public: new Turnstile({ name: 'publicUploads', ...max.public, ...maxWaiting }),
  }
  return ({ visibility, key, ip, maxBytes }, work) => {
    const weight = Math.max(1, Math.ceil(maxBytes / mebi))
    return keys.pass(key, () => bytes[visibility].pass(networkOf(ip), work, weight))
  }
}
