/**
 * Limits concurrent uploads. They occupy disk space as drafts, so the limit is on the bytes that
 * they may have, not on those received: in MiB, at least one per upload, which also limits their
 * number. Images, which anonymous clients may send, have a separate limit and never take the slots
 * of documents. One key has one draft at a time.
 */

import { mebi } from '../../base/values.ts'
import type { Visibility } from '../../outside/objects/objects.ts'
import { networkOf } from '../../process/networks.ts'
import { type Bounds, Turnstile } from '../../process/turnstile.ts'

/** Maximum MiB at once, in total and per client network. */
type MaxReceived = Readonly<Record<Visibility, Pick<Bounds, 'max' | 'maxPerKey'>>>

const maxReceived: MaxReceived = {
  private: { max: 4096, maxPerKey: 1024 },
  public: { max: 1024, maxPerKey: 256 },
}

const maxWaiting = { maxWaiting: 500, maxWaitingPerKey: 50 }

export interface Upload {
  visibility: Visibility
  key: string
  /** The client's IP address. */
  ip: string
  maxBytes: number
}

/**
 * Runs `work` in a slot; throws SERVICE_UNAVAILABLE if too many uploads wait, or this one too long.
 */
export type UploadSlots = <T>(upload: Upload, work: () => Promise<T>) => Promise<T>

/** The slots of one store. */
export function uploadSlots(max: MaxReceived = maxReceived): UploadSlots {
  // A retry waits for the end of the first attempt, which may have to be cut off as stalled.
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
