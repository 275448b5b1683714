/** A job that runs at once, and again a while after each run. */

export interface Rounds {
  /** Resolves after the current round. */
  stop(): Promise<void>
}

/**
 * Runs `round`, with `interval` milliseconds between the end of one and the next. It must not
 * throw, and must end early once `isStopping` returns true.
 */
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
