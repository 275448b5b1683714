/** One operation's share of the thread's time, charged to its caller. */
import { performance } from 'node:perf_hooks'
import type { Leave } from './turnstile.ts'

/** An account or client address whose operations are charged together. */
export interface Caller {
  readonly key: string
  readonly used: Decaying
  /** Number of running operations. */
  running: number
  /** The time, by `performance.now`, when the next operation may start if the caller must wait. */
  free: number
}

/** Milliseconds after which a charge counts half. */
const halfLife = 1_000

/** A sum of charges, each of which decays. */
export class Decaying {
  #sum = 0
  #at = 0

  add(milliseconds: number, now: number): void {
    this.#sum = this.at(now) + milliseconds
    this.#at = now
  }

  at(now: number): number {
    return this.#sum * 0.5 ** ((now - this.#at) / halfLife)
  }
}

/** The accounting that shares report to. */
export interface Ledger {
  /** Both return the milliseconds charged so far to an operation that never pauses. */
  started(caller: Caller): number
  stopped(caller: Caller): number
  charge(caller: Caller, milliseconds: number, startedAt: number): void
  giveWay(key: string): Promise<void>
}

/** A running operation. */
export class Share {
  readonly #ledger: Ledger
  readonly #caller: Caller
  readonly #leave: Leave | undefined
  readonly #startedAt = performance.now()
  #begin: number
  #used = 0
  #state: 'runs' | 'pauses' | 'ended' = 'runs'

  constructor(ledger: Ledger, caller: Caller, leave?: Leave) {
    this.#ledger = ledger
    this.#caller = caller
    this.#leave = leave
    this.#begin = ledger.started(caller)
  }

  /** The operation waits for something that does not use the thread, such as its client. */
  pause(): void {
    if (this.#state !== 'runs') return
    this.#state = 'pauses'
    this.#used += this.#ledger.stopped(this.#caller) - this.#begin
  }

  resume(): void {
    if (this.#state !== 'pauses') return
    this.#state = 'runs'
    this.#begin = this.#ledger.started(this.#caller)
  }

  /** Lets other operations run; resolves in this caller's next turn. */
  giveWay(): Promise<void> {
    return this.#ledger.giveWay(this.#caller.key)
  }

  /** Ends the operation, which is charged after the current turn of the event loop. */
  end(): void {
    if (this.#state === 'ended') return
    setImmediate(() => {
      if (this.#state === 'ended') return
      this.pause()
      this.#state = 'ended'
      this.#ledger.charge(this.#caller, this.#used, this.#startedAt)
      this.#used = 0
      this.#leave?.()
    })
  }
}
