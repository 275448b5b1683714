/** Counts the running fields of an operation, and keeps failures until none runs. */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql'

/**
 * A failure of a non-null field ends its parent, and graphql then answers without waiting for the
 * fields beside it: which of their errors are listed would depend on timing. Such failures are
 * reported once nothing runs, in the order of their places (test/surfaces/graphql/outcome).
 */
export class Running {
  #fields = 0
  #isTelling = false
  #failed = 0
  readonly #failures: { at: string; tell: () => void }[] = []

  /** Failures of non-null fields, reported or not. */
  get failures(): number {
    return this.#failed
  }

  started(): void {
    this.#fields += 1
  }

  settled(): void {
    this.#fields -= 1
    this.#tellSoon()
  }

  /** A promise that fails once nothing runs. */
  failLast(error: unknown, path: GraphQLResolveInfo['path']): Promise<never> {
    this.#failed += 1
    return new Promise((_, reject) => {
      const at = JSON.stringify(responsePathAsArray(path))
      this.#failures.push({ at, tell: () => reject(error) })
      this.#tellSoon()
    })
  }

  #tellSoon(): void {
    if (this.#fields > 0 || this.#failures.length === 0 || this.#isTelling) return
    this.#isTelling = true
    // By then the fields below what has just been answered have started.
    setImmediate(() => {
      this.#isTelling = false
      if (this.#fields > 0) return
      const failures = this.#failures.splice(0)
      for (const { tell } of failures.sort((one, other) => (one.at < other.at ? -1 : 1))) tell()
    })
  }
}
