/** Uses of PGlite beyond its types: how its files are changed and brought to disk. */
import { reliesOn } from '../../base/assumptions.ts'

/** An open file or directory. */
interface OpenStream {
  path: string
  /** Stays the same object as long as the file has its name. */
  node: object
  /** The number of the open file on the host. */
  nfd: number
}

/** Emscripten's directory driver, as far as it changes files. */
export interface Driver {
  node_ops: {
    mknod: (parent: object, ...rest: unknown[]) => object
    setattr: (node: object, attributes: Attributes) => void
    rename: (...names: unknown[]) => void
    unlink: (...names: unknown[]) => void
  }
  stream_ops: {
    write: (
      stream: OpenStream,
      bytes: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => number
    setattr: (stream: OpenStream, attributes: Attributes) => void
    /** PGlite has none, and reports success. */
    fsync?: (stream: OpenStream) => void
  }
}
interface Attributes {
  size?: number
}

const changes = {
  node_ops: ['mknod', 'setattr', 'rename', 'unlink'],
  stream_ops: ['write', 'setattr'],
} as const

/** The driver in emscripten's module. Throws if PGlite no longer changes files with it. */
export function checkedDriver(module: object): Driver {
  const driver = Reflect.get(module, 'NODEFS') as Driver | undefined
  const has = (kind: keyof typeof changes) =>
    changes[kind].every((name) => typeof (driver?.[kind] as never)?.[name] === 'function')
  const holds = has('node_ops') && has('stream_ops') && driver?.stream_ops.fsync === undefined
  const what = 'its files are changed by NODEFS.node_ops and stream_ops, which do not sync them'
  reliesOn('@electric-sql/pglite', holds, what)
  return driver as Driver
}
