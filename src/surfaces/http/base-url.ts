/** The base URL of the service, as clients see it. */
import type { FastifyRequest } from 'fastify'

/** The path below which a proxy serves the service; empty by default. */
export const basePathOf = (baseUrl: string | undefined): string =>
  baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')

/** The base URL of a request; undefined if Host is not a plain host. */
export function baseUrlOf({ protocol, host }: FastifyRequest): string | undefined {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) ? `${protocol}://${host}` : undefined
}
