/** The store as a request reached it: with a local disk, its URLs lead to the service itself. */
import type { FastifyRequest } from 'fastify'
import type { ObjectStore } from '../../outside/objects/objects.ts'
import type { Config } from '../../settings/config.ts'
import { baseUrlOf } from '../http/base-url.ts'

/** Almost all requests use one address, so the store is mostly cached. */
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
