/**
 * Limits the bytes of large answers at once, in all and per account. Most answers are small and
 * not affected. A request that waits here holds no database connection.
 */
import type { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import { fail } from '../../base/errors.ts'
import { cutOff } from '../../process/cut-off.ts'
import { clientOf } from '../../process/networks.ts'
import { watchPeer } from '../../process/slow-peers.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import { acknowledgedOf } from './taken-bytes.ts'

const mebi = 1024 * 1024

/**
 * Milliseconds in which a client must read at least that many bytes of its answer; more while
 * others wait for the bytes it holds.
 */
export const slowestReader = { window: 30_000, bytes: 192 * 1024, bytesInDemand: 2 * mebi }

/**
 * Bytes of large answers. An answer heavier than an account's share uses all of it, so two of
 * the heaviest fit at once.
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

/**
 * What a caller's share is counted by: the account, else the client, which may own many addresses.
 */
export function callerKeyOf({ user }: Asking, address: string): string {
  return user ? `account ${user.id}` : `address ${clientOf(address)}`
}

/** Calls `giveUp` once the client reads its answer too slowly; returns what ends that. */
export function watchReader(
  socket: Socket,
  giveUp: () => void,
  large: Pick<Turnstile, 'load'>,
  pace = slowestReader,
): Leave {
  const demanded = {
    ...{ window: pace.window, looks: 1 },
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
  /** Bytes of an answer that need no slot. */
  small: number
  socket: Socket
  response: Writable
  /** Lets others work while this waits. */
  onWait: () => void
  onGoOn?: () => void
}

/** The budget of one answer of `/graphql` that is not small. It is held until the client has it. */
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
    /** Waits before the rows are read. */
    async toRead(bytes: number): Promise<number> {
      await hold(bytes)
      return bytes
    },
    /** The answer is whole: bytes reserved beyond it are released. */
    async toAnswer(bytes: number): Promise<void> {
      if (leave) leave(bytes)
      else if (bytes > small) await hold(bytes)
    },
  }
}
