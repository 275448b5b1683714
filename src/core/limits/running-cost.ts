/**
 * Counts the cost of an operation while it runs. The document does not show the length of a list
 * without `first`, the weight of a text, or how often a field fails, so these are counted as
 * resolvers return. Exceeding a limit ends the operation: no further resolver runs, and the answer
 * is only the refusal. graphql 16 cannot abort running resolvers, so the answer waits for running
 * statements, which have their own timeout (test/core/limits/running-cost).
 */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import { Refusal } from '../../base/errors.ts'
import { Running } from './running-fields.ts'

/** Maximum rows answered in one turn of the event loop; a field takes a microsecond. */
const rowsAtOnce = 100

/** The limits of one operation. */
interface Most {
  /** Objects of the answer. */
  cost: number
  answerBytes: number
  /** Listed errors, and failing fields, listed or not. */
  errors: number
  failures: number
}

/** The meter of one operation. */
export class Meter {
  readonly running = new Running()
  readonly #most: Most
  readonly #refusalFor: (limit: keyof Most) => Refusal
  #objects = 0
  #textLength = 0
  #errors = 0
  #rows = 0
  #refusal: Refusal | undefined

  /** `refusalFor` returns the refusal for exceeding a limit. */
  constructor(most: Most, refusalFor: (limit: keyof Most) => Refusal) {
    this.#most = most
    this.#refusalFor = refusalFor
  }

  /** The refusal, once a limit is exceeded. */
  get refusal(): Refusal | undefined {
    return this.#refusal
  }

  /** Whether errors were omitted. */
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

  /** Whether this many more rows must wait for a later turn of the event loop. */
  isDue(rows: number): boolean {
    this.#rows += rows
    if (this.#rows <= rowsAtOnce) return false
    this.#rows = 0
    return true
  }

  /**
   * Counts a value that a resolver computes, such as a decoded or cleaned text. Its length is at
   * most its bytes, so only operations that exceed the limit in any case are ended.
   */
  takeValue(value: unknown): void {
    if (typeof value === 'string') this.#textLength += value.length
    if (this.#textLength > this.#most.answerBytes) this.endBecauseOf('answerBytes')
  }

  /** The answer of a failed field: its error, or null once the maximum of errors is listed. */
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
 * graphql reuses an error that has a path, so all abandoned fields share this one: separate errors
 * would cost more than the answer. It is never shown.
 */
const givenUp = new GraphQLError('The operation has ended.', { path: [] })

/**
 * The answer of a field after its operation has ended. Null costs graphql the least. A non-null
 * field answers a rejected promise: a throw would end a list at once and leave rejections of its
 * earlier elements unhandled, which would end the process.
 */
export const noAnswer = (isNullable: boolean): unknown =>
  isNullable ? null : Promise.reject(givenUp)
