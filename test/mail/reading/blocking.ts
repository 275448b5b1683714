/**
 * How long this thread was busy without a pause, by the processor time it used: unlike the clock's,
 * this does not grow when the machine has other work.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds that the main thread of this process has had the processor. */
const used = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

/** Does work; its answer, and the longest time that nothing else could happen meanwhile. */
export async function watched<T>(work: () => Promise<T>): Promise<{ value: T; blocked: number }> {
  let last = used()
  let blocked = 0
  const look = () => {
    const now = used()
    blocked = Math.max(blocked, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  // Not the work of this turn: it begins with the next.
  await new Promise((resolve) => setTimeout(resolve, 5))
  blocked = 0
  try {
    const value = await work()
    look()
    return { value, blocked }
  } finally {
    clearInterval(timer)
  }
}
