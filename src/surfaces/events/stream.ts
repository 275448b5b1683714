/** The events of one stream, in the format of HTML's server-sent events. */
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'

/** What a client is to look at again. */
export interface Change {
  trips: readonly number[]
  account: boolean
}

/** Trips in one event. */
const maxTrips = 1_000

/** Milliseconds after which a client is to come back that has lost its stream; not all at once. */
const retry = () => randomInt(2_000, 6_000)

const eventOf = (data: object) => `event: changed\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A stream that makes its next event when the client has taken the last one. What comes
 * meanwhile is merged: a trip is named once, however often it has changed.
 */
export class EventStream extends Readable {
  readonly #trips = new Set<number>()
  #account = false
  /** What is not an event is sent when there is none. */
  #rest = `retry: ${retry()}\n\n`
  #isWanted = false
  #hasEnded = false

  constructor() {
    super({ highWaterMark: 1 })
  }

  tell({ trips, account }: Change): void {
    for (const trip of trips) this.#trips.add(trip)
    this.#account ||= account
    this.#write()
  }

  /** A comment: proxies keep a connection on which something is sent. */
  comment(): void {
    this.#rest ||= ':\n\n'
    this.#write()
  }

  /** The last event has been made: what is not announced, the client will see by itself. */
  end(): void {
    this.#hasEnded = true
    this.push(null)
  }

  override _read(): void {
    this.#isWanted = true
    this.#write()
  }

  #write(): void {
    if (!this.#isWanted || this.#hasEnded) return
    const text = this.#next()
    if (text === '') return
    this.#isWanted = false
    this.push(text)
  }

  #next(): string {
    const trips = [...this.#trips].slice(0, maxTrips)
    for (const trip of trips) this.#trips.delete(trip)
    const events = [
      ...(this.#account ? [eventOf({ account: true })] : []),
      ...(trips.length > 0 ? [eventOf({ trips })] : []),
    ]
    const text = events.length > 0 ? events.join('') : this.#rest
    this.#account = false
    if (events.length === 0) this.#rest = ''
    return text
  }
}
