/**
 * The size of an answer, before it becomes one text in memory and is sent. A text that it holds
 * under fifteen names is one in memory, but fifteen there.
 */
import { jsonPieces, merged } from '../http/json-pieces.ts'

/** Bytes of a UTF-16 unit at most: a control character is written as `\u0000`. */
const bytesOfUnit = 6
/** Bytes of a number, `true` or null at most, with its comma. */
const bytesOfPlain = 26
/** Two quotes or brackets, a colon, a comma. */
const punctuation = 4

export interface AnswerSize {
  objects: number
  /** Not less than the bytes of the JSON, in UTF-8, and up to six times as many. */
  bytes: number
}

/** The objects and the bytes of a value; one look at each of its values. */
export function sizeOf(value: unknown): AnswerSize {
  const size = { objects: 0, bytes: 0 }
  if (isHolder(value)) addTo(size, value)
  else size.bytes += bytesOfLeaf(value)
  return size
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

const bytesOfLeaf = (value: unknown): number =>
  typeof value === 'string' ? bytesOfUnit * value.length + punctuation : bytesOfPlain

/** Calls itself for objects and lists alone: an answer holds ten times as many other values. */
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
 * The bytes of the JSON of a value; infinite beyond `most`, and no further. Gives way to others
 * after each piece.
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
