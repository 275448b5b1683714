/**
 * How the time of the one thread that does all work is shared by its callers: accounts, and client
 * addresses of anonymous requests. The time that the event loop is busy is charged in equal shares
 * to the operations that run at that moment. A caller who has lately used no more than the average
 * never waits, so neither does one who is alone. Any other runs one operation at a time, and rests
 * after each in proportion to what it took; several such callers divide what one of them would get.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { type Caller, Decaying, type Ledger, Share } from './share.ts'
import { type Leave, Turnstile } from './turnstile.ts'

/** Milliseconds, except where a comment says otherwise. */
export const allowance = {
  /** Busy time that may be used before operations wait, whatever the average. */
  light: 100,
  /** A caller is alone if all others together have used less. */
  alone: 5,
  /** What an operation is taken to use as long as it runs. */
  expected: 10,
  /** Times: how long a caller takes, with its rest, for work that takes one. */
  spread: 1.25,
  /** The same for an operation that has taken more than `long`. */
  spreadOfLong: 2.5,
  long: 50,
  /** After so long a wait an operation is refused. */
  maxWait: 60_000,
} as const

interface TimeSharesOptions {
  /** It is one of a kind that each caller runs one at a time, however little it has used. */
  alone?: boolean
  /** Called before it waits. */
  onWait?: () => void
}

/** One per process. */
export class TimeShares {
  readonly #callers = new Map<string, Caller>()
  readonly #oneByOne = new Turnstile({
    name: 'operationsOfCaller',
    ...{ max: Number.POSITIVE_INFINITY, maxPerKey: 1, maxWaitingPerKey: 500 },
    maxWait: allowance.maxWait,
  })
  /** One turn of the event loop for one of those who give way, callers in turn. */
  readonly #turns = new Turnstile({
    name: 'turns',
    ...{ max: 1, maxWaiting: Number.POSITIVE_INFINITY, maxWait: 600_000 },
  })
  /** Operations that run. */
  #running = 0
  /** Busy time of the event loop when it was last looked at. */
  #busy = 0
  /** Milliseconds charged to an operation that has run from the start. */
  #each = 0
  /** Charged to all callers together. */
  readonly #used = new Decaying()
  /** Those that had used more than the average when they were last charged. */
  readonly #heavy = new Set<Caller>()
  #swept = 0

  /**
   * Starts an operation of this caller, as soon as it may. Throws SERVICE_UNAVAILABLE where too
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

  /** Waits for a turn of the event loop, which is this caller's. */
  async giveWay(key: string): Promise<void> {
    const leave = await this.#turns.enter(key)
    await nextTurn()
    leave()
  }

  /**
   * The pieces of a long text, each written in a turn of its own, also where the client takes
   * everything at once; charged to the caller by what each took.
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

  /** Charges what the event loop has been busy to all that run. */
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

  /** Whether the caller has used more than is little, and more than the average; not if alone. */
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

  /** Forgets, once a second at most, those who have used next to nothing. */
  #sweep(): void {
    const now = performance.now()
    if (now - this.#swept < 1_000) return
    this.#swept = now
    for (const [key, { running, used }] of this.#callers) {
      if (running === 0 && used.at(now) < 1) this.#callers.delete(key)
    }
  }
}
