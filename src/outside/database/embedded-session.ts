/**
 * Work between two messages to the embedded database. On a full disk its session becomes read-only.
 * Checkpoints are made, since PGlite makes none by itself and its write-ahead log would grow as
 * long as the process runs.
 */
import { mebi } from '../../base/values.ts'
import type { Reserve } from './embedded-reserve.ts'

/** The message that ends an answer, without its last byte, the state of the session. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5])
const idle = 'I'.charCodeAt(0)
const inTransaction = 'T'.charCodeAt(0)

/** Bytes of log between two checkpoints: many, since each delays a statement. */
const checkpointBytes = 64 * mebi
/** The same on a full disk: few, since the log continues in files that a checkpoint frees. */
const shortCheckpointBytes = 8 * mebi

/** Counts the bytes written to the log. */
interface CountedLog {
  loggedBytes: number
}

export class Session {
  readonly #reserve: Reserve
  readonly #log: CountedLog
  readonly #run: (sql: string) => Promise<unknown>
  #state = idle
  #isReadOnly = false
  /** The mode of the current transaction was changed. */
  #isChanged = false
  #usesReserve = false

  /** `run` runs a statement of the session's own. */
  constructor(reserve: Reserve, log: CountedLog, run: (sql: string) => Promise<unknown>) {
    this.#reserve = reserve
    this.#log = log
    this.#run = run
  }

  /** The session was reset: every setting has its default. */
  begin(): void {
    this.#state = idle
    this.#isReadOnly = false
  }

  /** Lets the transaction that has just begun write on a full disk. */
  useReserve(): void {
    this.#usesReserve = true
  }

  /** Does what is due before the client's next message; undefined if nothing is, the usual case. */
  due(): Promise<void> | undefined {
    const reserve = this.#reserve
    const isIdle = this.#state === idle
    if (isIdle && reserve.isShort) reserve.refill()
    reserve.isGuarded = reserve.isShort
    const isReadOnly = reserve.isShort && !this.#usesReserve
    if (isIdle) {
      const maxBytes = reserve.isShort ? shortCheckpointBytes : checkpointBytes
      const isFull = this.#log.loggedBytes >= maxBytes
      return isReadOnly !== this.#isReadOnly || isFull ? this.#settle(isReadOnly) : undefined
    }
    if (this.#state !== inTransaction || this.#isChanged) return undefined
    if (this.#isReadOnly) return this.#usesReserve ? this.#change('read write') : undefined
    // It would go on writing, and use up the reserve of the others.
    return isReadOnly ? this.#change('read only') : undefined
  }

  /** Reads the state of the session from the last bytes of an answer. */
  answered(end: Uint8Array): void {
    if (ready.equals(end.subarray(-6, -1))) this.#state = end.at(-1) ?? idle
    if (this.#state !== idle) return
    this.#usesReserve = false
    this.#isChanged = false
  }

  async #settle(isReadOnly: boolean): Promise<void> {
    if (isReadOnly !== this.#isReadOnly) {
      await this.#run(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
      this.#isReadOnly = isReadOnly
    }
    try {
      await this.#run('checkpoint')
      this.#log.loggedBytes = 0
    } catch (error) {
      // Nothing is lost without it, and the next message tries again.
      if ((error as { severity?: string }).severity !== 'ERROR') throw error
    }
  }

  async #change(mode: 'read only' | 'read write'): Promise<void> {
    await this.#run(`set transaction ${mode}`)
    this.#isChanged = true
  }
}
