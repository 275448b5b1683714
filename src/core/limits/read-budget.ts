/**
 * The bytes that one run of an operation may read. The database weighs rows before it sends them,
 * and never sends rows that exceed the budget, so memory does not grow with what is stored. On
 * `/graphql` a heavier answer is refused; the facade runs the operation once for each slice of the
 * rows (rest-facade/long-answer.ts).
 */
import { fail } from '../../base/errors.ts'

const mebi = 1024 * 1024

/** Bytes of rows that one operation on `/graphql` may read in all. */
export const maxOperationBytes = 32 * mebi

export interface Sizes {
  /** Bytes of rows that one operation on `/graphql` may read in all. */
  operation: number
  /** Bytes of rows that any request may read at once; what needs more waits for a slot. */
  small: number
  /** Bytes of rows that one part of a long answer holds, and again of the emails in them. */
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

/** Rows of one statement at most; only lists without pages have more. */
export const maxRows = 1_000

/** Rows that one run answers. */
export interface Slice {
  rows: readonly number[]
  /** Their weight, or that of the first of them; less than a part if it is unknown. */
  bytes: number
  /** The last email that was answered of the one row, which was begun. */
  after?: number | undefined
}

/** A row before it is read, and the bytes that reading it brings. */
export interface Weighed {
  id: number
  bytes: number
}

export const bytesOf = (rows: readonly Weighed[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** A slice of a long answer that is being read. */
interface Part extends Slice {
  /** The rows of the whole answer. */
  all: readonly number[]
}

/** What a run answers of something that does not fit, and what others are to answer after it. */
export interface Plan<Value> {
  value: Value
  rest: readonly Slice[]
}

export interface Taken<Value> {
  /** Undefined where it does not fit. */
  value: Value | undefined
  /** What was read. */
  bytes: number
  plan?: () => Plan<Value> | Promise<Plan<Value>>
}

/** Reads what fits into that many bytes. */
type Read<Value> = (budget: number) => Promise<Taken<Value>>

/**
 * More is needed than may be read without a wait, and a transaction must not hold its connection
 * and its locks for the answers of others. It is to be run again after `grow`.
 */
export class NeedsMore extends Error {}

interface Options {
  /** Called once, when the bytes are too few: returns how many more there are. */
  more?: () => Promise<number>
  /** The sizes of an answer that is planned where it does not fit. */
  sizes?: Sizes | undefined
  part?: Part
}

/** What one run may read. Its statements share it, so they run one after the other. */
export class Reading {
  readonly part: Part | undefined
  readonly sizes: Sizes | undefined
  /** The slices for later runs, in their order. */
  readonly rest: Slice[] = []
  /** Whether the run is in a transaction from its beginning to its end, and must not wait. */
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

  /** The rows in slices that are no heavier than a part, or of one row. */
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
   * Runs a read. What does not fit is planned, if it can be, and else refused: TOO_COMPLEX. With
   * `inTransaction` it throws NeedsMore rather than wait.
   */
  take<Value>(read: Read<Value>, inTransaction = false): Promise<Value> {
    const taking = this.#queue.then(() => this.#take(read, inTransaction))
    this.#queue = taking.catch(() => {})
    return taking
  }

  /** Waits for all that one operation may read. */
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
    // A part has as much for its emails as for its rows.
    if (!this.part) this.#left -= taken.bytes
    if (taken.value !== undefined) return taken.value
    const isPlanned = !inTransaction || this.isHeld
    if (!this.sizes || !taken.plan || !isPlanned) return fail('TOO_COMPLEX')
    const { value, rest } = await taken.plan()
    this.rest.push(...rest)
    return value
  }
}
