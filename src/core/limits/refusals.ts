/**
 * Who has just been throttled. For a second they are refused again without the database: such a
 * request must not take a connection from others.
 */

export interface Refused {
  /** Remembers that nothing is free under `key` for so many seconds. */
  remember(key: string, seconds: number): void
  /** Seconds until something may be free under one of the keys; undefined if unknown. */
  secondsFor(keys: readonly string[]): number | undefined
  forget(keys: readonly string[]): void
  /** Forgets every key that ends so. */
  forgetAll(ending: string): void
}

/** Milliseconds: another process, or a right password, may have freed some meanwhile. */
const life = 1_000
const maxRemembered = 10_000

export function refusals(clock: () => Date): Refused {
  const remembered = new Map<string, { since: number; free: number }>()
  const now = () => clock().getTime()
  return {
    remember(key, seconds) {
      remembered.delete(key)
      remembered.set(key, { since: now(), free: now() + seconds * 1_000 })
      const [oldest] = remembered.keys()
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
    },
    secondsFor(keys) {
      const at = now()
      const found = keys.flatMap((key) => remembered.get(key) ?? [])
      const free = found.filter(({ since }) => at >= since && at < since + life)
      const seconds = Math.max(...free.map((one) => (one.free - at) / 1_000))
      return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined
    },
    forget(keys) {
      for (const key of keys) remembered.delete(key)
    },
    forgetAll(ending) {
      for (const key of remembered.keys()) if (key.endsWith(ending)) remembered.delete(key)
    },
  }
}
