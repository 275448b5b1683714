/**
 * Decides when to count the idempotency keys of an account, and the bytes of their answers
 * (test/spec/b4-keys-kept). Counting 10,000 keys takes 10 ms, so a process counts again only once
 * it has used a quarter of the remainder: so an account that four processes serve at once stays
 * within its limit.
 */
import { mebi } from '../../base/values.ts'

/** Maximum idempotency keys of an account. */
export const maxKeys = 10_000

/** Maximum stored bytes of the answers kept for an account. */
export const maxKeptBytes = 64 * mebi

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
  /** Keys and bytes that remain until the next count, by account. */
  readonly #left = new Map<number, { keys: number; bytes: number }>()

  /** The maximum, if the keys of the account are to be counted with its next claim; else null. */
  mostFor(accountId: number): number | null {
    const { keys, bytes } = this.#left.get(accountId) ?? { keys: 0, bytes: 0 }
    return keys > 0 && bytes > 0 ? null : maxKeys
  }

  /** Records a claim. */
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
