/** The application: one schema behind two surfaces, REST and /graphql. It never listens. */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { addDocument } from '../rest-facade/document.ts'
import { pages } from '../rest-facade/pages.ts'
import { openFacade } from '../rest-facade/plugin.ts'
import type { Config } from './config.ts'
import { type Context, makeContext, type Viewer } from './context.ts'
import { createThrottle } from './domain/throttle.ts'
import { isOperator, viewerFinder, viewerOf } from './domain/viewer.ts'
import type { Complaints } from './errors.ts'
import { graphqlEndpoint } from './graphql/endpoint.ts'
import { addHealth } from './health.ts'
import { addHeaders, fastifyOptions } from './http.ts'
import type { Database } from './outside/database/database.ts'
import { bearerTokens } from './outside/oauth/tokens.ts'
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
  const contextOf = (request: FastifyRequest, viewer: Viewer, complaints?: Complaints) =>
    makeContext({
      ...{ viewer, db, config, clock, throttle, complaints },
      log: request.log,
      address: request.ip,
      mailWaits: options.mailWaits ?? (() => {}),
    })
  const find = viewerFinder(db)
  const bearer = config.oauth && {
    by: config.oauth.account,
    nameIn: bearerTokens({ ...config.oauth, log, clock }),
  }
  const viewer = (request: FastifyRequest) => {
    const { authorization } = request.headers
    return viewerOf(authorization, { find, operatorKey, bearer, tripId: tripOf(request) })
  }

  addHeaders(app, config)
  addHealth(app, () => db.ready())
  addDocument(app)
  await app.register(
    graphqlEndpoint<Context>({
      schema,
      config,
      log: app.log,
      context: async (request) => contextOf(request, await viewer(request)),
      mayBeLarge: (request) => isOperator(request.headers.authorization, operatorKey),
    }),
  )
  const facade = openFacade({ schema, publicFields, viewerOf: viewer, contextOf })
  await app.register(facade.rest)
  await app.register(pages(facade))
  await app.ready()
  return app
}
