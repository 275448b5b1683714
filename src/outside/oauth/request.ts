/**
 * Requests to the authorization server, which may be slow, unreachable, or send endless responses.
 */
import { RequestFailed } from './token-errors.ts'

/** Maximum milliseconds of a whole exchange. */
const patience = 3000
const maxBytes = 256 * 1024
const bodyless = new Set([101, 204, 205, 304])

/** Milliseconds without requests after a failure. */
export const coolingDown = 5000

export interface Requests {
  /** As `fetch`, but without redirects, and within the limits; throws RequestFailed. */
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Makes further requests fail at once for a while. */
  pause(): void
}

/**
 * During an outage, every request would wait until its timeout; so after a failure, requests fail
 * at once for five seconds.
 */
export function requests(now: () => number): Requests {
  let awayUntil = 0
  const pause = () => {
    awayUntil = now() + coolingDown
  }
  return {
    pause,
    async fetch(url, init) {
      if (now() < awayUntil) {
        throw new RequestFailed('authorization server was unavailable a moment ago', {
          notAsked: true,
        })
      }
      try {
        const signal = AbortSignal.timeout(patience)
        const response = await fetch(url, { ...init, redirect: 'manual', signal })
        const { status, headers } = response
        const body = await bytesOf(response)
        return new Response(bodyless.has(status) ? null : body, { status, headers })
      } catch (error) {
        pause()
        throw new RequestFailed('authorization server could not be reached', { cause: error })
      }
    },
  }
}

async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
