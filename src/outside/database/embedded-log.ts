/**
 * The write-ahead log of the embedded database on its way to disk. PostgreSQL asks for it at each
 * commit, and would wait; here statements go on meanwhile, and only answers wait (`saved`): those
 * that arrive while the disk is busy share its next turn. What may not come to disk before the log
 * calls `flush` first.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const flushed = promisify(fdatasync)

/** When commits survive a power cut. */
export interface Saving {
  /**
   * Waits until all commits so far are on disk, also for a reader: what it has seen must not be
   * undone. Undefined if they are.
   */
  saved(): Promise<void> | undefined
}

export class WriteAheadLog implements Saving {
  readonly #directory: string
  /** The file written last: PostgreSQL begins the next one only after asking for this one. */
  #file = { name: '', number: 0 }
  /** How often the database has asked. */
  #asked = 0
  /** The last time that has been done. */
  #done = 0
  #running: { upTo: number; end: Promise<void> } | undefined
  #next: Promise<void> | undefined

  /** `directory`: the database's. */
  constructor(directory: string) {
    this.#directory = directory
  }

  /** Something that was asked for is not on disk yet. */
  get isBehind(): boolean {
    return this.#done < this.#asked
  }

  /** Takes the request to bring a file of the log, `pg_wal/…`, to disk. */
  ask(name: string): void {
    if (name !== this.#file.name) {
      this.close()
      this.#file = { name, number: openSync(join(this.#directory, name), 'r+') }
    }
    this.#asked += 1
  }

  /** Brings the log to disk at once. */
  flush(): void {
    if (!this.isBehind) return
    fdatasyncSync(this.#file.number)
    this.#done = this.#asked
  }

  saved(): Promise<void> | undefined {
    if (!this.isBehind) return undefined
    if (!this.#running) return this.#run()
    if (this.#running.upTo === this.#asked) return this.#running.end
    this.#next ??= this.#running.end.then(() => this.#run())
    return this.#next
  }

  #run(): Promise<void> {
    const upTo = this.#asked
    const end = flushed(this.#file.number).then(() => {
      this.#done = Math.max(this.#done, upTo)
      this.#running = undefined
    })
    this.#running = { upTo, end }
    this.#next = undefined
    return end
  }

  /** Brings the log to disk and lets go of its file. */
  close(): void {
    this.flush()
    const { name, number } = this.#file
    if (!name) return
    this.#file = { name: '', number: 0 }
    // Its number must not name another file while the disk is still asked for this one.
    if (this.#running) void this.#running.end.finally(() => closeSync(number)).catch(() => {})
    else closeSync(number)
  }
}
