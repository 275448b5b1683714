/**
 * Every request to a server of objects, and every repetition of one by the SDK, passes through the
 * innermost middleware of its client: here one of them goes wrong, or all from one on.
 */
import { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { type CallPlan, planSince } from './calls.ts'

/** Ways of a server; the SDK asks once more where the answer is worth it. */
export const requestWays = [
  ...['refused', 'away', 'done, then away', 'done and cut', 'full', 'cut', 'half', 'slow'],
] as const

type Send = (this: S3Client, ...args: unknown[]) => unknown

interface ServerAnswer {
  response: { statusCode: number; headers: object; body?: unknown }
}

const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

const refusal = (statusCode: number): ServerAnswer => {
  const body = Readable.from([Buffer.from('<Error><Code>Planned</Code></Error>')])
  return { response: { statusCode, headers: {}, body } }
}

/** The first half of a body, after which the connection breaks. */
async function* halfOf(body: Readable) {
  const all = Buffer.concat(await body.toArray())
  yield all.subarray(0, all.length / 2)
  throw reset()
}

/** The request that goes wrong. */
async function wrong({ way, pause }: CallPlan, next: () => Promise<ServerAnswer>) {
  if (way === 'refused') return refusal(500)
  if (way === 'away') return refusal(503)
  if (way === 'full') return refusal(507)
  if (way === 'cut') throw reset()
  if (way === 'slow') await pause()
  const answer = await next()
  if (way === 'slow') return answer
  const { response } = answer
  const body = response.body as Readable | undefined
  if (way === 'half' && body) {
    return { response: Object.assign(response, { body: Readable.from(halfOf(body)) }) }
  }
  body?.destroy()
  throw reset()
}

/** Watches the requests of all clients from now on; returns what ends it. */
export function watchRequests(): () => void {
  const prototype = S3Client.prototype as unknown as { send: Send }
  const real = prototype.send
  const watched = new WeakSet<S3Client>()
  const watch = (client: S3Client) => {
    watched.add(client)
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const plan = planSince('objects', String(commandName))
          if (!plan) return next(args)
          const isFirst = plan.made.length === plan.at
          if (isFirst) return (await wrong(plan, () => next(args) as never)) as never
          return plan.way.endsWith('away') ? (refusal(503) as never) : next(args)
        },
      { step: 'deserialize', priority: 'low', name: 'goesWrong' },
    )
  }
  prototype.send = function (...args) {
    if (!watched.has(this)) watch(this)
    return real.apply(this, args)
  }
  return () => {
    prototype.send = real
  }
}
