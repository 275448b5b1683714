/** What one operation takes of the thread's time, and for whom it is charged. */
import { performance } from 'node:perf_hooks'
import type { Leave } from './turnstile.ts'

/** Whose operations share what one caller may use. */
export interface Caller {
  readonly key: string
  readonly used: Decaying
  /** Operations that run. */
  running: number
  /** When the next operation may start, if the caller must wait. */
  free: number
}

/** What is charged counts half after so many milliseconds. */
const halfLife = 1_000

/** A sum of times, each of which counts less and less. */
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

/** What shares are charged to. */
export interface Ledger {
  /** Both return what an operation has been charged that has run from the start. */
  started(caller: Caller): number
  stopped(caller: Caller): number
  charge(caller: Caller, milliseconds: number, startedAt: number): void
  giveWay(key: string): Promise<void>
}

/** An operation that runs. */
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

  /** It waits for something that takes no time of the thread, such as its client. */
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

  /** Lets others run; resolves when it is this caller's turn again. */
  giveWay(): Promise<void> {
    return this.#ledger.giveWay(this.#caller.key)
  }

  /** It is over, and charged for once the current turn of the event loop is over too. */
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
