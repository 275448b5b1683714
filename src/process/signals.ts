/**
 * SIGINT and SIGTERM (test/process/signals). Ctrl-C, systemd and containers signal the whole
 * process group, and npm hands on what it gets, so one request to stop arrives twice or more often.
 * The listeners stay: while a signal has none, even for a moment, its next one kills the process.
 */
import type { Logger } from 'pino'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds after the first signal in which further ones mean the same. */
const sameRequest = 2000

/** The parts of `process` that a test replaces, to send signals and to see the exit. */
interface Signalled {
  on(signal: (typeof signals)[number], listener: (signal: NodeJS.Signals) => void): unknown
  exit(code: number): void
}

/** The first signal calls `stop`; one that comes two seconds later or more ends it with code 1. */
export function onSignals(
  stop: (signal: NodeJS.Signals) => void,
  log: Pick<Logger, 'error'>,
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
