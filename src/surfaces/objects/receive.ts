/**
 * Receives one upload in constant memory: each chunk is written before the next is read. Excess
 * bytes and stalled senders end it.
 */
import type { IncomingMessage } from 'node:http'
import { type Pace, watchPeer } from '../../process/slow-peers.ts'

interface Sink {
  write(bytes: Uint8Array): Promise<void>
}

/** At this pace 100 MiB would take hours; the time limit on a whole request ends that. */
const slowestUpload: Pace = { window: 10_000, bytes: 64 * 1024 }

type Received = 'whole' | 'too long' | 'too slow'

/**
 * Writes the body to `sink`. Rejects with errors of the sink, and with ECONNRESET if the sender
 * disconnects. The request stays open, so that it can be answered, and paused.
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
    // May be emitted while the last chunk is still being written, paused or not.
    const onEnd = () => {
      writing.then(() => resolve('whole'), reject)
    }
    const onGone = () => {
      // Also emitted after the end of a request.
      if (request.readableEnded) return
      reject(Object.assign(new Error('The client disconnected'), { code: 'ECONNRESET' }))
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
    // The client may have disconnected while it waited for a slot.
    if (request.destroyed) onGone()
    // Waiting for the disk does not count.
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
