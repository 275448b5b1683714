/**
 * Decides when to count the idempotency keys of an account, and the bytes of their answers
 * (test/spec/b4-keys-kept). Counting 10,000 keys takes 10 ms, so a process counts again only after
 * 100 claims, until the last twentieth. There each claim is counted, and only requests at once can
 * exceed the limit, by as many as run at once.
 */
import { mebi } from '../../base/values.ts'

/** Maximum idempotency keys of an account. */
export const maxKeys = 10_000

/** Maximum stored bytes of the answers kept for an account. */
export const maxKeptBytes = 64 * mebi

/** From so many keys on, each claim is counted. */
const lastTwentieth = maxKeys - maxKeys / 20

/** Maximum claims of a process without a count. */
const maxUncounted = 100

/** Maximum accounts to remember; others are counted again. */
const maxAccounts = 10_000

/** The counts that a claim has found, if any, and what it has added. */
export interface CountedClaim {
  /** The number of keys that the account had before. */
  keyCount?: number | null | undefined
  /** The bytes of their answers before. */
  keptBytes?: number | null | undefined
  /** The approximate bytes of the kept answer. */
  size: number
}

/** One per application. */
export class KeyCounts {
  /** Claims and bytes that remain until the next count, by account; near the limit, every one. */
  readonly #left = new Map<number, { claims: number; bytes: number; isNear: boolean }>()

  /** The maximum, if the keys of the account are to be counted with this claim; else null. */
  mostFor(accountId: number): number | null {
    const left = this.#left.get(accountId)
    if (!left || left.isNear || left.bytes <= 0) return maxKeys
    if (left.claims > 0) {
      left.claims -= 1
      return null
    }
    // One count serves the claims that are made meanwhile as well.
    left.claims = maxUncounted
    return maxKeys
  }

  /** Records what a claim has found and kept. */
  claimed(accountId: number, { keyCount, keptBytes, size }: CountedClaim): void {
    if (keyCount == null) {
      const left = this.#left.get(accountId)
      if (left) left.bytes -= size
      return
    }
    if (this.#left.size >= maxAccounts) this.#left.clear()
    this.#left.set(accountId, {
      claims: maxUncounted,
      isNear: keyCount >= lastTwentieth,
      bytes: Math.floor((maxKeptBytes - (keptBytes ?? 0) - size) / 4),
    })
  }
}
