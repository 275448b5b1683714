/**
 * Decides when to count the idempotency keys of an account, and the bytes of their answers
 * (test/spec/b4-keys-kept). Counting 10,000 keys takes 10 ms, so a process counts again only after
 * 100 claims; in the last twentieth, with every claim. Beyond the limit are at most the claims that
 * run at once; with several processes, also those that each has let pass since its last count.
 */
import { mebi } from '../../base/values.ts'

/** Maximum idempotency keys of an account. */
export const maxKeys = 10_000

/** Maximum stored bytes of the answers kept for an account. */
export const maxKeptBytes = 64 * mebi

/** From so many keys on, they are counted with every claim. */
const lastTwentieth = maxKeys - maxKeys / 20

/** Claims of a process between two counts, and again at most as many while it counts. */
const maxUncounted = 100

/** Milliseconds after which a count that has returned no number is given up. */
const maxCounting = 1_000

/** Maximum accounts to remember; others are counted again. */
const maxAccounts = 10_000

/** What a claim has found, if it counted the keys, and what it adds. */
export interface CountedClaim {
  /** The number of keys that the account had before. */
  keyCount?: number | null | undefined
  /** The bytes of their answers before. */
  keptBytes?: number | null | undefined
  /** The approximate bytes of the kept answer. */
  size: number
}

interface Left {
  /** Claims until the next count; below 0 while one is under way. */
  claims: number
  bytes: number
  /** Whether the keys are counted with every claim. */
  isNear: boolean
  /** When a count is given up, by `performance.now()`. */
  givenUpAt: number
}

/** One per application. */
export class KeyCounts {
  /** What remains until the next count, by account. */
  readonly #left = new Map<number, Left>()

  /** The maximum, if the keys of the account are to be counted with this claim; else null. */
  mostFor(accountId: number): number | null {
    const left = this.#left.get(accountId)
    if (!left || left.isNear || left.bytes <= 0) return maxKeys
    left.claims -= 1
    if (left.claims >= 0) return null
    // One count serves the claims that are made meanwhile as well.
    const now = performance.now()
    if (now < left.givenUpAt && left.claims >= -maxUncounted) return null
    left.givenUpAt = now + maxCounting
    return maxKeys
  }

  /** Records what a claim has found, whether or not it was made. */
  counted(accountId: number, { keyCount, keptBytes }: Omit<CountedClaim, 'size'>): void {
    if (keyCount == null) return
    if (this.#left.size >= maxAccounts) this.#left.clear()
    this.#left.set(accountId, {
      claims: maxUncounted,
      bytes: Math.floor((maxKeptBytes - (keptBytes ?? 0)) / 4),
      isNear: keyCount >= lastTwentieth,
      givenUpAt: 0,
    })
  }

  /** Records that an answer of that size was kept. */
  kept(accountId: number, size: number): void {
    const left = this.#left.get(accountId)
    if (left) left.bytes -= size
  }
}
