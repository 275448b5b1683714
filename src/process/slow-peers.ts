/**
 * How slowly peers may send what is received here, and read what is sent to them. Time is counted
 * in looks, and only in those at which a peer is waited for: a delay of this process or of its disk
 * is not the peer's fault.
 */
import type { Leave } from './turnstile.ts'

export interface Pace {
  /** Milliseconds of waiting for a peer in which it must move at least `bytes`, time and again. */
  window: number
  bytes: number
  /** How often a peer is looked at in that time. */
  looks?: number
  /** Milliseconds for all that it moves; with it, `bytes` in a `window` are its average so far. */
  maxTime?: number
}

/** Milliseconds from one look to the next. */
export const pauseOf = ({ window, looks = 10, maxTime = window }: Pace): number =>
  Math.min(window, maxTime) / looks

/**
 * Judges one peer, by all bytes that it has moved at each look at which it is waited for: whether
 * it is too slow. Without `before` the first look begins.
 */
export function judgeOf(pace: Pace, before = Number.NaN): (moved: number) => boolean {
  let time = 0
  return (moved) => {
    const { window, bytes, maxTime } = pace
    time += pauseOf(pace)
    if (maxTime !== undefined && time >= maxTime) return true
    // It seems to have moved back where the kernel could not be asked once.
    if (maxTime === undefined && !(Math.abs(moved - before) < bytes)) {
      before = moved
      time = 0
    }
    return time >= window && moved - before < (bytes * time) / window
  }
}

interface WatchedPeer {
  /** All bytes that it has moved. */
  moved: () => number
  /** Whether it is waited for. */
  isAwaited?: () => boolean
  /** Is called once. */
  giveUp: () => void
}

/** Watches one peer until it is too slow; returns what ends that. */
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
