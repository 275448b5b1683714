/** Request bodies: JSON or nothing (test/spec/01.2). Bodies over the limit never get here. */
import type { FastifyRequest } from 'fastify'
import type { AsSent } from '../src/core/input/values.ts'

/** An error whose message is the `detail` of the answer. */
class WrongBody extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The message for a media type other than JSON, or for none. */
export function unsupported({ headers }: FastifyRequest): string {
  return `Unsupported media type "${headers['content-type'] ?? ''}" in request.`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The strings of a JSON text, and its numbers. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A valid JSON text with every number as a string: the same tree, but nothing is rounded. */
const withQuotedNumbers = (json: string) =>
  json.replace(stringsAndNumbers, (word) => (word.startsWith('"') ? word : `"${word}"`))

const readings = new WeakMap<object, AsSent>()

/**
 * The body with its numbers as texts, as they were sent: identifiers of 20 digits, `12.10`. Parsed
 * again only on demand, since hardly any text is sent as a number. Undefined for bodies that were
 * not read here.
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

/** Fastify's parser for every media type. An empty body counts as none, whatever its type. */
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
