/**
 * Which connection Prisma takes for which transaction: Prisma does not say, and locks and the hot
 * path run on it too. AsyncLocalStorage could tell, but it makes every promise of the process three
 * times as slow. So transactions are begun one after the other, which costs nothing: between the
 * call and the moment when Prisma asks for a connection, nothing is waited for.
 */
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'

type Take = (client: pg.PoolClient) => void

/** Marks the transactions that are begun here, among those that Prisma begins for its own calls. */
export const isolationLevel = 'ReadCommitted'
const markForAdapters = 'READ COMMITTED'

export class TakenConnections {
  readonly adapter: PrismaPg
  /** Over once the last transaction that was begun has asked for its connection. */
  #turn: Promise<void> = Promise.resolve()
  /** The one that is being begun, until it asks. */
  #next: { take: Take; pass: () => void } | undefined
  /** The one that asks at this moment. */
  #asking: Take | undefined

  constructor(pool: pg.Pool, options: ConstructorParameters<typeof PrismaPg>[1]) {
    this.adapter = new PrismaPg(this.#telling(pool), options)
    const open = this.adapter.connect.bind(this.adapter)
    this.adapter.connect = async () => {
      const opened = await open()
      const start = opened.startTransaction.bind(opened)
      opened.startTransaction = (level) => {
        // The mark is PostgreSQL's own level, and need not be set.
        return level === markForAdapters ? this.#ask(() => start()) : start(level)
      }
      return opened
    }
  }

  /** Runs `begin`, which begins a transaction of that level; `take` is told its connection. */
  async begin<T>(take: Take, begin: () => Promise<T>): Promise<T> {
    const turn = this.#turn
    let pass = () => {}
    this.#turn = new Promise((resolve) => {
      pass = resolve
    })
    await turn
    const own = { take, pass }
    this.#next = own
    try {
      return await begin()
    } finally {
      // It may have failed before it asked.
      if (this.#next === own) this.#next = undefined
      pass()
    }
  }

  /** `start` asks for its connection at once. */
  #ask<T>(start: () => T): T {
    this.#asking = this.#next?.take
    this.#next?.pass()
    this.#next = undefined
    try {
      return start()
    } finally {
      this.#asking = undefined
    }
  }

  #telling(pool: pg.Pool): pg.Pool {
    const connect = async () => {
      const take = this.#asking
      const client = await pool.connect()
      const release = client.release.bind(client)
      // One that is still in a transaction no longer answers: it is closed, which frees its locks.
      client.release = (error) => release(error ?? client.getTransactionStatus() !== 'I')
      take?.(client)
      return client
    }
    return new Proxy(pool, {
      get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key, target)),
    })
  }
}
