/**
 * The store with URLs for the client of a request: those of a store on disk lead to the service
 * itself.
 */
import type { FastifyRequest } from 'fastify'
import type { ObjectStore } from '../../outside/objects/objects.ts'
import type { Config } from '../../settings/config.ts'
import { baseUrlOf } from '../http/base-url.ts'

/** Almost all requests use the same base URL, so the last store is reused. */
export function reachedBy(
  objects: ObjectStore,
  { baseUrl, publicUrl }: Pick<Config, 'baseUrl' | 'publicUrl'>,
): (request: FastifyRequest) => ObjectStore {
  let reached = objects
  return (request) => {
    reached = reached.reachedAt(baseUrl ?? baseUrlOf(request) ?? publicUrl)
    return reached
  }
}
