/** The application: one schema behind two surfaces, REST and /graphql. It never listens. */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { restFacade } from '../rest-facade/plugin.ts'
import type { Config } from './config.ts'
import type { Context, Viewer } from './context.ts'
import { isChild } from './domain/itinerary-reads.ts'
import { createThrottle, type Throttle } from './domain/throttle.ts'
import { isOperator, viewerOf } from './domain/viewer.ts'
import type { Complaints } from './errors.ts'
import { graphqlEndpoint } from './graphql/endpoint.ts'
import { addHealth } from './health.ts'
import { addHeaders, fastifyOptions } from './http.ts'
import type { Database } from './outside/database/database.ts'
import { type Access, loadAccess } from './permissions/access.ts'
import { publicFields } from './permissions/table.ts'
import { buildSchema } from './schema.ts'
import { readId } from './values.ts'

export interface AppOptions {
  config: Config
  db: Database
  log: Logger
  operatorKey: string
  /** Tells the outbox worker that mail waits. */
  mailWaits?: () => void
  clock?: () => Date
}

/** Each key's promise is made once: rules and resolvers of a request share its facts. */
function memoised<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const found = known.get(key) ?? load(key)
    known.set(key, found)
    return found
  }
}

function contextOf(
  { config, db, clock = () => new Date(), mailWaits = () => {} }: AppOptions,
  throttle: Throttle,
) {
  return (request: FastifyRequest, viewer: Viewer, complaints?: Complaints): Context => {
    const context: Context = {
      ...{ viewer, db, config, clock, mailWaits, throttle },
      log: request.log,
      address: request.ip,
      access: memoised<number, Access | null>(async (tripId) => {
        if (viewer.kind !== 'user') return null
        if (viewer.access?.tripId === tripId) return viewer.access.access
        return loadAccess(db, viewer.user.id, tripId)
      }),
      isChild: (kind, tripId, id) => isChild(context, kind, tripId, id),
    }
    if (complaints) context.complaints = complaints
    return context
  }
}

/** The trip that the address of a request names; 0, which no trip is, without one. */
function tripOf({ params }: FastifyRequest): number {
  return readId((params as { trip_id?: string } | undefined)?.trip_id ?? 0)
}

/** Builds the application with all routes; the caller listens, and closes it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, log, operatorKey, clock = () => new Date() } = options
  const app = fastify(fastifyOptions(config, log)) as unknown as FastifyInstance
  const schema = buildSchema()
  const throttle = createThrottle({ db, limits: config.limits, clock })
  const makeContext = contextOf(options, throttle)
  const viewer = (request: FastifyRequest) =>
    viewerOf(request.headers.authorization, { db, operatorKey, tripId: tripOf(request) })

  addHeaders(app, config)
  addHealth(app, () => db.ready())
  await app.register(
    graphqlEndpoint<Context>({
      schema,
      config,
      log: app.log,
      context: async (request) => makeContext(request, await viewer(request)),
      mayBeLarge: (request) => isOperator(request.headers.authorization, operatorKey),
    }),
  )
  await app.register(restFacade({ schema, publicFields, viewerOf: viewer, contextOf: makeContext }))
  await app.ready()
  return app
}
