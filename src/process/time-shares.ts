/**
 * Divides the time of the main thread among callers: accounts, and client addresses of anonymous
 * requests. The time that the event loop is busy is charged in equal shares to the operations that
 * run. A caller that has lately used no more than the average never waits, and neither does one
 * that is alone. Any other caller runs one operation at a time, and rests after each in proportion
 * to its cost; several such callers divide the time of one.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type Caller, Decaying, type Ledger, Share } from './share.ts'
import { type Leave, Turnstile } from './turnstile.ts'

/** Milliseconds, unless stated otherwise. */
export const allowance = {
  /** A caller that has used no more never waits, whatever the average. */
  light: 100,
  /** A caller counts as alone if all others together have used less. */
  alone: 5,
  /** The assumed use of a running operation. */
  expected: 10,
  /** A factor: the duration of an operation and its rest, relative to the operation. */
  spread: 1.25,
  /** The same, for an operation longer than `long`. */
  spreadOfLong: 2.5,
  long: 50,
  /** An operation that has waited this long is refused. */
  maxWait: 60_000,
} as const

interface TimeSharesOptions {
  /** The caller runs such operations one at a time, however little it has used. */
  alone?: boolean
  /** Called before it waits. */
  onWait?: () => void
}

/** One per process. */
export class TimeShares {
  readonly #callers = new Map<string, Caller>()
  readonly #oneByOne = new Turnstile({
    name: 'operationsOfCaller',
    max: Number.POSITIVE_INFINITY,
    maxPerKey: 1,
    maxWaitingPerKey: 500,
    maxWait: allowance.maxWait,
  })
  /** Admits one operation that gave way per turn of the event loop, alternating between callers. */
  readonly #turns = new Turnstile({
    name: 'turns',
    max: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWait: 600_000,
  })
  /** Number of running operations. */
  #running = 0
  /** Busy time of the event loop at the last count. */
  #busy = 0
  /** Milliseconds charged so far to an operation that never pauses. */
  #each = 0
  /** Charged to all callers together. */
  readonly #used = new Decaying()
  /** Callers that had used more than the average when they were last charged. */
  readonly #heavy = new Set<Caller>()
  #swept = 0

  /**
   * Starts an operation of this caller as soon as it may run. Throws SERVICE_UNAVAILABLE if too
   * many of its operations wait, or after a wait of `maxWait`.
   */
  async enter(key: string, { alone = false, onWait }: TimeSharesOptions = {}): Promise<Share> {
    if (!alone && !this.#mustWait(key)) return this.#start(key)
    onWait?.()
    const leave = await this.#oneByOne.enter(key)
    const rest = this.#mustWait(key) ? this.#callerOf(key).free - performance.now() : 0
    if (rest > 0) await pause(rest)
    await this.giveWay(key)
    return this.#start(key, leave)
  }

  /** Waits for a later turn of the event loop, shared fairly among callers. */
  async giveWay(key: string): Promise<void> {
    const leave = await this.#turns.enter(key)
    await nextTurn()
    leave()
  }

  /**
   * The pieces of a long text, one per turn of the event loop even if the client accepts all at
   * once. The caller is charged for the cost of each.
   */
  async *written(key: string, pieces: Iterable<string>): AsyncGenerator<string> {
    let startedAt = performance.now()
    for (const piece of pieces) {
      this.#charge(this.#callerOf(key), performance.now() - startedAt, startedAt)
      yield piece
      await this.giveWay(key)
      startedAt = performance.now()
    }
  }

  #start(key: string, leave?: Leave): Share {
    return new Share(this.#ledger, this.#callerOf(key), leave)
  }

  readonly #ledger: Ledger = {
    started: (caller) => {
      const each = this.#count()
      this.#running += 1
      caller.running += 1
      return each
    },
    stopped: (caller) => {
      const each = this.#count()
      this.#running -= 1
      caller.running -= 1
      return each
    },
    charge: (...given) => this.#charge(...given),
    giveWay: (key) => this.giveWay(key),
  }

  /** Charges the busy time since the last count to all running operations. */
  #count(): number {
    const { active } = performance.eventLoopUtilization()
    if (this.#running > 0) this.#each += (active - this.#busy) / this.#running
    this.#busy = active
    return this.#each
  }

  #charge(caller: Caller, milliseconds: number, startedAt: number): void {
    const now = performance.now()
    caller.used.add(milliseconds, now)
    this.#used.add(milliseconds, now)
    if (!this.#isHeavy(caller, now)) return
    this.#heavy.add(caller)
    for (const other of this.#heavy) if (!this.#isHeavy(other, now)) this.#heavy.delete(other)
    const { spread, spreadOfLong, long } = allowance
    const times = milliseconds > long ? spreadOfLong : spread
    caller.free = Math.max(caller.free, startedAt) + milliseconds * times * this.#heavy.size
  }

  #mustWait(key: string): boolean {
    return this.#isHeavy(this.#callerOf(key), performance.now())
  }

  /** Whether the caller has used more than `light` and more than the average, and is not alone. */
  #isHeavy(caller: Caller, now: number): boolean {
    const { light, alone, expected } = allowance
    const charged = caller.used.at(now)
    const used = charged + caller.running * expected
    if (used <= light) return false
    const all = this.#used.at(now)
    return all - charged > alone && used > (1.1 * all) / this.#callers.size
  }

  #callerOf(key: string): Caller {
    const known = this.#callers.get(key)
    if (known) return known
    this.#sweep()
    const caller = { key, used: new Decaying(), running: 0, free: 0 }
    this.#callers.set(key, caller)
    return caller
  }

  /** Forgets callers that have used almost nothing; at most once a second. */
  #sweep(): void {
    const now = performance.now()
    if (now - this.#swept < 1_000) return
    this.#swept = now
    for (const [key, { running, used }] of this.#callers) {
      if (running === 0 && used.at(now) < 1) this.#callers.delete(key)
    }
  }
}
