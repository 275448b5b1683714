/** What is used of PGlite beyond its types: how its files are written. */
import { reliesOn } from '../../base/relied.ts'

/** What emscripten's driver of directories calls to write. */
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

/** What writes files, in emscripten's module; throws if PGlite no longer has it there. */
export function checkedDriver(module: object): { write: Write } {
  const operations = (Reflect.get(module, 'NODEFS') as Driver | undefined)?.stream_ops
  const write = operations?.write
  const what = 'its files are written by NODEFS.stream_ops.write'
  reliesOn('@electric-sql/pglite', typeof write === 'function' && operations, what)
  return operations as { write: Write }
}
