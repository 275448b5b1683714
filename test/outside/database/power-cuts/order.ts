/**
 * The rule of a write-ahead log, on a recording: a page of a table or index is written only once
 * the log is on disk up to the record that changed the page last. Cuts alone would seldom show
 * that it is broken.
 */
import type { FileOperation } from './recording.ts'

const pageBytes = 8192
const segmentBytes = 16n << 20n
const relation = /\/database\/(base|global)\/(\d+\/)?\d+(_\w+)?$/
const segment = /\/database\/pg_wal\/[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})$/

/** Where a file of the log begins in it. */
function startOf(path: string): bigint | undefined {
  const [, high, low] = segment.exec(path) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * segmentBytes
}

/** The last record that changed a page, as its head says. */
const lastChange = (page: Buffer) =>
  (BigInt(page.readUInt32LE(0)) << 32n) + BigInt(page.readUInt32LE(4))

/** The pages that were written too early, from the operation `started` on, and how many in all. */
export function writtenEarly(operations: readonly FileOperation[], started: number) {
  const paths = new Map<number, string>()
  const ends: { file: number; number: number; end: bigint }[] = []
  const early: string[] = []
  let onDisk = 0n
  let pages = 0
  operations.forEach((operation, number) => {
    if (operation.kind === 'name' && operation.file !== 'directory') {
      paths.set(operation.file, operation.path)
    } else if (operation.kind === 'rename') {
      for (const [file, path] of paths) if (path === operation.path) paths.set(file, operation.to)
    } else if (operation.kind === 'sync') {
      for (const { file, number: written, end } of ends) {
        const isSynced = file === operation.of && written < operation.since
        if (isSynced && end > onDisk) onDisk = end
      }
    } else if (operation.kind === 'write') {
      const path = paths.get(operation.file) ?? ''
      const start = startOf(path)
      const { at, bytes, file } = operation
      if (start !== undefined) ends.push({ file, number, end: start + BigInt(at + bytes.length) })
      if (number < started || !relation.test(path) || bytes.length !== pageBytes) return
      pages += 1
      if (lastChange(bytes) > onDisk) early.push(`${path}, operation ${number}`)
    }
  })
  return { early, pages }
}
