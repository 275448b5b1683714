/** Where the service is, as its clients see it. */
import type { FastifyRequest } from 'fastify'

/** The path of the service's own URLs, below which a proxy serves it; empty without one. */
export const basePathOf = (baseUrl: string | undefined): string =>
  baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')

/** The base URL the request was made to; undefined if Host is not a plain host. */
export function baseUrlOf({ protocol, host }: FastifyRequest): string | undefined {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) ? `${protocol}://${host}` : undefined
}
