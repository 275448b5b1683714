/**
 * How much one run of an operation may read. Rows are weighed by the database before it answers
 * them, so that what does not fit is never sent: no answer needs memory in proportion to what is
 * stored.
 */
import { fail } from '../../base/errors.ts'
import type { LongTexts } from './long-texts.ts'

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

/** What all parts of one long answer share. */
export interface Whole {
  maxPayloads: number
  /** The ids of all rows of the list it answers; none where it is one object. */
  ids?: () => Promise<number[]>
  /** Bytes of payloads that each of its emails carries. Unknown until somebody needs it. */
  carried?: ReadonlyMap<number, number>
}

/** Where a part begins: after a row, or within it, after one of its emails. */
export interface From {
  row: number
  email?: number
  /** Rows of the page that were answered before. */
  sent: number
}

/** One part of a long answer: as many rows as fit, and as many of the emails in them. */
export interface Part {
  whole: Whole
  bytes: number
  /** Texts that are written after the part is made; their marks stand in it. */
  texts: LongTexts
  from?: From
  /** What comes first is read whatever it weighs, so that the answer gets on. */
  isAlone: boolean
  /** Told by who reads, where not even the first thing fitted: what that weighs, if it is known. */
  needs?: number
  /** Told by who reads: there are rows beyond. */
  hasMore?: boolean
  /** Told by who reads: emails are missing from this row on, in it only those after `email`. */
  end?: { row: number; email?: number }
}

export interface Taken<Value> {
  value: Value
  /** What was read. */
  bytes: number
  /** Not all fitted, or nothing at all did. */
  isCut: boolean
  isEmpty: boolean
  /** What the first thing weighs, where nothing fitted. */
  needs?: number
}

/** Reads as much as fits into that many bytes. */
type Read<Value> = (budget: number) => Promise<Taken<Value>>

/**
 * More is needed than may be read without a wait, and a transaction must not hold its connection
 * and its locks for the answers of others. It is to be run again after `grow`.
 */
export class NeedsMore extends Error {}

/** What one run may read. Its statements share it, so they run one after the other. */
export class Reading {
  readonly part: Part | undefined
  #left: number
  #more: (() => Promise<number>) | undefined
  #queue: Promise<unknown> = Promise.resolve()

  /** `more` is asked once, when `bytes` are too few: it answers how many there are besides. */
  constructor(limit: number | Part, more?: () => Promise<number>) {
    this.part = typeof limit === 'number' ? undefined : limit
    this.#left = typeof limit === 'number' ? limit : limit.bytes
    this.#more = more
  }

  /**
   * Runs a read. Throws TOO_COMPLEX where its rows do not fit; in a part, where not even the first
   * one does. With `inTransaction` it throws NeedsMore rather than wait.
   */
  take<Value>(read: Read<Value>, inTransaction = false): Promise<Value> {
    const taking = this.part
      ? this.#takePart(read)
      : this.#queue.then(() => this.#takeWhole(read, inTransaction))
    this.#queue = taking.catch(() => {})
    return taking
  }

  /** Waits for all that one operation may read. */
  async grow(): Promise<void> {
    const more = this.#more
    this.#more = undefined
    this.#left += (await more?.()) ?? 0
  }

  async #takePart<Value>(read: Read<Value>): Promise<Value> {
    const { value, isCut, isEmpty, needs } = await read(this.#left)
    if (!isCut || !isEmpty) return value
    if (this.part && needs !== undefined) this.part.needs = needs
    return fail('TOO_COMPLEX')
  }

  async #takeWhole<Value>(read: Read<Value>, inTransaction: boolean): Promise<Value> {
    let taken = await read(this.#left)
    if (taken.isCut && this.#more) {
      if (inTransaction) throw new NeedsMore()
      await this.grow()
      taken = await read(this.#left)
    }
    if (taken.isCut) fail('TOO_COMPLEX')
    this.#left -= taken.bytes
    return taken.value
  }
}
