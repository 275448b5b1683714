/**
 * Limits how slowly peers may send and read. Time is counted in checks, and only while the service
 * waits for the peer: delays of this process or its disk do not count.
 */
import type { Leave } from './turnstile.ts'

export interface Pace {
  /** Milliseconds of waiting for a peer in which it must move at least `bytes`, in every window. */
  window: number
  bytes: number
  /** Checks per window. */
  looks?: number
  /** Milliseconds for the whole transfer; if set, `bytes` per `window` is its minimum average. */
  maxTime?: number
}

/** Milliseconds between two checks. */
export const pauseOf = ({ window, looks = 10, maxTime = window }: Pace): number =>
  Math.min(window, maxTime) / looks

/**
 * A test whether one peer is too slow, to be called at each check while the service waits for it,
 * with the bytes moved so far. Without `before`, the first check sets the starting point.
 */
export function judgeOf(pace: Pace, before = Number.NaN): (moved: number) => boolean {
  let time = 0
  return (moved) => {
    const { window, bytes, maxTime } = pace
    time += pauseOf(pace)
    if (maxTime !== undefined && time >= maxTime) return true
    // The count can decrease: it lacks the kernel's part where the kernel did not answer.
    if (maxTime === undefined && !(Math.abs(moved - before) < bytes)) {
      before = moved
      time = 0
    }
    return time >= window && moved - before < (bytes * time) / window
  }
}

interface WatchedPeer {
  /** The bytes moved so far. */
  moved: () => number
  /** Whether the service waits for the peer; by default always. */
  isAwaited?: () => boolean
  /** Called once, when the peer is too slow. */
  giveUp: () => void
}

/** Watches one peer until it is too slow. Returns a function that ends the watch. */
export function watchPeer(
  pace: Pace,
  { moved, isAwaited = () => true, giveUp }: WatchedPeer,
): Leave {
  const isTooSlow = judgeOf(pace, moved())
  const timer = setInterval(() => {
    if (!isAwaited() || !isTooSlow(moved())) return
    clearInterval(timer)
    giveUp()
  }, pauseOf(pace)).unref()
  return () => clearInterval(timer)
}
