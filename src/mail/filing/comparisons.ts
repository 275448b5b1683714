/**
 * Limits how much of a message is compared with known objects: hundreds of bookings with hundreds
 * of objects, by hundreds of names (test/mail/filing/many-bookings).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Comparisons in one turn of the event loop: each takes microseconds, with new names 100. */
const maxAtOnce = 300
/** Maximum pairs of people compared at once, and for one message. */
const maxPeopleAtOnce = 10_000
const maxPeople = 200_000

/** Thrown if a message has too many people on too many known bookings to compare. */
export class TooManyPeople extends Error {}

/** Comparisons that take as long as reading the facts of an object, or of a cancellation. */
export const comparisonsPerObject = 20

/** The comparisons made for one message, counted. */
export class Comparisons {
  #people = 0
  #sinceTurn = 0
  #longest = 0

  /** The most comparisons made in one turn. */
  get longest(): number {
    return this.#longest
  }

  /** Counts comparisons that are about to be made. */
  count(comparisons: number): void {
    this.#sinceTurn += comparisons
    this.#longest = Math.max(this.#longest, this.#sinceTurn)
  }

  /** Counts pairs of people that are about to be compared at once. Throws TooManyPeople. */
  countPeople(pairs: number): void {
    this.#people += pairs
    if (pairs > maxPeopleAtOnce || this.#people > maxPeople) throw new TooManyPeople()
    this.count(pairs)
  }

  /** Gives way to other requests, if much has been compared since the last time. */
  async giveWay(): Promise<void> {
    if (this.#sinceTurn < maxAtOnce) return
    this.#sinceTurn = 0
    await nextTurn()
  }
}
