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

/**
 * Removes the media type of a request without a body: it says nothing, and Fastify refuses one that
 * it cannot read before it looks for a body.
 */
export function ignoreTypeOfNothing({ raw: { headers } }: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  if (Number(length) === 0 && coding === undefined) delete headers['content-type']
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

/** Bytes of a body that is parsed at once; a longer one may take tens of milliseconds. */
const maxAtOnce = 16 * 1024

/**
 * Maximum lists, objects and keys, which shorter bodies cannot exceed: half a million lists take
 * 50 MB of memory.
 */
const maxParts = 10_000

const [quote, backslash, list, object, colon] = Buffer.from('"\\[{:')
const begins = (byte: number | undefined) => byte === list || byte === object || byte === colon

/** Whether a JSON text has more parts than the maximum, strings aside; in linear time. */
function hasTooManyParts(json: Buffer): boolean {
  let count = 0
  let isString = false
  for (let at = 0; at < json.length && count <= maxParts; at += 1) {
    const byte = json[at]
    if (isString && byte === backslash) at += 1
    else if (byte === quote) isString = !isString
    else if (!isString && begins(byte)) count += 1
  }
  return count > maxParts
}

/** The value of a JSON text in UTF-8. Throws 400 for any other, or one with too many parts. */
export function parseBody(bytes: Buffer): unknown {
  try {
    if (bytes.length > maxAtOnce && hasTooManyParts(bytes)) {
      throw new RangeError('More than 10,000 lists, objects and keys')
    }
    return parsed(utf8.decode(bytes))
  } catch (error) {
    throw new WrongBody(400, `JSON parse error - ${(error as Error).message}`)
  }
}

/**
 * Fastify's parser for every media type. An empty body counts as absent, whatever its type. Long
 * bodies are parsed before it is known who sent them, so those of one client address are parsed one
 * at a time, within its share of the thread's time. Throws SERVICE_UNAVAILABLE if too many wait.
 */
export const bodyReader =
  (shares: TimeShares) =>
  async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    if (request.idempotencyKey) request.sentBody = bytes
    if (bytes.length === 0 || !request.routeOptions.config.readsBody) return undefined
    const media = request.headers['content-type'] ?? ''
    if (media.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
      throw new WrongBody(415, unsupported(request))
    }
    if (bytes.length <= maxAtOnce) return parseBody(bytes)
    const key = callerKeyOf({ kind: 'anonymous' }, request.ip)
    const share = await takeShare(shares, request, key, true)
    try {
      return parseBody(bytes)
    } finally {
      share.end()
      // The operation takes the share of the account.
      request.share = null
    }
  }
