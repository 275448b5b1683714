/** A job that is done at once, and again some time after it was done. */

export interface Rounds {
  /** Waits for the round under way. */
  stop(): Promise<void>
}

/** `round` must not throw, and must end early once `isStopping` returns true. */
export function startRounds(
  round: (isStopping: () => boolean) => Promise<void>,
  interval: number,
): Rounds {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  const next = async (): Promise<void> => {
    await round(() => stopping)
    if (stopping) return
    timer = setTimeout(() => {
      working = next()
    }, interval)
  }
  let working = next()
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await working
    },
  }
}
