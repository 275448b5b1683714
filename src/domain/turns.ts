/** Turn-taking inside the process: at most so many at work, the rest wait in order of arrival. */
import { fail } from '../errors.ts'

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `most` works at a time. When `queue` others already wait, a further one is refused
 * with SERVICE_UNAVAILABLE: a queue without end only turns overload into lost memory.
 */
export function turns(most: number, queue = 1_000): Turns {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy >= most) {
      if (waiting.length >= queue) fail('SERVICE_UNAVAILABLE', { retryAfter: 5 })
      // Whoever leaves hands over its place, so `busy` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}

/** Turns per key; keys that nobody uses take no memory. */
export function turnsByKey(): <T>(key: string, most: number, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { take: Turns; users: number }>()
  return async (key, most, work) => {
    const gate = gates.get(key) ?? { take: turns(most), users: 0 }
    gates.set(key, gate)
    gate.users += 1
    try {
      return await gate.take(work)
    } finally {
      gate.users -= 1
      if (gate.users === 0) gates.delete(key)
    }
  }
}
