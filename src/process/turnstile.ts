/**
 * Bounds how much work runs at once, in total and per key (an account, a client's network, a
 * connection). All such bounds of the service are turnstiles; work is counted, or weighed in bytes.
 */
import { Refusal } from '../base/errors.ts'
import { limitReached } from '../base/telemetry.ts'

export interface Bounds {
  /** The name in metrics. */
  name: string
  /** Maximum weight admitted at once, for all keys together. */
  max: number
  /** Maximum weight admitted at once for one key; defaults to `max`. */
  maxPerKey?: number
  /** Maximum queue length of one key. */
  maxWaitingPerKey?: number
  /** Maximum length of all queues together. */
  maxWaiting?: number
  /** Maximum milliseconds of waiting. */
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
 * Releases a slot, or its weight beyond `left`. Calling it again without a smaller `left` does
 * nothing.
 */
export type Leave = (left?: number) => void

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/**
 * Admits work while it fits the bounds. Other work waits: first come, first served within a key,
 * and round robin between keys, so that no key waits for the queue of another. Work heavier than a
 * bound counts as that bound, and so runs alone.
 */
export class Turnstile {
  readonly #bounds: Required<Bounds>
  /** In the order of their next turns. */
  readonly #keys = new Map<string, Key>()
  #inHand = 0
  #waiting = 0
  /** Some waiting work fits its key but not the total: new work must not overtake it. */
  #isContested = false

  constructor(bounds: Bounds) {
    const { name, max, maxPerKey = max, maxWaiting = 1_000 } = bounds
    const { maxWaitingPerKey = maxWaiting, maxWait = 10_000 } = bounds
    this.#bounds = { name, max, maxPerKey, maxWaiting, maxWaitingPerKey, maxWait }
  }

  /** Runs `work` in a slot. Throws as `enter` does, without running it. */
  async pass<T>(key: string, work: () => Promise<T>, weight = 1): Promise<T> {
    const leave = await this.enter(key, weight)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Waits at most `maxWait` milliseconds for a slot, and returns the function that releases it.
   * Throws SERVICE_UNAVAILABLE with `retryAfter` after that time, or if the queue is full: an
   * unbounded queue would only turn overload into lack of memory.
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

  /** The admitted weight and the queue length, for metrics. */
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

  /**
   * Called after a change to this key: while the total is not contested, only this key can admit
   * more.
   */
  #admit(key: string, own: Key): void {
    if (!this.#isContested) {
      while (this.#admitNext(key, own));
      return
    }
    // Round robin: at most one of each key per round.
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
    // Lighter work that arrives later must not overtake this for ever.
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
