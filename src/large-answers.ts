/**
 * How many large answers are in hand at once, in bytes, in all and per account. Small ones, which
 * most are, never meet it. Whoever waits here holds no connection to the database.
 */
import type { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import { takenOf } from './taken-bytes.ts'
import { type Leave, Turnstile } from './turnstile.ts'

const mebi = 1024 * 1024

/**
 * Milliseconds in which a client takes at least that many bytes of what is held for it; more while
 * others wait for the room it takes.
 */
export const slowest = { window: 10_000, bytes: 64 * 1024, bytesInDemand: mebi }

/** Bytes of large answers; a part of an answer that has begun may wait longer than a first try. */
export const largeAnswers = () =>
  new Turnstile({
    max: 64 * mebi,
    maxPerKey: 32 * mebi,
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
  let before = takenOf(socket)
  const timer = setInterval(() => {
    const taken = takenOf(socket) - before
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
  bytes: number
  socket: Socket
  response: Writable
}

/**
 * The bytes that an operation on `/graphql` may read beyond a small answer: asked for in its turn,
 * and held until the answer is taken.
 */
export function roomFor({ large, key, bytes, socket, response }: Held): () => Promise<number> {
  return async () => {
    const leave = await large.enter(key, bytes)
    const stop = watchPace(socket, () => socket.destroy(), large)
    finished(response, () => {
      stop()
      leave()
    })
    return bytes
  }
}
