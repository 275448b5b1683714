/**
 * How much of what was written to clients has arrived there. The socket's own counts do not
 * move during one write of many megabytes; the kernel's grows in steps of a megabyte and more,
 * which a slow client may need a minute for. So the bytes that the kernel still holds are looked
 * up where possible (Linux): the client has acknowledged the others.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { reliesOn } from '../../base/assumptions.ts'

const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** Node's private fields of an open connection. */
type Handle = { bytesWritten: number; writeQueueSize: number; fd?: number }

const handleOf = (socket: Socket) => (socket as Socket & { _handle?: Handle | null })._handle

/**
 * Throws if Node no longer counts the kernel's bytes. No other count distinguishes a slow reader
 * from one that does not read: all others include bytes queued in this process.
 */
export function checkCounts(socket: Socket): void {
  const { bytesWritten, writeQueueSize } = handleOf(socket) ?? {}
  const holds = Number.isInteger(bytesWritten) && Number.isInteger(writeQueueSize)
  const isLost = socket.destroyed
  reliesOn('node', holds || isLost, 'a socket has a _handle with bytesWritten and writeQueueSize')
}

/** Bytes that the kernel accepted. */
export function takenOf(socket: Socket): number {
  const handle = handleOf(socket)
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** Bytes that wait in the kernel to be acknowledged, by the inode of the socket. */
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

/** Only Linux has such files. */
function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Bytes that each client has acknowledged, or where that is unknown, that the kernel has accepted.
 * One look for all: it reads a line for every connection of the machine.
 */
export function acknowledgedOf(sockets: readonly Socket[]): number[] {
  if (sockets.length === 0) return []
  const waiting = waitingInKernel()
  return sockets.map((socket) => takenOf(socket) - (waiting.get(inodeOf(socket) ?? '') ?? 0))
}
