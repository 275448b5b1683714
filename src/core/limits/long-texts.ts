/**
 * Long texts of an answer that is made in parts. A mark stands in their place while it is made, and
 * they are written after that, piece by piece: an email with its attachments is never encoded,
 * escaped or joined at once, which would stop all other requests (test/rest-facade/long-texts).
 */
import { randomUUID } from 'node:crypto'

/** A text, or the bytes that it is written from, in chunks of any size. */
type LongText = string | { bytes: readonly Uint8Array[]; encoding: 'base64' | 'utf8' }

/** Bytes or characters that are worked on at once; base64 makes four of three. */
export const pieceSize = 3 * 2 ** 17

const markPattern = /"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g

function* cut(bytes: readonly Uint8Array[]): Generator<Buffer> {
  for (const chunk of bytes) {
    const all = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (let at = 0; at < all.length; at += pieceSize) yield all.subarray(at, at + pieceSize)
  }
}

function* base64Of(bytes: readonly Uint8Array[]): Generator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for (const piece of cut(bytes)) {
    const all = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const whole = all.length - (all.length % 3)
    yield all.toString('base64', 0, whole)
    rest = all.subarray(whole)
  }
  yield rest.toString('base64')
}

/** The same text as `Buffer.toString` makes of all of it. */
function* utf8Of(bytes: readonly Uint8Array[]): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const piece of cut(bytes)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** A text in slices of bounded size, none of which ends within a character. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceSize
    // A pair of surrogates is one character, and is escaped where it is cut in two.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    yield text.slice(at, end)
  }
}

function* texts(text: LongText): Generator<string> {
  if (typeof text === 'string') yield* slicesOf(text)
  else yield* text.encoding === 'base64' ? base64Of(text.bytes) : utf8Of(text.bytes)
}

/** The same text in pieces that are worth a write of their own. */
export function* merged(texts: Iterable<string>): Generator<string> {
  let pending = ''
  for (const text of texts) {
    pending += text
    if (pending.length < pieceSize) continue
    yield pending
    pending = ''
  }
  if (pending !== '') yield pending
}

/** The long texts of one part of an answer. */
export class LongTexts {
  readonly #marked = new Map<string, LongText>()

  /** Takes a text, and answers the mark that stands for it. */
  markFor(text: LongText): string {
    // It cannot be guessed, so no text that a client sent contains it.
    const mark = randomUUID()
    this.#marked.set(mark, text)
    return mark
  }

  /** The JSON with the texts in the place of their marks, in pieces of bounded size. */
  write(json: string): Generator<string> {
    return merged(this.#filled(json))
  }

  *#filled(json: string): Generator<string> {
    let done = 0
    for (const { index, 1: mark = '' } of json.matchAll(markPattern)) {
      const text = this.#marked.get(mark)
      if (text === undefined) continue
      yield* slicesOf(json.slice(done, index + 1))
      for (const slice of texts(text)) yield JSON.stringify(slice).slice(1, -1)
      done = index + 1 + mark.length
    }
    yield* slicesOf(json.slice(done))
  }
}
