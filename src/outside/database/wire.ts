/**
 * The PostgreSQL wire protocol without a socket: a stream that hands a driver's messages to the
 * embedded database in this process, so that `pg` and everything built on it run as they do on a
 * server.
 */
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mebi } from '../../base/values.ts'

/** The part of PGlite that the stream needs. */
export interface WireBackend {
  exec(sql: string): Promise<unknown>
  execProtocolRawStream(
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ): Promise<void>
}

const terminate = 'X'.charCodeAt(0)
const lengthBytes = 4

/** Messages that a backend answers; earlier ones are held back until one of these. */
const answeredTypes = new Set(
  // Query, Sync, Flush, password, CopyDone, CopyFail, CopyData
  ['Q', 'S', 'H', 'p', 'c', 'f', 'd'].map((letter) => letter.charCodeAt(0)),
)

/**
 * Milliseconds of statements after which the event loop gets a turn. The database answers within
 * the call, and answers are handled in microtasks, so waiting statements would otherwise block
 * sockets, timers, and the disk that has brought earlier writes to safety.
 */
const maxRunMs = 2

/** Resets the session, with times in UTC. */
const freshSession = ['rollback', 'discard all', "set timezone = 'UTC'"]

/**
 * One connection to the embedded database, for the `stream` option of `pg.Pool`. There is only one
 * backend and session, so the pool must not open more than one at a time.
 */
export class WireStream extends Duplex {
  #backend: WireBackend
  #waiting: Buffer = Buffer.alloc(0)
  #startupSeen = false
  #sessionIsFresh = false
  #turnedAt = performance.now()

  constructor(backend: WireBackend) {
    super({ highWaterMark: mebi })
    this.#backend = backend
  }

  // The part of net.Socket that pg calls.
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  async #take(chunk: Buffer): Promise<void> {
    this.#waiting = this.#waiting.length > 0 ? Buffer.concat([this.#waiting, chunk]) : chunk
    const { end, terminated } = this.#answerableBytes()
    if (end > 0) {
      const message = this.#waiting.subarray(0, end)
      this.#waiting = this.#waiting.subarray(end)
      await this.#answer(message)
    }
    if (terminated) this.push(null)
    if (performance.now() - this.#turnedAt > maxRunMs) {
      await nextTurn()
      this.#turnedAt = performance.now()
    }
  }

  /** The number of waiting bytes up to the last complete message that is answered. */
  #answerableBytes(): { end: number; terminated: boolean } {
    const bytes = this.#waiting
    let end = 0
    let at = 0
    for (;;) {
      const typeBytes = this.#startupSeen ? 1 : 0 // only the first message has no type
      if (bytes.length < at + typeBytes + lengthBytes) break
      const next = at + typeBytes + bytes.readInt32BE(at + typeBytes)
      if (bytes.length < next) break
      if (!this.#startupSeen) {
        this.#startupSeen = true
        end = next
      } else if (bytes[at] === terminate) {
        // Not passed on, because the backend outlives its connections.
        return { end, terminated: true }
      } else if (answeredTypes.has(bytes[at] as number)) {
        end = next
      }
      at = next
    }
    return { end, terminated: false }
  }

  async #answer(message: Buffer): Promise<void> {
    await null // never answer inside the caller's write(): pg's client is not re-entrant
    if (!this.#sessionIsFresh) {
      this.#sessionIsFresh = true
      // One by one, because `discard all` refuses to run in a batch.
      for (const statement of freshSession) await this.#backend.exec(statement)
    }
    await this.#backend.execProtocolRawStream(new Uint8Array(message), {
      // Copied, because the bytes are in the database's own memory, which is reused.
      onRawData: (data) => this.push(Buffer.from(data)),
    })
  }
}
