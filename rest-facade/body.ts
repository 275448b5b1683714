/** Request bodies: JSON or empty (test/spec/01.2). Bodies over the limit are refused earlier. */
import type { FastifyRequest } from 'fastify'
import type { AsSent } from '../src/core/input/values.ts'
import type { TimeShares } from '../src/process/time-shares.ts'
import { callerKeyOf } from '../src/surfaces/http/large-answers.ts'
import { takeShare } from '../src/surfaces/http/request-slots.ts'

/** An error whose message is the `detail` of the answer. */
class WrongBody extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The message for a missing media type, or one other than JSON. */
export function unsupported({ headers }: FastifyRequest): string {
  return `Unsupported media type "${headers['content-type'] ?? ''}" in request.`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The strings and numbers in a JSON text. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The JSON text with every number quoted, so that nothing is rounded. */
const withQuotedNumbers = (json: string) =>
  json.replace(stringsAndNumbers, (word) => (word.startsWith('"') ? word : `"${word}"`))

const readings = new WeakMap<object, AsSent>()

/**
 * The body with its numbers as sent, as strings: identifiers of 20 digits, `12.10`. Parsed again
 * only on demand, because texts are rarely sent as numbers. Undefined for bodies that were not read
 * here.
 */
export function asSent(body: unknown): AsSent | undefined {
  return typeof body === 'object' && body !== null ? readings.get(body) : undefined
}

function parsed(json: string): unknown {
  const body: unknown = JSON.parse(json)
  if (typeof body === 'object' && body !== null) {
    let again: unknown
    readings.set(body, () => (again ??= JSON.parse(withQuotedNumbers(json))))
  }
  return body
}

/** Reads a body of any media type. An empty one counts as absent, whatever its type. */
export async function readJsonBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (request.idempotencyKey) request.sentBody = bytes
  if (bytes.length === 0 || !request.routeOptions.config.readsBody) return undefined
  const media = request.headers['content-type'] ?? ''
  if (media.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new WrongBody(415, unsupported(request))
  }
  try {
    return parsed(utf8.decode(bytes))
  } catch (error) {
    throw new WrongBody(400, `JSON parse error - ${(error as Error).message}`)
  }
}

/** Bytes of a body that is read at once. A longer one may take 50 ms to parse. */
const maxAtOnce = 16 * 1024

/**
 * Fastify's parser for every media type. Long bodies are read before it is known who sent them, so
 * those of one client address are read one at a time, within its share of the thread's time. Throws
 * SERVICE_UNAVAILABLE if too many wait.
 */
export const bodyReader =
  (shares: TimeShares) =>
  async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    if (bytes.length <= maxAtOnce) return readJsonBody(request, bytes)
    const key = callerKeyOf({ kind: 'anonymous' }, request.ip)
    const share = await takeShare(shares, request, key, true)
    try {
      return await readJsonBody(request, bytes)
    } finally {
      share.end()
      // The operation takes the share of the account.
      request.share = null
    }
  }
