/**
 * Answers that are too large to be made at once. Rows that did not fit into one run of the
 * operation are planned as slices; the operation runs once for each, and its answer is sent before
 * the next run. So a slow client holds one part, and no database connection. Joined, the parts are
 * byte for byte what a single answer would have been.
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

interface LongOptions {
  slices: readonly Slice[]
  /** The body around the parts of a list. */
  frame: unknown
  /** Headers of the run that planned the slices, such as that it is a replay. */
  headers?: RestAnswer['headers'] | undefined
  sizes: Sizes
  turnstile: Turnstile
  /** The caller for whom large answers and time are counted. */
  key: string
  shares: TimeShares
  /** Runs the operation once, checking credentials and permissions again. */
  run: (reading: Reading) => Promise<RunResult>
  /** Watches the client while a part is sent; returns a function that ends it. */
  watch: (giveUp: () => void) => Leave
  read?: Read | undefined
}

/** A read: the client's tags, whether it wants only headers, and whether it has gone. */
interface Read {
  ifNoneMatch: string | undefined
  isHead: boolean
  isGone: () => boolean
}

/** Milliseconds that a part of a begun answer waits for its slot. */
const maxWaitMs = 600_000

/** Parts made in parallel. They load the whole process, so each account has its share. */
const running = new Turnstile({
  name: 'partsOfAnswers',
  max: 4,
  maxPerKey: 1,
  maxWait: maxWaitMs,
})

interface Part {
  answer: RestAnswer
  isLast: boolean
  /** Writes the part. Undefined if nothing is sent in parts, such as for a refusal. */
  pieces: (() => Generator<string>) | undefined
}

/**
 * The parts of one answer, each read in a slot held until the next is requested. Parts that were
 * sent cannot be recalled: an error after the first cuts the answer off, which makes it invalid.
 */
async function* partsOf(options: LongOptions, isGone: () => boolean): AsyncGenerator<Part> {
  const { slices, frame, sizes, turnstile, key, shares, run } = options
  const joiner = new Joiner(frame)
  const all = slices.flatMap(({ rows }) => rows)
  const left = [...slices]
  let isBegun = false
  for (let slice = left.shift(); slice; slice = left.shift()) {
    const bytes = Math.max(sizes.part, slice.bytes)
    // A begun answer waits longer. Its bytes count twice, as rows and as JSON.
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
      // The remaining rows were deleted. Ending here would look complete.
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

/** The text of an answer from its parts, each watched while it is sent. */
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
 * The answer in parts. The first is read at once, so that a refusal can be answered as such; if it
 * is the only one, its length and tag are known. Otherwise the tag follows the last part. For HEAD,
 * and to check the client's tags, all parts are read once without being sent.
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
    // Of an object in one part, versions and body were read together; If-Match knows their tag.
    const isObject = isLast && !Object.hasOwn(answer.body ?? {}, 'results')
    const etag = read && known && ((isObject && answer.versionTag) || known.etag)
    if (etag !== undefined && isNamed(read?.ifNoneMatch, etag)) {
      return { status: 304, body: null, headers: { ...answer.headers, etag } }
    }
    const length = known && isLast && { 'content-length': String(known.length) }
    const planned = { ...options.headers, ...answer.headers }
    const headers = { ...planned, ...(etag !== undefined && { etag }), ...length }
    if (etag !== undefined && read?.isHead) return { ...answer, stream: Readable.from([]), headers }
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
    // Reads only when the client is ready for more.
    stream = Readable.from(text, { highWaterMark: 0 })
    stream.once('close', close)
    return { ...answer, stream, headers, ...(read && !etag && { tag: () => tag.end() }) }
  } finally {
    if (!stream) close()
  }
}

/**
 * The length and tag of an answer before it is sent. Undefined if it cannot be read to its end;
 * reading it again reports why.
 */
async function knownBefore(text: AsyncIterable<string>, isLast: boolean, read: Read | undefined) {
  try {
    return await measured(text, read?.isGone)
  } catch (error) {
    if (isLast || error instanceof Refusal) throw error
    return undefined
  }
}
