/**
 * Limits the bytes of concurrent large answers, in total and per account. Most answers are small
 * and unaffected. A request that waits here holds no database connection.
 */
import type { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import { fail } from '../../base/errors.ts'
import { mebi } from '../../base/values.ts'
import { cutOff } from '../../process/cut-off.ts'
import { clientOf } from '../../process/networks.ts'
import { watchPeer } from '../../process/slow-peers.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import { acknowledgedOf } from './taken-bytes.ts'

/**
 * A client must read at least `bytes` of its answer per window of milliseconds, and `bytesInDemand`
 * while others wait for its budget.
 */
const slowestReader = { window: 30_000, bytes: 192 * 1024, bytesInDemand: 2 * mebi }

/**
 * A turnstile for the bytes of large answers. An answer above an account's maximum counts as that
 * maximum, so two of the heaviest fit at once.
 */
export const largeAnswers = () =>
  new Turnstile({
    name: 'largeAnswers',
    max: 16 * mebi,
    maxPerKey: 8 * mebi,
    maxWaitingPerKey: 50,
    maxWait: 60_000,
  })

type Asking = { kind: string; user?: { id: number } }

/** The key of a caller: the account, else the client, which may own many addresses. */
export function callerKeyOf({ user }: Asking, address: string): string {
  return user ? `account ${user.id}` : `address ${clientOf(address)}`
}

/**
 * Calls `giveUp` once the client reads its answer too slowly; returns a function that ends the
 * watch.
 */
export function watchReader(
  socket: Socket,
  giveUp: () => void,
  large: Pick<Turnstile, 'load'>,
  pace = slowestReader,
): Leave {
  const demanded = {
    window: pace.window,
    looks: 1,
    get bytes() {
      return large.load.waiting > 0 ? pace.bytesInDemand : pace.bytes
    },
  }
  const moved = () => acknowledgedOf([socket])[0] ?? 0
  return watchPeer(demanded, { moved, isAwaited: () => socket.writableLength > 0, giveUp })
}

interface Held {
  large: Turnstile
  key: string
  /** Maximum bytes of an answer that needs no slot. */
  small: number
  socket: Socket
  response: Writable
  /** Gives up the request slot during the wait. */
  onWait: () => void
  onGoOn?: () => void
}

/** The budget of one large answer of `/graphql`, held until the client has read it. */
export function answerBudget({ large, key, small, socket, response, onWait, onGoOn }: Held) {
  let leave: Leave | undefined

  async function hold(bytes: number): Promise<void> {
    onWait()
    const held = await large.enter(key, bytes)
    onGoOn?.()
    if (socket.destroyed || response.destroyed) {
      held()
      fail('SERVICE_UNAVAILABLE')
    }
    const stop = watchReader(socket, () => cutOff(socket), large)
    leave = held
    finished(response, () => {
      stop()
      held()
    })
  }

  return {
    /** Waits for the budget before rows are read; resolves to the bytes. */
    async toRead(bytes: number): Promise<number> {
      await hold(bytes)
      return bytes
    },
    /** Called with the size of the complete answer: releases excess bytes. */
    async toAnswer(bytes: number): Promise<void> {
      if (leave) leave(bytes)
      else if (bytes > small) await hold(bytes)
    },
  }
}
