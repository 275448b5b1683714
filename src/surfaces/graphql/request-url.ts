/** The URL of a request, as Apollo Server reads it. */
import type { FastifyRequest } from 'fastify'

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.hostname}/`

/** Whether Host and path form a valid URL. */
export const isReadable = (request: FastifyRequest): boolean =>
  URL.canParse(request.url, originOf(request))

export const parametersOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, originOf(request)).searchParams

/** The value of a JSON text; undefined if the text is missing or invalid. */
export function parsed(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}

export type JsonObject = Readonly<Record<string, unknown>>
