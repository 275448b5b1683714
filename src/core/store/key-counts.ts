/**
 * When the idempotency keys of an account, and the bytes of their answers, are counted
 * (test/spec/b4-keys-kept). Counting 10,000 takes 10 ms, so a process counts again only once it has
 * claimed a quarter of what was left: then an account that four processes serve at once still has
 * no more than it may have.
 */

/** Idempotency keys of an account at most. */
export const maxKeys = 10_000

/** Bytes of the answers that are kept for an account, as they are stored. */
export const maxKeptBytes = 64 * 1024 * 1024

/** Accounts that are known at once; others are counted anew. */
const maxAccounts = 10_000

/** What a claim has found, if the keys were counted, and what it has added. */
export interface CountedClaim {
  /** How many keys the account had before. */
  keyCount?: number | null | undefined
  /** The bytes of their answers. */
  keptBytes?: number | null | undefined
  /** Of the answer that is kept, about. */
  size: number
}

/** One per application. */
export class KeyCounts {
  /** Claims and bytes until the next count, by account. */
  readonly #left = new Map<number, { keys: number; bytes: number }>()

  /** The maximum, if the keys of the account are to be counted with its next claim; else null. */
  mostFor(accountId: number): number | null {
    const { keys, bytes } = this.#left.get(accountId) ?? { keys: 0, bytes: 0 }
    return keys > 0 && bytes > 0 ? null : maxKeys
  }

  /** A key of the account was claimed. */
  claimed(accountId: number, { keyCount, keptBytes, size }: CountedClaim): void {
    if (this.#left.size >= maxAccounts) this.#left.clear()
    const before = this.#left.get(accountId) ?? { keys: 0, bytes: 0 }
    const left =
      keyCount == null
        ? { keys: before.keys - 1, bytes: before.bytes - size }
        : {
            keys: Math.floor((maxKeys - keyCount - 1) / 4),
            bytes: Math.floor((maxKeptBytes - (keptBytes ?? 0) - size) / 4),
          }
    this.#left.set(accountId, left)
  }
}
