/** Joins the parts of a long answer to a text identical to that of an answer made at once. */
import { randomUUID } from 'node:crypto'
import type { Slice } from '../src/core/limits/read-budget.ts'
import { jsonPieces, merged } from '../src/surfaces/http/json-pieces.ts'

type Item = Record<string, unknown>

/** The JSON of a record, before and after the elements of its list `key`. */
function around(record: Item, key: string): [string, string] {
  const mark = randomUUID()
  const [head = '', tail = ''] = JSON.stringify({ ...record, [key]: [mark] }).split(`"${mark}"`)
  return [head, tail]
}

const resultsOf = (body: unknown) => (body as Item | null)?.results as Item[] | undefined

interface Piece {
  body: unknown
  /** The ids of its items. */
  ids: readonly number[]
  /** Rows that did not fit. */
  rest: readonly Slice[]
  isLast: boolean
}

/** Text, or a value to be sent as JSON. */
type Chunk = string | { json: unknown }

function* written(chunks: readonly Chunk[]): Generator<string> {
  for (const chunk of chunks) {
    if (typeof chunk === 'string') yield chunk
    else yield* jsonPieces(chunk.json)
  }
}

/** Joins the parts of one answer. */
export class Joiner {
  #head = ''
  #tail = ''
  #items = 0
  /** The rest of an item whose emails are incomplete, and whether any was written. */
  #open: { tail: string; isBegun: boolean } | undefined

  /** `frame` is the body around the parts of a list. */
  constructor(frame: unknown) {
    if (Array.isArray(resultsOf(frame))) {
      ;[this.#head, this.#tail] = around(frame as Item, 'results')
    }
  }

  /** Makes the text of a part. Throws if an open item cannot be completed. */
  add({ body, ids, rest, isLast }: Piece): () => Generator<string> {
    if (this.#open && ids.length === 0) {
      throw new Error('a row was deleted while its emails were sent')
    }
    const cut = rest[0] ? ids.indexOf(rest[0].rows[0] as number) : -1
    const items = (resultsOf(body) ?? [body as Item]).slice(0, cut < 0 ? ids.length : cut + 1)
    const chunks = items.flatMap((item, index) => [...this.#chunksOf(item, index === cut)])
    const all = [this.#head, ...chunks, isLast ? this.#tail : '']
    this.#head = ''
    return () => merged(written(all))
  }

  *#chunksOf(item: Item, isCut: boolean): Generator<Chunk> {
    const open = this.#open
    if (!open && this.#items > 0) yield ','
    if (!open) this.#items += 1
    if (!open && !isCut) return yield { json: item }
    const [head, tail] = open ? ['', open.tail] : around(item, 'emails')
    let isBegun = open?.isBegun ?? false
    yield head
    for (const json of item.emails as unknown[]) {
      if (isBegun) yield ','
      yield { json }
      isBegun = true
    }
    if (!isCut) yield tail
    this.#open = isCut ? { tail, isBegun } : undefined
  }
}
