/**
 * Receives the bytes of one upload in constant memory: each piece is written before the next is
 * read. Bytes beyond the limit and senders that stand still end it.
 */
import type { IncomingMessage } from 'node:http'

export interface Sink {
  write(bytes: Uint8Array): Promise<void>
}

export interface Pace {
  /** Milliseconds in which at least `bytes` must come, time and again. */
  window: number
  bytes: number
}

/** At this pace 100 MiB would take hours, which the limit on a whole request ends. */
export const slowest: Pace = { window: 10_000, bytes: 64 * 1024 }

export type Received = 'whole' | 'too long' | 'too slow'

/**
 * Writes the body to `sink`. Rejects with what the sink throws, and with ECONNRESET if the sender
 * goes away. The request stays open in every case, so that it can be answered, and paused.
 */
export async function receive(
  request: IncomingMessage,
  sink: Sink,
  { maxBytes, pace = slowest }: { maxBytes: number; pace?: Pace },
): Promise<Received> {
  let total = 0
  let writing = Promise.resolve()
  let stop = () => {}
  const received = new Promise<Received>((resolve, reject) => {
    const watch = watchPace(pace, () => resolve('too slow'))
    const onData = (piece: Buffer) => {
      total += piece.length
      request.pause()
      if (total > maxBytes) return resolve('too long')
      watch.came(piece.length)
      writing = sink.write(piece)
      writing.then(() => {
        watch.wait()
        request.resume()
      }, reject)
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
    watch.wait()
    stop = () => {
      watch.stop()
      request.pause()
      request.off('data', onData).off('end', onEnd).off('close', onGone)
    }
  })
  return received.finally(() => stop())
}

/**
 * Measures a sender by the time that is spent waiting for it; the time of a slow disk is not its
 * fault.
 */
function watchPace({ window, bytes }: Pace, giveUp: () => void) {
  let waited = 0
  let since = 0
  let came = 0
  let timer: NodeJS.Timeout | undefined
  let over = false
  return {
    wait() {
      if (over) return
      since = performance.now()
      clearTimeout(timer)
      timer = setTimeout(giveUp, Math.max(0, window - waited))
    },
    came(length: number) {
      clearTimeout(timer)
      waited += performance.now() - since
      came += length
      if (came < bytes) return
      came = 0
      waited = 0
    },
    stop() {
      over = true
      clearTimeout(timer)
    },
  }
}
