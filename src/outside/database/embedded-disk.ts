/**
 * The disk of the embedded database: PGlite's own directory driver, but writes go on as long as a
 * reserve has space for them, writes to the log are counted, and what PostgreSQL wants on disk is
 * brought there (test/outside/database/power-cuts).
 */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { WriteAheadLog } from './embedded-log.ts'
import type { Reserve } from './embedded-reserve.ts'
import { checkedDriver, type Driver } from './untyped-pglite.ts'

type Init = ReturnType<NodeFS['init']>
type Options = Parameters<NodeFS['init']>[1]

/** The mount point of the directory. */
const mountPath = '/pglite/data/'
/** WASI's numbers for ENOSPC and EDQUOT. */
const fullDiskErrors = new Set([51, 19])
/** A file of the log, not one that is still being made. */
const logFile = /^pg_wal\/[\dA-F]{24}$/
/** Tables grow by pages of zeros, which mean nothing without the log. */
const zeros = new Uint8Array(8192)

/** The path of an open file in the database's directory. */
const pathOf = ({ path }: { path: string }) => path.slice(mountPath.length)

export class Disk extends NodeFS {
  readonly #directory: string
  readonly #reserve: Reserve
  readonly log: WriteAheadLog
  /** Files whose names are not on disk. */
  readonly #unnamed = new WeakSet<object>()
  /** Nothing is brought to disk: until a new database is complete, it is worth nothing. */
  isUnfinished = false
  /** Bytes written to the log since this was last set to 0. */
  loggedBytes = 0

  constructor(directory: string, reserve: Reserve) {
    super(directory)
    this.#directory = directory
    this.#reserve = reserve
    this.log = new WriteAheadLog(directory)
  }

  override async init(database: PGlite, options: Options): Init {
    const { emscriptenOpts } = await super.init(database, options)
    const before = emscriptenOpts.preRun ?? []
    const preRun = [before].flat().concat((module: object) => {
      const driver = checkedDriver(module)
      this.#replaceWrite(driver)
      this.#putLogFirst(driver)
      this.#addSync(driver)
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #replaceWrite({ stream_ops: operations }: Driver): void {
    const { write } = operations
    operations.write = (stream, bytes, offset, length, position) => {
      const file = pathOf(stream)
      if (file.startsWith('pg_wal/')) this.loggedBytes += length
      else if (this.log.isBehind && !isZero(bytes, offset, length)) this.log.flush()
      for (let done = 0; ; ) {
        try {
          done += write(stream, bytes, offset + done, length - done, position + done)
          if (done === length) return length
        } catch (error) {
          if (!fullDiskErrors.has((error as { errno: number }).errno)) throw error
          if (!this.#reserve.lend(file, length - done)) throw error
        }
      }
    }
  }

  /** PostgreSQL takes the log to be on disk, and may now change what only the log can repair. */
  #putLogFirst({ node_ops: names, stream_ops: contents }: Driver): void {
    const after = <Args extends unknown[]>(change: (...args: Args) => void) => {
      return (...args: Args) => {
        this.log.flush()
        change(...args)
      }
    }
    names.rename = after(names.rename)
    names.unlink = after(names.unlink)
    for (const owner of [names, contents]) {
      const set = owner.setattr as (on: object, attributes: { size?: number }) => void
      const cut = after(set)
      owner.setattr = (on: object, attributes: { size?: number }) =>
        attributes.size === undefined ? set(on, attributes) : cut(on, attributes)
    }
  }

  #addSync({ node_ops: names, stream_ops: contents }: Driver): void {
    const { mknod } = names
    names.mknod = (...args) => {
      const node = mknod(...args)
      this.#unnamed.add(node)
      return node
    }
    contents.fsync = (stream) => {
      if (this.isUnfinished) return
      const file = pathOf(stream)
      if (logFile.test(file)) return this.log.ask(file)
      fsyncSync(stream.nfd)
      // PostgreSQL expects that of a new file's name, too.
      if (this.#unnamed.delete(stream.node)) syncNames(dirname(join(this.#directory, file)))
    }
  }
}

function isZero(bytes: Uint8Array, offset: number, length: number): boolean {
  const { buffer, byteOffset } = bytes
  return (
    length === zeros.length &&
    Buffer.compare(new Uint8Array(buffer, byteOffset + offset, length), zeros) === 0
  )
}

function syncNames(directory: string): void {
  const number = openSync(directory, 'r')
  try {
    fsyncSync(number)
  } finally {
    closeSync(number)
  }
}
