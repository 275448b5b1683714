/**
 * Answers that are too large to be made at once. The rows that did not fit into one run of the
 * operation are planned as slices; the operation is run once for each, and its answer is sent
 * before the next. A slow client holds one part and no connection to the database. Joined, the
 * parts are the bytes that one answer would have been.
 */
import { Readable } from 'node:stream'
import { Refusal } from '../src/base/errors.ts'
import { Reading, type Sizes, type Slice } from '../src/core/limits/read-budget.ts'
import type { TimeShares } from '../src/process/time-shares.ts'
import { type Leave, Turnstile } from '../src/process/turnstile.ts'
import { GrowingTag, isNamed } from '../src/surfaces/http/etag.ts'
import { adding, measured } from './entity-tags.ts'
import type { RestAnswer } from './errors.ts'
import { Joiner } from './joined-parts.ts'

/** The result of one run: its answer, and the ids of the rows in it. */
export interface RunResult {
  answer: RestAnswer
  ids: readonly number[]
}

export interface LongOptions {
  slices: readonly Slice[]
  /** The body around the parts of a list. */
  frame: unknown
  /** Of the run that planned the slices, e.g. that it is a replay. */
  headers?: RestAnswer['headers'] | undefined
  sizes: Sizes
  turnstile: Turnstile
  /** Large answers and time count together by it. */
  key: string
  shares: TimeShares
  /** Runs the operation once, with credentials and permissions checked anew. */
  run: (reading: Reading) => Promise<RunResult>
  /** Watches the client while a part is sent; returns what ends that. */
  watch: (giveUp: () => void) => Leave
  read?: Read | undefined
}

/** Of a read: the client's tags, whether it wants headers alone, and whether it has gone. */
interface Read {
  ifNoneMatch: string | undefined
  isHead: boolean
  isGone: () => boolean
}

/** Milliseconds that a part of an answer that has begun waits for its slot. */
const maxWaitMs = 600_000

/**
 * Parts that are made at once: they load the whole process, so each account has its share.
 */
const running = new Turnstile({
  name: 'partsOfAnswers',
  max: 4,
  maxPerKey: 1,
  maxWait: maxWaitMs,
})

interface Part {
  answer: RestAnswer
  isLast: boolean
  /** Writes it. Undefined if nothing is sent in parts, e.g. for a refusal. */
  pieces: (() => Generator<string>) | undefined
}

/**
 * The parts of one answer, each read in a slot that is held until the next is requested. Sent parts
 * cannot be recalled: if this throws after the first, the answer ends in the middle, which makes
 * it invalid.
 */
async function* partsOf(options: LongOptions, isGone: () => boolean): AsyncGenerator<Part> {
  const { slices, frame, sizes, turnstile, key, shares, run } = options
  const joiner = new Joiner(frame)
  const all = slices.flatMap(({ rows }) => rows)
  const left = [...slices]
  let isBegun = false
  for (let slice = left.shift(); slice; slice = left.shift()) {
    const bytes = Math.max(sizes.part, slice.bytes)
    // An answer that has begun waits longer. Its bytes count twice, as rows and as JSON.
    const leave = await turnstile.enter(key, 2 * bytes, isBegun ? maxWaitMs : undefined)
    try {
      if (isGone()) throw new Error('the client no longer reads the response')
      const reading = new Reading(bytes, { sizes, part: { ...slice, all } })
      const { answer, ids } = await running.pass(key, async () => {
        const share = await shares.enter(key)
        return run(reading).finally(() => share.end())
      })
      left.unshift(...reading.rest)
      const isLast = left.length === 0
      const isRefusal = answer.status >= 300 || (answer.body === null && isLast)
      if (isBegun && isRefusal) throw new Error(`a part got ${answer.status}`)
      // The rest is gone. Ending here would look complete.
      if (isBegun && isLast && ids.length === 0) {
        throw new Error('the rest of a list is no longer there')
      }
      const piece = { body: answer.body, ids, rest: reading.rest, isLast }
      yield { answer, isLast, pieces: isRefusal ? undefined : joiner.add(piece) }
      isBegun = true
    } finally {
      leave()
    }
  }
}

interface Sent {
  first: Part
  parts: AsyncGenerator<Part>
}

/** The text of an answer by its parts, each of which is watched while it is read. */
async function* textOf({ first, parts }: Sent, { shares, key }: LongOptions, watch: () => Leave) {
  for (let part = first; ; part = (await parts.next()).value) {
    const stop = watch()
    try {
      yield* shares.written(key, part.pieces?.() ?? [])
    } finally {
      stop()
    }
    if (part.isLast) return
  }
}

const unwatched = () => () => {}

/**
 * The answer in parts, the first of which is read at once: a refusal is answered as such. Where the
 * first is all, its length and its entity tag are known. Otherwise the tag follows the last part;
 * for HEAD, and to know whether the client has all of them, they are read once without being sent.
 */
export async function longAnswer(options: LongOptions): Promise<RestAnswer> {
  const { read } = options
  let stream: Readable | undefined
  const parts = partsOf(options, () => stream?.destroyed ?? false)
  const close = () => void parts.return(undefined)
  try {
    const first: Part = (await parts.next()).value
    const { answer, isLast } = first
    if (!first.pieces) return answer
    const sent = { first, parts }
    const asksForTag = read !== undefined && (read.isHead || read.ifNoneMatch !== undefined)
    const known =
      isLast || asksForTag
        ? await knownBefore(textOf(sent, options, unwatched), isLast, read)
        : undefined
    if (known && isNamed(read?.ifNoneMatch, known.etag)) {
      return { status: 304, body: null, headers: { ...answer.headers, etag: known.etag } }
    }
    const length = known && isLast && { 'content-length': String(known.length) }
    const planned = { ...options.headers, ...answer.headers }
    const headers = { ...planned, ...(known && read && { etag: known.etag }), ...length }
    if (known && read?.isHead) return { ...answer, stream: Readable.from([]), headers }
    if (asksForTag && !isLast) {
      return await longAnswer({
        ...options,
        read: { ...read, ifNoneMatch: undefined, isHead: false },
      })
    }
    const giveUp = () => stream?.destroy(new Error('the client reads the response too slowly'))
    const tag = new GrowingTag()
    const text = adding(
      textOf(sent, options, () => options.watch(giveUp)),
      tag,
    )
    // Nothing is read before the client needs it.
    stream = Readable.from(text, { highWaterMark: 0 })
    stream.once('close', close)
    return { ...answer, stream, headers, ...(read && !known && { tag: () => tag.end() }) }
  } finally {
    if (!stream) close()
  }
}

/**
 * The bytes and the tag of an answer before it is sent. Undefined if it can no longer be read to
 * its end: another reading reports why.
 */
async function knownBefore(text: AsyncIterable<string>, isLast: boolean, read: Read | undefined) {
  try {
    return await measured(text, read?.isGone)
  } catch (error) {
    if (isLast || error instanceof Refusal) throw error
    return undefined
  }
}
