/**
 * Answers that are too large to be made at once. They are read in parts, each as many rows as fit
 * and as many of the emails in them, and sent as they are read: a slow client holds one part and no
 * connection to the database. Joined, the parts are the bytes that one answer would have been.
 */
import { Readable } from 'node:stream'
import { Refusal } from '../src/base/errors.ts'
import { LongTexts } from '../src/core/limits/long-texts.ts'
import {
  type From,
  type Part,
  Reading,
  type Sizes,
  type Whole,
} from '../src/core/limits/reading.ts'
import type { TimeShares } from '../src/process/time-shares.ts'
import { type Leave, Turnstile } from '../src/process/turnstile.ts'
import { GrowingTag, isNamed } from '../src/surfaces/http/etag.ts'
import { adding, measured } from './entity-tags.ts'
import type { Answer } from './errors.ts'
import { type Item, type Joined, Joiner, type Piece, type Ran } from './joined-parts.ts'

export interface LongOptions {
  sizes: Sizes
  turnstile: Turnstile
  /** Whose large answers, and whose time, count together. */
  key: string
  shares: TimeShares
  /** Runs the operation once, with credentials and permissions checked anew. */
  run: (reading: Reading) => Promise<Ran>
  /** Watches the client while it is sent a part; answers what ends that. */
  watch: (giveUp: () => void) => Leave
  read?: Read | undefined
}

/** Of a read: what its client has, whether it wants the headers alone, and whether it has gone. */
interface Read {
  ifNoneMatch: string | undefined
  isHead: boolean
  isGone: () => boolean
}

/** Whether the tag is asked for before the body. */
const asksForTag = (read: Read | undefined) =>
  read !== undefined && (read.isHead || read.ifNoneMatch !== undefined)

/** Milliseconds that a part of an answer that has begun waits for its slot. */
const longestWait = 600_000

/**
 * Parts that are made at once: that is work for the whole process, so each account has its share.
 */
const running = new Turnstile({
  name: 'partsOfAnswers',
  max: 4,
  maxPerKey: 1,
  maxWait: longestWait,
})

/** Reads the parts of one answer, each in a slot. */
class Parts {
  readonly options: LongOptions
  readonly #whole: Whole
  /** Ends the hold on the part that is in hand. */
  #leave: Leave = () => {}
  /** What the client takes, once there is a first part. */
  stream: Readable | undefined

  constructor(options: LongOptions) {
    this.options = options
    this.#whole = { maxPayloads: options.sizes.payloads }
  }

  /** Nothing is in hand from now on. */
  close(): void {
    this.#leave()
  }

  async read(from?: From): Promise<Piece> {
    const piece = await this.#run(2 * this.options.sizes.part, from, false)
    if (!piece.ran.isTooLarge) return piece
    // One row, or one email, that is larger than a part: it is there twice, as a row and as JSON.
    const { needs = Number.POSITIVE_INFINITY } = piece.part
    return this.#run(2 * needs, from, true)
  }

  /**
   * The same after the first one. What was sent cannot be taken back: where this throws, the answer
   * ends in the middle, as no sound one does.
   */
  async next(from: From): Promise<Piece> {
    const piece = await this.read(from)
    const { answer, isTooLarge, rows } = piece.ran
    if (isTooLarge || answer.status >= 300) throw new Error(`a part got ${answer.status}`)
    // There were more a moment ago. An end here would look like that of the whole.
    if (rows.length === 0) throw new Error('the rest of a list is no longer there')
    return piece
  }

  async #run(weight: number, from: From | undefined, isAlone: boolean): Promise<Piece> {
    const { sizes, turnstile, key, shares, run } = this.options
    this.#leave()
    // What was begun is not broken off because others came before.
    const maxWait = from ? longestWait : undefined
    this.#leave = await turnstile.enter(key, weight, maxWait)
    if (this.stream?.destroyed) {
      this.#leave()
      throw new Error('the client no longer reads the response')
    }
    const part: Part = {
      ...{ whole: this.#whole, bytes: sizes.part, isAlone, texts: new LongTexts() },
      ...(from && { from }),
    }
    const made = async () => {
      const share = await shares.enter(key)
      return run(new Reading(part)).finally(() => share.end())
    }
    return { ran: await running.pass(key, made), part }
  }
}

/** The text of an answer by its parts, each of which is watched while it is taken. */
async function* textOf(first: Joined, parts: Parts, joiner: Joiner, watch: () => Leave) {
  const { shares, key } = parts.options
  for (let joined = first; ; ) {
    const { text, texts, from } = joined
    const stop = watch()
    try {
      yield* shares.written(key, texts.write(from ? text : text + joiner.tail))
    } finally {
      stop()
    }
    if (!from) return
    joined = joiner.add(await parts.next(from))
  }
}

const unwatched = () => () => {}

/**
 * The answer in parts, the first of which is read at once: a refusal is answered as such. Where the
 * first is all, its length and its entity tag are known. Otherwise the tag follows the last part;
 * for HEAD, and to know whether the client has all of them, they are read once without being sent.
 */
export async function longAnswer(options: LongOptions): Promise<Answer> {
  const parts = new Parts(options)
  try {
    const first = await parts.read()
    const { answer } = first.ran
    if (answer.body === null || answer.status >= 300) {
      parts.close()
      return answer
    }
    const joiner = new Joiner(answer.body as Item)
    const joined = joiner.add(first)
    const known = await knownBefore(options, joined, textOf(joined, parts, joiner, unwatched))
    if (known && isNamed(options.read?.ifNoneMatch, known.etag)) {
      parts.close()
      return { status: 304, body: null, headers: { ...answer.headers, etag: known.etag } }
    }
    if (known && options.read?.isHead) {
      parts.close()
      // That of GET has no length either if it is sent in parts.
      return headersOnly(answer, known, joined.from === undefined)
    }
    if (joined.from !== undefined && options.read && asksForTag(options.read)) {
      parts.close()
      const read = { ...options.read, ifNoneMatch: undefined, isHead: false }
      return await longAnswer({ ...options, read })
    }
    const watch = () =>
      options.watch(() => stream.destroy(new Error('the client reads the response too slowly')))
    const tag = new GrowingTag()
    const text = adding(textOf(joined, parts, joiner, watch), tag)
    // Nothing is read ahead of what the client takes.
    const stream = Readable.from(text, { highWaterMark: 0 })
    stream.once('close', () => parts.close())
    parts.stream = stream
    if (!known) return { ...answer, stream, ...(options.read && { tag: () => tag.end() }) }
    const etag = options.read && { etag: known.etag }
    const headers = { ...answer.headers, ...etag, 'content-length': String(known.length) }
    return { ...answer, stream, headers }
  } catch (error) {
    parts.close()
    throw error
  }
}

interface Known {
  length: number
  etag: string
}

const headersOnly = (answer: Answer, { length, etag }: Known, hasLength: boolean): Answer => ({
  ...answer,
  stream: Readable.from([]),
  headers: { ...answer.headers, etag, ...(hasLength && { 'content-length': String(length) }) },
})

/**
 * The bytes and the tag of an answer before it is sent: where the first part is all, and where the
 * tag is asked for. Undefined otherwise, and where it can no longer be read to its end: then
 * another reading says why.
 */
async function knownBefore(
  { read }: LongOptions,
  { from }: Joined,
  text: AsyncIterable<string>,
): Promise<Known | undefined> {
  if (from !== undefined && !asksForTag(read)) return undefined
  try {
    return await measured(text, read?.isGone)
  } catch (error) {
    if (from === undefined || error instanceof Refusal) throw error
    return undefined
  }
}
