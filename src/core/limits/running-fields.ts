/** Counts the running fields of an operation, and holds back failures until none runs. */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql'

/**
 * A failure of a non-null field nulls its parent, and graphql then answers without waiting for
 * sibling fields, so which of their errors are listed would depend on timing. Therefore such
 * failures are reported once nothing runs, in the order of their paths
 * (test/surfaces/graphql/outcome).
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

  /** A promise that rejects once nothing runs. */
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
    // By then, the fields below the last answers have started.
    setImmediate(() => {
      this.#isTelling = false
      if (this.#fields > 0) return
      const failures = this.#failures.splice(0)
      for (const { tell } of failures.sort((one, other) => (one.at < other.at ? -1 : 1))) tell()
    })
  }
}
