/** How the parts of a long answer become one text, the same as that of an answer made at once. */
import { randomUUID } from 'node:crypto'
import type { LongTexts } from '../src/core/limits/long-texts.ts'
import type { From, Part } from '../src/core/limits/reading.ts'
import type { Answer } from './errors.ts'

export type Item = Record<string, unknown>

/** What one run of the operation gave: its answer, and its rows as they were before `fields`. */
export interface Ran {
  answer: Answer
  rows: readonly Item[]
  /** Not even one row fitted. */
  isTooLarge: boolean
}

/** A part that was read. */
export interface Piece {
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

/** The items of a part that are answered: those up to the row whose emails did not all fit. */
function itemsOf({ ran, part: { end } }: Piece): { items: Item[]; ids: unknown[] } {
  const body = ran.answer.body as Item
  const all = Array.isArray(body.results) ? (body.results as Item[]) : [body]
  const ids = ran.rows.map(({ id }) => id)
  const last = end ? ids.indexOf(end.row) + (end.email === undefined ? 0 : 1) : all.length
  return { items: all.slice(0, last), ids: ids.slice(0, last) }
}

export interface Joined {
  text: string
  /** The long texts whose marks stand in it. */
  texts: LongTexts
  /** Where the next part begins; nowhere after the last. */
  from: From | undefined
}

/** Joins parts to the text of one answer. */
export class Joiner {
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
