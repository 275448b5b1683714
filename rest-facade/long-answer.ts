/**
 * Answers that are too large to be made at once. They are read in parts, each as many rows as fit
 * and as many of the emails in them, and sent as they are read: a slow client holds one part and no
 * connection to the database. Joined, the parts are the bytes that one answer would have been.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LongTexts } from '../src/limits/long-texts.ts'
import { type From, type Part, Reading, type Sizes, type Whole } from '../src/limits/reading.ts'
import { type Leave, Turnstile } from '../src/limits/turnstile.ts'
import type { Answer } from './errors.ts'

type Item = Record<string, unknown>

/** What one run of the operation gave: its answer, and its rows as they were before `fields`. */
export interface Ran {
  answer: Answer
  rows: readonly Item[]
  /** Not even one row fitted. */
  isTooLarge: boolean
}

export interface LongOptions {
  sizes: Sizes
  turnstile: Turnstile
  /** Whose large answers count together. */
  key: string
  /** Runs the operation once, with credentials and permissions checked anew. */
  run: (reading: Reading) => Promise<Ran>
  /** Watches the client while it is sent a part; answers what ends that. */
  watch: (giveUp: () => void) => Leave
}

interface Piece {
  ran: Ran
  part: Part
}

/** A record as JSON, up to and from the elements of its list `key`. */
function around(record: Item, key: string): [string, string] {
  const mark = randomUUID()
  const [head = '', tail = ''] = JSON.stringify({ ...record, [key]: [mark] }).split(`"${mark}"`)
  return [head, tail]
}

const elements = (list: unknown) => JSON.stringify(list).slice(1, -1)

/** Milliseconds that a part of an answer that has begun waits for its slot. */
const longestWait = 600_000

/**
 * Parts that are made at once: that is work for the whole process, so each account has its share.
 */
const running = new Turnstile({ max: 4, maxPerKey: 1, maxWait: longestWait })

/** Reads the parts of one answer, each in a slot. */
class Parts {
  readonly #options: LongOptions
  readonly #whole: Whole
  /** Ends the hold on the part that is in hand. */
  #leave: Leave = () => {}
  /** What the client takes, once there is a first part. */
  stream: Readable | undefined

  constructor(options: LongOptions) {
    this.#options = options
    this.#whole = { maxPayloads: options.sizes.payloads }
  }

  /** Nothing is in hand from now on. */
  close(): void {
    this.#leave()
  }

  async read(from?: From): Promise<Piece> {
    const piece = await this.#run(2 * this.#options.sizes.part, from, false)
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
    const { sizes, turnstile, key, run } = this.#options
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
    return { ran: await running.pass(key, () => run(new Reading(part))), part }
  }
}

/** The items of a part that are answered: those up to the row whose emails did not all fit. */
function itemsOf({ ran, part: { end } }: Piece): { items: Item[]; ids: unknown[] } {
  const body = ran.answer.body as Item
  const all = Array.isArray(body.results) ? (body.results as Item[]) : [body]
  const ids = ran.rows.map(({ id }) => id)
  const last = end ? ids.indexOf(end.row) + (end.email === undefined ? 0 : 1) : all.length
  return { items: all.slice(0, last), ids: ids.slice(0, last) }
}

interface Joined {
  text: string
  /** The long texts whose marks stand in it. */
  texts: LongTexts
  /** Where the next part begins; nowhere after the last. */
  from: From | undefined
}

/** Joins parts to the text of one answer. */
class Joiner {
  /** What ends the whole. */
  readonly tail: string
  #head: string
  #sent = 0
  #from: From | undefined
  /** The end of an item whose emails are not all written. */
  #open: string | undefined

  /** `body` is that of the first part. */
  constructor(body: Item) {
    const [head, tail] = Array.isArray(body.results) ? around(body, 'results') : ['', '']
    this.#head = head
    this.tail = tail
  }

  /** The text of a part. Throws where what was begun cannot be ended. */
  add(piece: Piece): Joined {
    const { items, ids } = itemsOf(piece)
    const { end, hasMore, texts: longTexts } = piece.part
    if (this.#open !== undefined && ids[0] !== this.#from?.row) {
      throw new Error('a row was deleted while its emails were sent')
    }
    const texts = items.map((item, index) => {
      const isCut = index === items.length - 1 && end?.email !== undefined
      return this.#open === undefined ? this.#begin(item, isCut) : this.#goOn(item, isCut)
    })
    const row = ids.at(-1) as number
    const within = end?.email === undefined ? {} : { email: end.email }
    this.#from = end || hasMore ? { row, sent: this.#sent, ...within } : undefined
    const text = this.#head + texts.join('')
    this.#head = ''
    return { text, texts: longTexts, from: this.#from }
  }

  #begin(item: Item, isCut: boolean): string {
    const comma = this.#sent > 0 ? ',' : ''
    const [head, tail] = isCut ? around(item, 'emails') : []
    this.#open = tail
    if (head !== undefined) return comma + head + elements(item.emails)
    this.#sent += 1
    return comma + JSON.stringify(item)
  }

  #goOn(item: Item, isCut: boolean): string {
    const more = elements(item.emails)
    const text = more && `,${more}`
    if (isCut) return text
    const tail = this.#open
    this.#open = undefined
    this.#sent += 1
    return text + tail
  }
}

/** The text of an answer by its parts, each of which is watched while it is taken. */
async function* textOf(first: Joined, parts: Parts, joiner: Joiner, watch: () => Leave) {
  for (let joined = first; ; ) {
    const { text, texts, from } = joined
    const stop = watch()
    try {
      for (const piece of texts.write(from ? text : text + joiner.tail)) {
        yield piece
        // Others have their turn, also where the client takes everything at once.
        await nextTurn()
      }
    } finally {
      stop()
    }
    if (!from) return
    joined = joiner.add(await parts.next(from))
  }
}

/**
 * The answer in parts, the first of which is read at once: a refusal is answered as such. Where the
 * first is all, its length is known.
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
    const watch = () =>
      options.watch(() => stream.destroy(new Error('the client reads the response too slowly')))
    // Nothing is read ahead of what the client takes.
    const stream = Readable.from(textOf(joined, parts, joiner, watch), { highWaterMark: 0 })
    stream.once('close', () => parts.close())
    parts.stream = stream
    if (joined.from !== undefined) return { ...answer, stream }
    const length = await joined.texts.length(joined.text + joiner.tail)
    const headers = { ...answer.headers, 'content-length': String(length) }
    return { ...answer, stream, headers }
  } catch (error) {
    parts.close()
    throw error
  }
}
