/**
 * The bytes that one run of an operation may read. The database weighs rows and never sends any
 * that exceed the budget, so memory use does not grow with the stored data. On `/graphql`, a
 * heavier answer is refused; the facade runs the operation once for each slice of the rows
 * (rest-facade/long-answer.ts).
 */
import { fail } from '../../base/errors.ts'
import { mebi } from '../../base/values.ts'

/** Bytes of rows that one operation on `/graphql` may read in all. */
export const maxOperationBytes = 32 * mebi

export interface Sizes {
  /** `maxOperationBytes`, unless a test sets less. */
  operation: number
  /** Bytes of rows that any request may read at once; to read more, it waits for a slot. */
  small: number
  /** Bytes of rows in one part of a long answer, and as many of the emails in them. */
  part: number
  /** Bytes of attachments in one answer of the facade (test/spec/02.9). */
  payloads: number
}

export const sizes: Sizes = {
  operation: maxOperationBytes,
  small: mebi,
  part: mebi / 2,
  payloads: 16 * mebi,
}

/** Maximum rows of one statement; only lists without pages can have more. */
export const maxRows = 1_000

/** The rows that one run answers. */
export interface Slice {
  rows: readonly number[]
  /** Their weight, or that of the first one; less than a part if unknown. */
  bytes: number
  /** If the slice is the rest of one row, the last email answered so far. */
  after?: number | undefined
}

/** A row that has not been read, and the bytes that reading it transfers. */
export interface Weighed {
  id: number
  bytes: number
}

export const bytesOf = (rows: readonly Weighed[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** The slice of a long answer that is being read. */
interface Part extends Slice {
  /** The rows of the whole answer. */
  all: readonly number[]
}

/** The division of a long answer: what this run answers, and what later runs will. */
interface Plan<Value> {
  value: Value
  rest: readonly Slice[]
}

export interface Taken<Value> {
  /** Undefined if it does not fit. */
  value: Value | undefined
  /** The bytes that were read. */
  bytes: number
  plan?: () => Plan<Value> | Promise<Plan<Value>>
}

/** Reads a value if it fits into `budget` bytes. */
type Read<Value> = (budget: number) => Promise<Taken<Value>>

/**
 * The transaction must be run again after `grow`: it needs more bytes than may be read without
 * waiting, and must not hold its connection and locks while it waits for other answers.
 */
export class NeedsMore extends Error {}

interface Options {
  /** Called once, when the bytes do not suffice: waits for more and resolves to their number. */
  more?: () => Promise<number>
  /** Sizes for dividing an answer that does not fit; unset if it must not be divided. */
  sizes?: Sizes | undefined
  part?: Part
}

/** The budget of one run. Its statements share it, so they run one after the other. */
export class Reading {
  readonly part: Part | undefined
  readonly sizes: Sizes | undefined
  /** The slices for later runs, in order. */
  readonly rest: Slice[] = []
  /** Whether the whole run is in a transaction, and so must not wait. */
  isHeld = false
  #left: number
  #more: Options['more']
  #queue: Promise<unknown> = Promise.resolve()

  constructor(bytes: number, { more, sizes, part }: Options = {}) {
    this.#left = bytes
    this.#more = more
    this.sizes = sizes
    this.part = part
  }

  /** The rows in slices that weigh at most a part, or have one row. */
  slices(rows: readonly Weighed[]): Slice[] {
    const slices: (Slice & { rows: number[] })[] = []
    for (const { id, bytes } of rows) {
      const last = slices.at(-1)
      const most = last && last.rows.length < maxRows ? (this.sizes?.part ?? 0) : 0
      if (last && last.bytes + bytes <= most) {
        last.rows.push(id)
        last.bytes += bytes
      } else slices.push({ rows: [id], bytes })
    }
    return slices
  }

  /**
   * Runs a read. An answer that does not fit is divided if possible, else refused with TOO_COMPLEX.
   * With `inTransaction`, throws NeedsMore rather than wait.
   */
  take<Value>(read: Read<Value>, inTransaction = false): Promise<Value> {
    const taking = this.#queue.then(() => this.#take(read, inTransaction))
    this.#queue = taking.catch(() => {})
    return taking
  }

  /** Waits for the maximum budget of one operation. */
  async grow(): Promise<void> {
    const more = this.#more
    this.#more = undefined
    this.#left += (await more?.()) ?? 0
  }

  async #take<Value>(read: Read<Value>, inTransaction: boolean): Promise<Value> {
    let taken = await read(this.#left)
    if (taken.value === undefined && this.#more) {
      if (inTransaction || this.isHeld) throw new NeedsMore()
      await this.grow()
      taken = await read(this.#left)
    }
    // A part's emails have a separate budget of the same size.
    if (!this.part) this.#left -= taken.bytes
    if (taken.value !== undefined) return taken.value
    const isPlanned = !inTransaction || this.isHeld
    if (!this.sizes || !taken.plan || !isPlanned) return fail('TOO_COMPLEX')
    const { value, rest } = await taken.plan()
    this.rest.push(...rest)
    return value
  }
}
