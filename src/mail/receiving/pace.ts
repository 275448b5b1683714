/** The timeout of a message, and its minimum pace (test/mail/limits). */

export interface Pace {
  /** Milliseconds for a whole message. */
  maxTime: number
  /** Milliseconds after which the pace counts. */
  grace: number
  /** Bytes a second, on average over the message. */
  minBytesPerSecond: number
}

/** A message of 40 MiB in five minutes; a small one over the slowest line that still works. */
export const usualPace: Pace = { maxTime: 300_000, grace: 30_000, minBytesPerSecond: 2_048 }

/** Calls `tooSlow` once when the pace is not kept; `bytes` returns the bytes received so far. */
export function watchPace(
  { maxTime, grace, minBytesPerSecond }: Pace,
  bytes: () => number,
  tooSlow: () => void,
): () => void {
  const begun = performance.now()
  const timer = setInterval(() => {
    const time = performance.now() - begun
    const isOnPace = time < grace || bytes() >= (time / 1000) * minBytesPerSecond
    if (time < maxTime && isOnPace) return
    clearInterval(timer)
    tooSlow()
  }, Math.min(grace, maxTime) / 10)
  return () => clearInterval(timer)
}
