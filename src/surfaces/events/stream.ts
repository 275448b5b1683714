/** One stream of server-sent events, as HTML defines them. */
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'

/** What a client should fetch again. */
export interface Change {
  trips: readonly number[]
  account: boolean
}

/** Maximum trips per event. */
const maxTrips = 1_000

/** Milliseconds after which a client should reconnect; random, to spread clients out. */
const retry = () => randomInt(2_000, 6_000)

const eventOf = (data: object) => `event: changed\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A stream that creates its next event once the client has read the last one. Changes in between
 * are merged: a trip is named once, however often it has changed.
 */
export class EventStream extends Readable {
  readonly #trips = new Set<number>()
  #account = false
  /** Text other than events, sent when no event is due. */
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

  /** Sends a comment, so that proxies do not close the connection as idle. */
  comment(): void {
    this.#rest ||= ':\n\n'
    this.#write()
  }

  /**
   * Ends the stream without announcing pending changes: the client asks for changes when it
   * reconnects.
   */
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
