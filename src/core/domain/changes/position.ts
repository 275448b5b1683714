/**
 * Positions of copies (B2): what a copy holds, as compact bytes. They are encrypted and
 * authenticated with a key of the service, and bound to their account: clients can neither forge
 * them nor read what they say about other accounts.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../../base/derived-keys.ts'
import { sha256 } from '../../../base/hashes.ts'

/** Where a list of changes was left off: the version, kind and id of the last object. */
export type Cursor = readonly [version: number, kind: number, id: number]

/** What a copy holds of a trip: everything up to this version, seen with these rights. */
interface HeldTrip {
  version: number
  /** The viewer's rights, and whether documents are seen, as bits. */
  rights: number
}

/**
 * What changes together: an account, the categories of another one, a trip, or the profile that a
 * part of an account sees.
 */
const placeKinds = ['account', 'categories', 'trip', 'lostCategories', 'profile'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** A place that a copy holds only in part; the next page continues it. */
export interface Begun {
  kind: PlaceKind
  id: number
  /** The copy had held everything up to this version. */
  base: number
  /** The last object that was sent. */
  after: Cursor
  /** The version at which the object of the place itself, trip or account, was sent. */
  version: number
  /** The last departure that was sent or skipped. */
  departed: readonly [version: number, id: number]
  rights: number
}

export interface Position {
  /** The version of the account; 0 until it is held completely. */
  account: number
  /** The versions of the categories of other accounts, by account. */
  categories: Map<number, number>
  trips: Map<number, HeldTrip>
  begun?: Begun | undefined
}

/** A copy that holds nothing. */
export const nothingHeld = (): Position => ({ account: 0, categories: new Map(), trips: new Map() })

/** What a position is valid for. */
interface Binding {
  accountId: number
  /** What is seen of the account; copies of more or less of it differ. */
  sight: string
  /** The database and its history; versions of different ones cannot be compared. */
  history: string
}

const format = 1
const ivBytes = 16

/** Integers of up to 32 bits, seven bits a byte; ascending ids as differences. */
class Writer {
  readonly #bytes: number[] = []

  number(value: number): void {
    let left = value
    for (; left >= 128; left = Math.floor(left / 128)) this.#bytes.push((left % 128) + 128)
    this.#bytes.push(left)
  }

  map<Value>(map: ReadonlyMap<number, Value>, write: (value: Value) => void): void {
    this.number(map.size)
    let last = 0
    for (const [id, value] of [...map].sort(([one], [other]) => one - other)) {
      this.number(id - last)
      write(value)
      last = id
    }
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes)
  }
}

/** Reads what a Writer wrote. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at)
      this.#at += 1
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }

  map<Value>(read: () => Value): Map<number, Value> {
    const map = new Map<number, Value>()
    let id = 0
    for (let left = this.number(); left > 0; left -= 1) {
      id += this.number()
      map.set(id, read())
    }
    return map
  }
}

function bytesOf({ account, categories, trips, begun }: Position): Buffer {
  const writer = new Writer()
  writer.number(format)
  writer.number(account)
  writer.map(categories, (version) => writer.number(version))
  writer.map(trips, ({ version, rights }) => {
    writer.number(version)
    writer.number(rights)
  })
  if (begun) {
    const { kind, id, base, after, version, departed, rights } = begun
    for (const value of [placeKinds.indexOf(kind), id, base, ...after, version]) {
      writer.number(value)
    }
    for (const value of [...departed, rights]) writer.number(value)
  }
  return writer.bytes()
}

function positionIn(bytes: Buffer): Position | undefined {
  const reader = new Reader(bytes)
  if (reader.number() !== format) return undefined
  const account = reader.number()
  const categories = reader.map(() => reader.number())
  const trips = reader.map(() => ({ version: reader.number(), rights: reader.number() }))
  const position: Position = { account, categories, trips }
  // Only the begun place may be missing, at the end.
  if (reader.isAtEnd) return position
  const [kind, id, base] = [reader.number(), reader.number(), reader.number()]
  const after: Cursor = [reader.number(), reader.number(), reader.number()]
  const version = reader.number()
  const departed = [reader.number(), reader.number()] as const
  const begun = { id, base, after, version, departed, rights: reader.number() }
  return { ...position, begun: { kind: placeKinds[kind] as PlaceKind, ...begun } }
}

/** The keys of all positions of this account in this history. */
function keysOf(secret: string, { accountId, sight, history }: Binding) {
  const bound = `${accountId} ${sha256(history)}${sight && ` ${sight}`}`
  const key = (use: string) => keyFor(secret, `changes ${use} ${bound}`)
  return { mac: key('mac'), cipher: key('cipher') }
}

/**
 * The start of the MAC is the cipher's initialization vector, so equal positions are equal texts.
 */
const ivOf = (key: Buffer, plain: Buffer) =>
  createHmac('sha256', key).update(plain).digest().subarray(0, ivBytes)

/** The text of a position, in base64url. */
export function sealPosition(secret: string, binding: Binding, position: Position): string {
  const { mac, cipher } = keysOf(secret, binding)
  const plain = bytesOf(position)
  const iv = ivOf(mac, plain)
  const encrypting = createCipheriv('aes-256-ctr', cipher, iv)
  return Buffer.concat([iv, encrypting.update(plain), encrypting.final()]).toString('base64url')
}

/** The position; undefined for a text that was not sealed for this binding. */
export function openPosition(secret: string, binding: Binding, text: string): Position | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Node skips what is not base64url: another text would be accepted, and answered as the position.
  if (bytes.length <= ivBytes || bytes.toString('base64url') !== text) return undefined
  const { mac, cipher } = keysOf(secret, binding)
  const iv = bytes.subarray(0, ivBytes)
  const decrypting = createDecipheriv('aes-256-ctr', cipher, iv)
  const plain = Buffer.concat([decrypting.update(bytes.subarray(ivBytes)), decrypting.final()])
  return timingSafeEqual(ivOf(mac, plain), iv) ? positionIn(plain) : undefined
}
