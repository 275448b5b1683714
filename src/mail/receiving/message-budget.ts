/**
 * The memory for messages in reception, shared fairly between clients: if it runs out, a message of
 * the client that holds the most gives way, not one of the client that needs more.
 */

/** The memory that one message holds. */
export interface Hold {
  /** Counts more bytes; this message itself may have to give way. */
  grow(bytes: number): void
  /** Marks the message as complete: it no longer gives way. */
  settle(): void
  /** Releases all bytes; calling it again does nothing. */
  release(): void
}

interface Held {
  client: string
  bytes: number
  isWhole: boolean
  giveWay: () => void
}

interface BudgetBounds {
  /** Maximum bytes of all messages together. */
  max: number
  /** Maximum bytes of one client's messages. */
  maxPerClient: number
}

export class MessageBudget {
  readonly #bounds: BudgetBounds
  readonly #held = new Set<Held>()
  #bytes = 0

  constructor(bounds: BudgetBounds) {
    this.#bounds = bounds
  }

  /** The bytes held by all messages. */
  get bytes(): number {
    return this.#bytes
  }

  /** Begins a message of this client; `giveWay` is called if it must release its bytes. */
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

  /** The largest incomplete message of the client that holds the most. */
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
