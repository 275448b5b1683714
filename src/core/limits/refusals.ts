/**
 * Remembers keys that were throttled within the last second, to refuse them again without a query,
 * so that such requests do not use up connections.
 */

interface Refused {
  /** Remembers that `key` is throttled for `seconds`. */
  remember(key: string, seconds: number): void
  /** The remaining seconds of one of the keys; undefined if none is remembered. */
  secondsFor(keys: readonly string[]): number | undefined
  forget(keys: readonly string[]): void
  /** Forgets all keys with this suffix. */
  forgetAll(ending: string): void
}

/** Milliseconds; short, because another process or a correct password may free attempts. */
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
