/**
 * How many large answers are in hand at once, in bytes, in all and per account. Small ones, which
 * most are, never meet it. Whoever waits here holds no connection to the database.
 */
import type { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import { fail } from '../../base/errors.ts'
import { cutOff } from '../../process/cut-off.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import { acknowledgedOf } from './taken-bytes.ts'

const mebi = 1024 * 1024

/**
 * Milliseconds in which a client takes at least that many bytes of what is held for it; more while
 * others wait for the bytes it takes.
 */
export const slowest = { window: 30_000, bytes: 192 * 1024, bytesInDemand: 2 * mebi }

/**
 * Bytes of large answers. What is heavier than the share of an account takes all of that share, so
 * of the heaviest there are two at once.
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

/** Whose large answers count together: those of an account, else of whoever asks from there. */
export function keyOf({ user }: Asking, address: string): string {
  return user ? `account ${user.id}` : `address ${address}`
}

/** Calls `giveUp` once the client takes what is held for it too slowly; answers what ends that. */
export function watchPace(
  socket: Socket,
  giveUp: () => void,
  large: Pick<Turnstile, 'load'>,
  pace = slowest,
): Leave {
  const acknowledged = () => acknowledgedOf([socket])[0] ?? 0
  let before = acknowledged()
  const timer = setInterval(() => {
    const taken = acknowledged() - before
    before += taken
    const least = large.load.waiting > 0 ? pace.bytesInDemand : pace.bytes
    if (socket.writableLength > 0 && taken < least) giveUp()
  }, pace.window)
  timer.unref()
  return () => clearInterval(timer)
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
    const stop = watchPace(socket, () => cutOff(socket), large)
    leave = held
    finished(response, () => {
      stop()
      held()
    })
  }

  return {
    /** Waited for before the rows are read. */
    async toRead(bytes: number): Promise<number> {
      await hold(bytes)
      return bytes
    },
    /** The answer is whole: what was asked for beyond that is given back. */
    async toAnswer(bytes: number): Promise<void> {
      if (leave) leave(bytes)
      else if (bytes > small) await hold(bytes)
    },
  }
}
