/**
 * How much may be done at once, in all and for one key (an account, a client's network, a
 * connection). Every bound of this kind in the service is one of these; what they bound is counted
 * in works, or weighed in bytes.
 */
import { Refusal } from '../base/errors.ts'
import { limitReached } from '../base/telemetry.ts'

export interface Bounds {
  /** Its name in metrics. */
  name: string
  /** Weight in hand at once, of all keys together. */
  max: number
  /** Weight in hand at once for one key; without it, `max`. */
  maxPerKey?: number
  /** Works of one key that may wait for a slot. */
  maxWaitingPerKey?: number
  /** Works that may wait, of all keys together. */
  maxWaiting?: number
  /** Milliseconds a work may wait. */
  maxWait?: number
}

interface Waiting {
  weight: number
  admit(): void
}

interface Key {
  inHand: number
  waiting: Waiting[]
}

/**
 * Releases a slot, or its weight beyond `left`; calling it again with no smaller `left` does
 * nothing.
 */
export type Leave = (left?: number) => void

/** Seconds after which a refused client may ask again. */
const retryAfter = 5

/**
 * Lets works in while they fit the bounds. The others wait: those of one key in order of arrival,
 * one of each key after the other, so that no key waits for the queue of another. A work heavier
 * than a bound counts as that bound, and so goes through alone.
 */
export class Turnstile {
  readonly #bounds: Required<Bounds>
  /** In the order in which they go on. */
  readonly #keys = new Map<string, Key>()
  #inHand = 0
  #waiting = 0
  /** One of the waiting fits its key, not the total: what comes now must not overtake it. */
  #isContested = false

  constructor(bounds: Bounds) {
    const { name, max, maxPerKey = max, maxWaiting = 1_000 } = bounds
    const { maxWaitingPerKey = maxWaiting, maxWait = 10_000 } = bounds
    this.#bounds = { name, max, maxPerKey, maxWaiting, maxWaitingPerKey, maxWait }
  }

  /** Runs `work` once there is a slot. Throws as `enter` does, without running it. */
  async pass<T>(key: string, work: () => Promise<T>, weight = 1): Promise<T> {
    const leave = await this.enter(key, weight)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Waits for a slot, `maxWait` milliseconds at most, and answers what ends it. Throws
   * SERVICE_UNAVAILABLE with `retryAfter` where too many wait already, or after that time: a queue
   * without end only turns overload into lost memory.
   */
  async enter(key: string, weight = 1, maxWait = this.#bounds.maxWait): Promise<Leave> {
    const { max, maxPerKey, maxWaiting, maxWaitingPerKey } = this.#bounds
    const own = this.#keys.get(key) ?? { inHand: 0, waiting: [] }
    this.#keys.set(key, own)
    const counted = Math.min(weight, max, maxPerKey)
    const isNext = own.waiting.length === 0 && !this.#isContested
    if (isNext && this.#fits(own, counted)) this.#take(own, counted)
    else if (own.waiting.length >= maxWaitingPerKey || this.#waiting >= maxWaiting) {
      this.#forget(key, own)
      throw this.#refusal()
    } else await this.#wait(key, own, counted, maxWait)
    let held = counted
    return (left = 0) => {
      const back = held - left
      if (back <= 0) return
      held = left
      own.inHand -= back
      this.#inHand -= back
      this.#forget(key, own)
      this.#admit(key, own)
    }
  }

  /** The admitted weight and the length of the queue, for metrics. */
  get load(): { inHand: number; waiting: number } {
    return { inHand: this.#inHand, waiting: this.#waiting }
  }

  #refusal(): Refusal {
    limitReached.publish({ limit: this.#bounds.name })
    return new Refusal('SERVICE_UNAVAILABLE', { retryAfter })
  }

  #fits(own: Key, weight: number): boolean {
    const { max, maxPerKey } = this.#bounds
    return this.#inHand + weight <= max && own.inHand + weight <= maxPerKey
  }

  #take(own: Key, weight: number): void {
    own.inHand += weight
    this.#inHand += weight
  }

  #wait(key: string, own: Key, weight: number, maxWait: number): Promise<void> {
    this.#waiting += 1
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        weight,
        admit() {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        own.waiting.splice(own.waiting.indexOf(waiting), 1)
        this.#waiting -= 1
        this.#forget(key, own)
        this.#admit(key, own)
        reject(this.#refusal())
      }, maxWait)
      own.waiting.push(waiting)
      this.#admit(key, own)
    })
  }

  /** After a change at this key: while the total has free slots, it alone decides who may go on. */
  #admit(key: string, own: Key): void {
    if (!this.#isContested) {
      while (this.#admitNext(key, own));
      return
    }
    // Keys alternate: one work of each, then the next round.
    for (let admitted = true; admitted; ) {
      admitted = false
      this.#isContested = false
      for (const [name, each] of [...this.#keys]) {
        admitted = this.#admitNext(name, each) || admitted
        if (this.#isContested) return
      }
    }
  }

  #admitNext(key: string, own: Key): boolean {
    const [next] = own.waiting
    if (!next || own.inHand + next.weight > this.#bounds.maxPerKey) return false
    // What comes later and is lighter must not overtake for ever.
    this.#isContested = this.#inHand + next.weight > this.#bounds.max
    if (this.#isContested) return false
    own.waiting.shift()
    this.#waiting -= 1
    this.#take(own, next.weight)
    this.#keys.delete(key)
    this.#keys.set(key, own)
    next.admit()
    return true
  }

  #forget(key: string, own: Key): void {
    if (own.inHand === 0 && own.waiting.length === 0 && this.#keys.get(key) === own) {
      this.#keys.delete(key)
    }
  }
}
