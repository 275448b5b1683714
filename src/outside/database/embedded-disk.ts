/**
 * The disk of the embedded database: PGlite's own directory driver, but writes go on as long as a
 * reserve has space for them, and writes to the log are counted.
 */
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Reserve } from './embedded-reserve.ts'
import { checkedDriver } from './untyped-pglite.ts'

type Init = ReturnType<NodeFS['init']>
type Options = Parameters<NodeFS['init']>[1]

/** The mount point of the directory. */
const mountPath = '/pglite/data/'
/** WASI's numbers for ENOSPC and EDQUOT. */
const fullDiskErrors = new Set([51, 19])

export class Disk extends NodeFS {
  readonly #reserve: Reserve
  /** Bytes written to the log since this was last set to 0. */
  loggedBytes = 0

  constructor(directory: string, reserve: Reserve) {
    super(directory)
    this.#reserve = reserve
  }

  override async init(database: PGlite, options: Options): Init {
    const { emscriptenOpts } = await super.init(database, options)
    const before = emscriptenOpts.preRun ?? []
    const preRun = [before].flat().concat((module: object) => this.#replaceWrite(module))
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #replaceWrite(module: object): void {
    const operations = checkedDriver(module)
    const { write } = operations
    operations.write = (stream, bytes, offset, length, position) => {
      const file = stream.path.slice(mountPath.length)
      if (file.startsWith('pg_wal/')) this.loggedBytes += length
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
}
