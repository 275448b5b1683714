/** Request bodies: JSON or nothing (contract 1.2). Bodies over the limit never come this far. */
import type { FastifyRequest } from 'fastify'

/** An error whose message is the `detail` of the answer. */
class WrongBody extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** What is said of a media type other than JSON, and of a header that names none. */
export function unsupported({ headers }: FastifyRequest): string {
  return `Unsupported media type "${headers['content-type'] ?? ''}" in request.`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Fastify's parser for every media type. An empty body counts as none, whatever its type. */
export async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0 || !request.routeOptions.config.readsBody) return undefined
  const media = request.headers['content-type'] ?? ''
  if (media.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new WrongBody(415, unsupported(request))
  }
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new WrongBody(400, `JSON parse error - ${(error as Error).message}`)
  }
}
