/**
 * Disk space set aside for the embedded database, as a file beside its own. PGlite crashes where it
 * cannot extend its log of writes; on a full disk that log, checkpoints and logins use this space
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
import type { DatabaseLog } from './pool.ts'

const mib = 1 << 20

/** What the log grows by. */
const segmentBytes = 16 * mib
/** Two of them, and as much for keys and counted tries of logins. */
export const reserveBytes = 3 * segmentBytes
/** What is lent at once, at least. */
const stepBytes = mib / 4
/** What must be free besides before the reserve is filled up. */
const spareBytes = 4 * mib
/** Milliseconds between two looks at the disk. */
const pauseMs = 1_000

/** Tables, indexes and temporary files: a statement that cannot extend them fails alone. */
const content = /^base\//
/** What they leave to the log. */
const logBytes = segmentBytes

export class Reserve {
  readonly #path: string
  readonly #directory: string
  readonly #log: DatabaseLog
  #isShort = false
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Writes that must wait for free space are refused, so the others may extend content, too. */
  isGuarded = true // until the database is open, only its recovery writes
  /** A write could not be helped. */
  hasRefused = false

  /** `directory` is that of the database. */
  constructor(directory: string, log: DatabaseLog) {
    this.#directory = directory
    this.#path = join(directory, 'reserve')
    this.#log = log
  }

  /** The disk is full, or has been and there is no space yet to fill the reserve up. */
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

  /** Fills the reserve up if there is space; looks at the disk once a second. */
  refill(): void {
    const now = performance.now()
    if (now - this.#lookedAt < pauseMs) return
    this.#lookedAt = now
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

  /** Makes the reserve shorter, but leaves `least` bytes of it. */
  #cut(bytes: number, least: number): boolean {
    const size = this.#bytes
    if (size <= least) return false
    truncateSync(this.#path, Math.max(least, size - Math.max(bytes, stepBytes)))
    return true
  }

  /** Whether the reserve is whole and there is space to spare. */
  #fill(): boolean {
    let file: number | undefined
    try {
      const size = this.#bytes
      if (size >= reserveBytes && !this.#isShort) return true
      const { bavail, bsize } = statfsSync(this.#directory)
      if (bavail * bsize < reserveBytes - size + spareBytes) return false
      file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
      // Noise, because a file system may store zeros without any space.
      const block = randomFillSync(Buffer.alloc(mib))
      for (let at = size; at < reserveBytes; ) {
        at += writeSync(file, block, 0, Math.min(mib, reserveBytes - at), at)
      }
      return true
    } catch {
      return false // a quota, or another process was faster
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }
}
