/**
 * Measures an answer before it is serialized in memory. A text under fifteen names exists once in
 * the data, but fifteen times in the JSON.
 */
import { jsonPieces, merged } from '../http/json-pieces.ts'

/** Maximum bytes of a UTF-16 code unit: a control character is written as `\u0000`. */
const bytesOfUnit = 6
/** Maximum bytes of a number, `true` or null, with its comma. */
const bytesOfPlain = 26
/** Two quotes or brackets, a colon, a comma. */
const punctuation = 4

interface AnswerSize {
  objects: number
  /** An upper bound of the bytes of the JSON in UTF-8, up to six times as many. */
  bytes: number
}

/** The number of objects and the estimated bytes of a value, in one pass. */
export function sizeOf(value: unknown): AnswerSize {
  const size = { objects: 0, bytes: 0 }
  if (isHolder(value)) addTo(size, value)
  else size.bytes += bytesOfLeaf(value)
  return size
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

const bytesOfLeaf = (value: unknown): number =>
  typeof value === 'string' ? bytesOfUnit * value.length + punctuation : bytesOfPlain

/** Recursion for objects and lists only: an answer has ten times as many other values. */
function addTo(size: AnswerSize, holder: object): void {
  let bytes = punctuation
  if (Array.isArray(holder)) {
    for (const value of holder) {
      if (isHolder(value)) addTo(size, value)
      else bytes += bytesOfLeaf(value)
    }
  } else {
    size.objects += 1
    for (const key in holder) {
      const value = (holder as Record<string, unknown>)[key]
      bytes += bytesOfUnit * key.length + punctuation
      if (isHolder(value)) addTo(size, value)
      else bytes += bytesOfLeaf(value)
    }
  }
  size.bytes += bytes
}

/**
 * The bytes of a value's JSON; stops at more than `most` and returns Infinity. Gives way after each
 * piece.
 */
export async function jsonBytesOf(
  value: unknown,
  most: number,
  giveWay: () => Promise<void>,
): Promise<number> {
  let bytes = 0
  for (const piece of merged(jsonPieces(value))) {
    bytes += Buffer.byteLength(piece)
    if (bytes > most) return Number.POSITIVE_INFINITY
    await giveWay()
  }
  return bytes
}
