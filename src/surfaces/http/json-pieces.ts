/**
 * The JSON of an answer in pieces of bounded size: an email with its attachments is never escaped
 * or joined at once, which would stop all other requests (test/rest-facade/long-texts).
 */

/** Characters that are worked on at once. */
export const pieceSize = 3 * 2 ** 17

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

/** A text in slices of bounded size, none of which ends within a character. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceSize
    // A pair of surrogates is one character, and is escaped where it is cut in two.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    yield text.slice(at, end)
  }
}

/**
 * `value` must be JSON, or undefined in an object, which leaves its key out. Joined, the pieces are
 * what `JSON.stringify` makes of it.
 */
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
      if (inner === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonPieces(inner)
      before = ','
    }
    yield '}'
  }
}

/** The same text in pieces worth a separate write. */
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
