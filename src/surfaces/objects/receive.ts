/**
 * Receives the bytes of one upload in constant memory: each piece is written before the next is
 * read. Bytes beyond the limit and senders that stand still end it.
 */
import type { IncomingMessage } from 'node:http'
import { type Pace, watchPeer } from '../../process/slow-peers.ts'

export interface Sink {
  write(bytes: Uint8Array): Promise<void>
}

/** At this pace 100 MiB would take hours, which the limit on a whole request ends. */
export const slowestUpload: Pace = { window: 10_000, bytes: 64 * 1024 }

export type Received = 'whole' | 'too long' | 'too slow'

/**
 * Writes the body to `sink`. Rejects with what the sink throws, and with ECONNRESET if the sender
 * goes away. The request stays open in every case, so that it can be answered, and paused.
 */
export async function receive(
  request: IncomingMessage,
  sink: Sink,
  { maxBytes, pace = slowestUpload }: { maxBytes: number; pace?: Pace },
): Promise<Received> {
  let total = 0
  let writing = Promise.resolve()
  let stop = () => {}
  const received = new Promise<Received>((resolve, reject) => {
    const onData = (piece: Buffer) => {
      total += piece.length
      request.pause()
      if (total > maxBytes) return resolve('too long')
      writing = sink.write(piece)
      writing.then(() => request.resume(), reject)
    }
    // The end can come while the last piece is still being written, paused or not.
    const onEnd = () => {
      writing.then(() => resolve('whole'), reject)
    }
    const onGone = () => {
      // A request that has ended is closed as well.
      if (request.readableEnded) return
      reject(Object.assign(new Error('The client disconnected'), { code: 'ECONNRESET' }))
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
    // It may have gone while it waited for a slot.
    if (request.destroyed) onGone()
    // The time of a slow disk is not the sender's fault.
    const isAwaited = () => !request.isPaused()
    const giveUp = () => resolve('too slow')
    const unwatch = watchPeer(pace, { moved: () => total, isAwaited, giveUp })
    stop = () => {
      unwatch()
      request.pause()
      request.off('data', onData).off('end', onEnd).off('close', onGone)
    }
  })
  return received.finally(() => stop())
}
