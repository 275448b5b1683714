/**
 * The cost of an operation while it runs. Its text does not show the length of a list without
 * `first`, the weight of a text, or how often a field fails, so these are counted as resolvers
 * answer. Exceeding a limit ends the operation: no further resolver runs, and the answer is the
 * refusal alone. Graphql 16 cannot abort running resolvers, so the answer waits for statements in
 * flight, which have a timeout of their own (test/surfaces/graphql/running-cost).
 */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import { Refusal } from '../../base/errors.ts'
import { Running } from './running-fields.ts'

/** Rows whose fields are answered in one turn of the event loop; a field more is a microsecond. */
const rowsAtOnce = 100

/** The limits of one operation. */
interface Most {
  /** Objects of the answer. */
  cost: number
  answerBytes: number
  /** Errors that are listed, and fields that fail, listed or not. */
  errors: number
  failures: number
}

/** The account of one operation. */
export class Meter {
  readonly running = new Running()
  readonly #most: Most
  readonly #refusalFor: (limit: keyof Most) => Refusal
  #objects = 0
  #textLength = 0
  #errors = 0
  #rows = 0
  #refusal: Refusal | undefined

  /** `refusalFor` returns the refusal of an operation that exceeds a limit. */
  constructor(most: Most, refusalFor: (limit: keyof Most) => Refusal) {
    this.#most = most
    this.#refusalFor = refusalFor
  }

  /** The refusal, once a limit is exceeded. */
  get refusal(): Refusal | undefined {
    return this.#refusal
  }

  /** Whether errors were left out. */
  get hasMoreErrors(): boolean {
    return this.#errors > this.#most.errors
  }

  /** Ends the operation because of this limit. */
  endBecauseOf(limit: keyof Most): void {
    this.#refusal ??= this.#refusalFor(limit)
  }

  /** Counts `count` objects of the answer, before any of their fields is read. */
  takeObjects(count: number): void {
    this.#objects += count
    if (this.#objects > this.#most.cost) this.endBecauseOf('cost')
  }

  /** Whether that many more rows must be answered in a later turn of the event loop. */
  isDue(rows: number): boolean {
    this.#rows += rows
    if (this.#rows <= rowsAtOnce) return false
    this.#rows = 0
    return true
  }

  /**
   * What a resolver makes of a row, such as a text that is decoded or cleaned: its length is less
   * than its bytes, so this only ends what is over the limit in any case.
   */
  takeValue(value: unknown): void {
    if (typeof value === 'string') this.#textLength += value.length
    if (this.#textLength > this.#most.answerBytes) this.endBecauseOf('answerBytes')
  }

  /** The answer of a failed field: its error, or null once enough errors are listed. */
  fail(error: unknown, isNullable: boolean, path: GraphQLResolveInfo['path']): unknown {
    // Some rows were too heavy to read: the rest of the answer would look complete.
    if (error instanceof Refusal && error.code === 'TOO_COMPLEX') this.endBecauseOf('answerBytes')
    if (this.#refusal) return noAnswer(isNullable)
    this.#errors += 1
    if (this.#errors <= this.#most.errors) {
      if (isNullable) throw error
      return this.running.failLast(error, path)
    }
    if (!isNullable || this.#errors > this.#most.failures) {
      this.endBecauseOf(isNullable ? 'failures' : 'errors')
    }
    return noAnswer(isNullable)
  }
}

/**
 * GraphQL keeps an error that has a path: all fields given up share this one, because an error each
 * would cost more than the answer. It is never shown.
 */
const givenUp = new GraphQLError('The operation has ended.', { path: [] })

/**
 * What a field answers once its operation has ended. Null costs graphql the least. Where null is
 * not allowed it is a promise: a throw there ends a list at once, and the promises of its earlier
 * elements would fail unheard, which ends the process.
 */
export const noAnswer = (isNullable: boolean): unknown =>
  isNullable ? null : Promise.reject(givenUp)
