/**
 * Short reads share two connections, on which statements are sent without waiting for the answers
 * to those before, which takes less CPU time than a pool. What writes, waits for a lock or takes
 * long would hold up the reads behind it, so it does not belong here: the sessions refuse writes,
 * and end what takes over a second, which is then repeated on the pool.
 */
import type pg from 'pg'
import { classify, isStalePlan, sqlState } from './failures.ts'
import { destroy, streamOf } from './untyped-pg.ts'

/** Fewer would leave the database idle between two reads; more cost what this saves. */
export const shortReadConnections = 2
/** Reads in flight on a connection; any others go to the pool. */
const maxInFlight = 32
/** For a connection that could not be opened. */
const pauseMs = 1_000
/** A connection that has returned nothing for this long is given up. */
const silenceMs = 3_000

/** SQLSTATE of a write, which is a defect. */
const readOnly = '25006'

/** What only these sessions have. */
export const shortReadParameters = {
  statement_timeout: '1000',
  default_transaction_read_only: 'on',
}

/** One connection, opened when it is needed. */
class Lane {
  readonly #open: () => Promise<pg.Client>
  #client: pg.Client | undefined
  #isOpening = false
  #isClosed = false
  #isCorked = false
  #answeredAt = 0
  inFlight = 0

  constructor(open: () => Promise<pg.Client>) {
    this.#open = open
  }

  get isOpen(): boolean {
    return this.#client !== undefined && !this.#isClosed
  }

  /** Opens the connection in the background, unless it is open or was refused a moment ago. */
  prepare(): void {
    if (this.#client || this.#isOpening || this.#isClosed) return
    this.#isOpening = true
    this.#open().then(
      (client) => {
        if (this.#isClosed) return void client.end()
        this.#client = client
        this.#isOpening = false
        client.once('end', () => this.drop(client))
        client.once('error', () => this.drop(client))
      },
      () => setTimeout(() => (this.#isOpening = false), pauseMs).unref(),
    )
  }

  /** Uses the connection no longer; reads in flight end with it. */
  drop(client = this.#client): void {
    if (!client || this.#client !== client) return
    this.#client = undefined
    destroy(client)
  }

  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = this.#client as pg.Client
    if (this.inFlight === 0) this.#answeredAt = performance.now()
    this.inFlight += 1
    this.#gather(client)
    try {
      return await client.query(statement)
    } finally {
      this.inFlight -= 1
      this.#answeredAt = performance.now()
    }
  }

  /** Statements of one turn of the event loop are sent in one write. */
  #gather(client: pg.Client): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const stream = streamOf(client)
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  dropIfSilent(): void {
    if (this.inFlight > 0 && performance.now() - this.#answeredAt > silenceMs) this.drop()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end()
  }
}

/** Whether a read was lost with its connection, is out of date there, or took too long for it. */
function isForPool(error: unknown): error is Error {
  if (!(error instanceof Error) || sqlState(error) === readOnly) return false
  return ['unavailable', 'conflict'].includes(classify(error))
}

export interface ShortReads {
  /** Throws as the pool does. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  /** Connections: open, with reads in flight, and at most. */
  load(): { open: number; inUse: number; max: number }
  close(): Promise<void>
}

/** Short reads on connections of their own, made by `open`, which throws where that fails. */
export function shortReadsOn(pool: pg.Pool, open: () => Promise<pg.Client>): ShortReads {
  const lanes = Array.from({ length: shortReadConnections }, () => new Lane(open))
  const watch = setInterval(() => {
    for (const lane of lanes) lane.dropIfSilent()
  }, silenceMs / 3).unref()

  function freest(): Lane | undefined {
    let best: Lane | undefined
    for (const lane of lanes) {
      if (!lane.isOpen) lane.prepare()
      else if (lane.inFlight < (best?.inFlight ?? maxInFlight)) best = lane
    }
    return best
  }
  return {
    async query(statement) {
      const lane = freest()
      if (!lane) return pool.query(statement)
      try {
        return await lane.query(statement)
      } catch (error) {
        if (!isForPool(error)) throw error
        if (isStalePlan(error)) lane.drop()
        return pool.query(statement)
      }
    },
    load: () => ({
      max: lanes.length,
      open: lanes.filter(({ isOpen }) => isOpen).length,
      inUse: lanes.filter(({ inFlight }) => inFlight > 0).length,
    }),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
      clearInterval(watch)
    },
  }
}
