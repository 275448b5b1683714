/** The JSON of an answer in pieces of bounded size, so that it is never made at once. */
import { pieceSize, slicesOf } from '../../core/limits/long-texts.ts'

/** Characters of a number, `true` or null, with its comma. */
const lengthOfPlain = 26

/** What is left of that many characters; negative if the value has more, and no further. */
function left(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length
  if (typeof value !== 'object' || value === null) return most - lengthOfPlain
  let rest = most
  for (const key in value) {
    rest = left((value as Record<string, unknown>)[key], rest - key.length)
    if (rest < 0) return rest
  }
  return rest
}

/** `value` is one that JSON can say. Joined, the pieces are what `JSON.stringify` makes of it. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (left(value, pieceSize) >= 0) yield JSON.stringify(value)
  else if (typeof value === 'string') {
    yield '"'
    for (const slice of slicesOf(value)) yield JSON.stringify(slice).slice(1, -1)
    yield '"'
  } else if (Array.isArray(value)) {
    let before = '['
    for (const element of value) {
      yield before
      yield* jsonPieces(element)
      before = ','
    }
    yield ']'
  } else {
    let before = '{'
    for (const [key, inner] of Object.entries(value as object)) {
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonPieces(inner)
      before = ','
    }
    yield '}'
  }
}
