/**
 * SIGINT and SIGTERM (test/process/signals). Ctrl-C, systemd and containers signal the whole
 * process group, and npm forwards signals, so one request to stop may arrive several times. The
 * listeners are never removed: a signal without a listener kills the process.
 */
import type { Log } from '../base/log.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds after the first signal in which others count as repetitions. */
const sameRequest = 2000

/** The parts of `process` that tests replace, to send signals and observe the exit. */
interface Signalled {
  on(signal: (typeof signals)[number], listener: (signal: NodeJS.Signals) => void): unknown
  exit(code: number): void
}

/**
 * Calls `stop` on the first signal; another one at least two seconds later ends the process with
 * code 1.
 */
export function onSignals(
  stop: (signal: NodeJS.Signals) => void,
  log: Pick<Log, 'error'>,
  self: Signalled = process,
): void {
  let first: number | undefined
  const heard = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = performance.now()
      stop(signal)
    } else if (performance.now() - first >= sameRequest) {
      log.error({ signal }, 'another stop signal, exiting at once')
      self.exit(1)
    }
  }
  for (const signal of signals) self.on(signal, heard)
}
