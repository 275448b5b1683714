/** The route of a request, for log, metrics and traces. */
import type { FastifyRequest } from 'fastify'

/**
 * The pattern of the route, such as `/v2/trips/:id`; undefined if no route has the path. Never the
 * path as it was sent, which may contain secrets.
 */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string | undefined =>
  is404 === false ? routeOptions.url : undefined
