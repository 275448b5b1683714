/**
 * Measures how many bytes clients have received. The counts of a Node socket do not change during
 * one write of many megabytes; those of bytes accepted by the kernel grow in steps of a megabyte or
 * more, for which a slow client may need a minute. So on Linux the bytes still queued in the kernel
 * are looked up: the client has acknowledged the others.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { reliesOn } from '../../base/assumptions.ts'

const isLinux = process.platform === 'linux'
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** Node's private fields of an open connection. */
type Handle = { bytesWritten: number; writeQueueSize: number; fd?: number }

const handleOf = (socket: Socket) => (socket as Socket & { _handle?: Handle | null })._handle

/**
 * Throws if Node no longer counts the bytes that the kernel accepted. No other count distinguishes
 * a slow reader from a stalled one: all others include bytes queued in this process.
 */
export function checkCounts(socket: Socket): void {
  const { bytesWritten, writeQueueSize, fd } = handleOf(socket) ?? {}
  const holds = [bytesWritten, writeQueueSize, isLinux ? fd : 0].every(Number.isInteger)
  const what = 'a socket has a _handle with bytesWritten, writeQueueSize and, on Linux, fd'
  reliesOn('node', holds || socket.destroyed, what)
}

/** The bytes that the kernel has accepted. */
export function takenOf(socket: Socket): number {
  const handle = handleOf(socket)
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** The unacknowledged bytes in the kernel, by the inode of the socket. */
function waitingInKernel(): Map<string, number> {
  const found = new Map<string, number>()
  for (const table of tables) {
    for (const line of attempt(() => readFileSync(table, 'latin1'))?.split('\n') ?? []) {
      const columns = line.trim().split(/\s+/)
      const [queued] = columns[4]?.split(':') ?? []
      const inode = columns[9]
      if (queued !== undefined && inode !== undefined) found.set(inode, Number.parseInt(queued, 16))
    }
  }
  return found
}

function inodeOf(socket: Socket): string | undefined {
  const fd = handleOf(socket)?.fd ?? -1
  if (fd < 0) return undefined
  return /^socket:\[(\d+)\]$/.exec(attempt(() => readlinkSync(`/proc/self/fd/${fd}`)) ?? '')?.[1]
}

/** Undefined on systems without these files. */
function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * The bytes that each client has acknowledged, or if that is unknown, that the kernel has accepted.
 * Looked up for all sockets at once, as it reads a line for every connection of the machine.
 */
export function acknowledgedOf(sockets: readonly Socket[]): number[] {
  if (sockets.length === 0) return []
  const waiting = waitingInKernel()
  return sockets.map((socket) => takenOf(socket) - (waiting.get(inodeOf(socket) ?? '') ?? 0))
}
