/**
 * When the idempotency keys of an account are counted (test/spec/b4-keys-kept). Counting 10,000
 * takes 10 ms, so a process counts again only once it has claimed a quarter of what was left: then
 * an account that four processes serve at once still has no more than it may have.
 */

/** Idempotency keys of an account at most. */
export const maxKeys = 10_000

/** Accounts that are known at once; others are counted anew. */
const maxAccounts = 10_000

/** One per application. */
export class KeyCounts {
  /** Claims until the next count, by account. */
  readonly #left = new Map<number, number>()

  /** The maximum, if the keys of the account are to be counted with its next claim; else null. */
  mostFor(accountId: number): number | null {
    return (this.#left.get(accountId) ?? 0) > 0 ? null : maxKeys
  }

  /** A key was claimed; `count` is what the account had before, if that was counted. */
  claimed(accountId: number, count: number | null | undefined): void {
    if (this.#left.size >= maxAccounts) this.#left.clear()
    const left =
      count == null ? (this.#left.get(accountId) ?? 0) - 1 : Math.floor((maxKeys - count - 1) / 4)
    this.#left.set(accountId, left)
  }
}
