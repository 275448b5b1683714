/** Uses of PGlite beyond its types: how its files are written. */
import { reliesOn } from '../../base/assumptions.ts'

/** The writing part of Emscripten's directory driver. */
interface Driver {
  stream_ops?: { write?: Write }
}
type Write = (
  stream: { path: string },
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number

/** The driver in Emscripten's module. Throws if PGlite no longer writes with it. */
export function checkedDriver(module: object): { write: Write } {
  const operations = (Reflect.get(module, 'NODEFS') as Driver | undefined)?.stream_ops
  const write = operations?.write
  const what = 'its files are written by NODEFS.stream_ops.write'
  reliesOn('@electric-sql/pglite', typeof write === 'function' && operations, what)
  return operations as { write: Write }
}
