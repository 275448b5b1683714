/**
 * Disk space set aside for the embedded database, in a file beside its own. PGlite crashes if it
 * cannot extend its write-ahead log; on a full disk that log, checkpoints and logins use this space
 * (test/outside/database/full-disk).
 */
import { randomFillSync } from 'node:crypto'
import {
  closeSync,
  constants,
  openSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../base/log.ts'
import { mebi } from '../../base/values.ts'

/** The log grows in files of this size. */
const segmentBytes = 16 * mebi
/** Two log files, and as much as one for the keys and counted attempts of logins. */
export const reserveBytes = 3 * segmentBytes
/** Minimum lent at once. */
const stepBytes = mebi / 4
/** Must be free besides, before the reserve is refilled. */
const spareBytes = 4 * mebi
/** Milliseconds between two checks of the disk. */
const pauseMs = 1_000

/** Tables, indexes and temporary files: a statement that cannot extend them fails alone. */
const content = /^base\//
/** Left to the log by them. */
const logBytes = segmentBytes

export class Reserve {
  readonly #path: string
  readonly #directory: string
  readonly #log: Pick<Log, 'info' | 'error'>
  #isShort = false
  #checkedAt = Number.NEGATIVE_INFINITY
  /** Ordinary writes are refused until there is space, so the others may extend content, too. */
  isGuarded = true // until the database is open, only its recovery writes
  /** A write got no space. */
  hasRefused = false

  /** `directory`: the database's. */
  constructor(directory: string, log: Pick<Log, 'info' | 'error'>) {
    this.#directory = directory
    this.#path = join(directory, 'reserve')
    this.#log = log
  }

  /** The disk is full, or was full and still lacks the space to refill the reserve. */
  get isShort(): boolean {
    return this.#isShort
  }

  /**
   * Frees space for `bytes` that could not be written to `file`, a path in the database's
   * directory. Returns whether to try again.
   */
  lend(file: string, bytes: number): boolean {
    this.#become(true)
    const isContent = content.test(file)
    const isLent = (this.isGuarded || !isContent) && this.#cut(bytes, isContent ? logBytes : 0)
    this.hasRefused ||= !isLent
    return isLent
  }

  /** Refills the reserve if there is space; checks the disk once a second at most. */
  refill(): void {
    const now = performance.now()
    if (now - this.#checkedAt < pauseMs) return
    this.#checkedAt = now
    this.#become(!this.#fill())
  }

  #become(isShort: boolean): void {
    if (isShort === this.#isShort) return
    this.#isShort = isShort
    const where = { directory: this.#directory }
    if (isShort) this.#log.error(where, 'disk full: the database is read-only until there is space')
    else this.#log.info(where, 'free disk space again: the database can be written')
  }

  get #bytes(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Shrinks the reserve, though not below `minBytes`. */
  #cut(bytes: number, minBytes: number): boolean {
    const size = this.#bytes
    if (size <= minBytes) return false
    truncateSync(this.#path, Math.max(minBytes, size - Math.max(bytes, stepBytes)))
    return true
  }

  /** Completes the reserve if there is space to spare; returns whether it is complete. */
  #fill(): boolean {
    let file: number | undefined
    try {
      const size = this.#bytes
      if (size >= reserveBytes && !this.#isShort) return true
      const { bavail, bsize } = statfsSync(this.#directory)
      if (bavail * bsize < reserveBytes - size + spareBytes) return false
      file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
      // Noise, because a file system may store zeros without any space.
      const block = randomFillSync(Buffer.alloc(mebi))
      for (let at = size; at < reserveBytes; ) {
        at += writeSync(file, block, 0, Math.min(mebi, reserveBytes - at), at)
      }
      return true
    } catch {
      return false // a quota, or another process was faster
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }
}
