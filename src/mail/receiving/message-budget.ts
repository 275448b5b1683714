/**
 * The memory of messages that are being received, shared fairly between clients: when it runs out,
 * the message that gives way is one of the client that holds the most, not of the one that asks.
 */

/** What one message holds. */
export interface Hold {
  /** Counts more bytes; it may be this very message that then gives way. */
  grow(bytes: number): void
  /** The message is whole: it does not give way any more. */
  settle(): void
  /** Gives everything back; calling it again does nothing. */
  release(): void
}

interface Held {
  client: string
  bytes: number
  isWhole: boolean
  giveWay: () => void
}

export interface BudgetBounds {
  /** Bytes of all messages together. */
  max: number
  /** Bytes of the messages of one client. */
  maxPerClient: number
}

export class MessageBudget {
  readonly #bounds: BudgetBounds
  readonly #held = new Set<Held>()
  #bytes = 0

  constructor(bounds: BudgetBounds) {
    this.#bounds = bounds
  }

  /** Bytes in hand. */
  get bytes(): number {
    return this.#bytes
  }

  /** A message of this client begins; `giveWay` is called when its bytes have to go. */
  hold(client: string, giveWay: () => void): Hold {
    const held: Held = { client, bytes: 0, isWhole: false, giveWay }
    this.#held.add(held)
    return {
      grow: (bytes) => {
        if (!this.#held.has(held)) return
        held.bytes += bytes
        this.#bytes += bytes
        if (this.#of(client) > this.#bounds.maxPerClient) this.#evict(held)
        while (this.#bytes > this.#bounds.max) {
          const heaviest = this.#heaviest()
          if (heaviest === undefined) return this.#evict(held)
          this.#evict(heaviest)
        }
      },
      settle: () => {
        held.isWhole = true
      },
      release: () => this.#letGo(held),
    }
  }

  #of(client: string): number {
    return [...this.#held].reduce((sum, one) => sum + (one.client === client ? one.bytes : 0), 0)
  }

  /** The largest message that is not whole, of the client that holds the most. */
  #heaviest(): Held | undefined {
    let heaviest: { held: Held; all: number } | undefined
    for (const held of this.#held) {
      if (held.isWhole || held.bytes === 0) continue
      const all = this.#of(held.client)
      const isHeavier =
        heaviest === undefined ||
        all > heaviest.all ||
        (all === heaviest.all && held.bytes > heaviest.held.bytes)
      if (isHeavier) heaviest = { held, all }
    }
    return heaviest?.held
  }

  #evict(held: Held): void {
    this.#letGo(held)
    held.giveWay()
  }

  #letGo(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.bytes
  }
}
