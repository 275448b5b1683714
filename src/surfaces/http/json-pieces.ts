/**
 * Serializes an answer in pieces of bounded size: escaping or joining an email with attachments at
 * once would block all other requests (test/rest-facade/long-texts).
 */

/** Maximum characters processed at once. */
export const pieceSize = 3 * 2 ** 17

/** Maximum characters of a number, `true` or null, with its comma. */
const lengthOfPlain = 26

/** `most` minus the characters of the value; stops when negative. */
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

/** A text in slices of bounded size that do not split characters. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceSize
    // Halves of a surrogate pair would be escaped.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1
    yield text.slice(at, end)
  }
}

/**
 * The JSON of `value`, which must consist of JSON values; undefined in an object omits its key.
 * Joined, the pieces equal the result of `JSON.stringify`.
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

/** The same text in pieces large enough for a separate write. */
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
