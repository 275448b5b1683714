/** The application: one schema behind two surfaces, REST and /graphql. It never listens. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { serveOpenApi } from '../rest-facade/document.ts'
import type { ContextMaker } from '../rest-facade/execute.ts'
import { firstSteps } from '../rest-facade/first-steps.ts'
import { pages } from '../rest-facade/pages.ts'
import { answerError, openFacade } from '../rest-facade/plugin.ts'
import { type Context, makeContext } from './core/context.ts'
import { isOperator, viewerOf } from './core/domain/accounts/authorization.ts'
import { openKeyUses } from './core/domain/accounts/key-uses.ts'
import { keepFile } from './core/domain/documents/upload.ts'
import type { Intake } from './core/intake.ts'
import { sizes as ordinarySizes, Reading, type Sizes } from './core/limits/read-budget.ts'
import { createThrottle, type Throttle } from './core/limits/throttle.ts'
import { optionalFields, publicFields } from './core/permissions/table.ts'
import { buildSchema } from './core/schema.ts'
import { KeyCounts } from './core/store/key-counts.ts'
import { type Viewer, viewerFinder } from './core/store/viewer.ts'
import { openIntake } from './mail/ingest.ts'
import { openParser } from './mail/reading/open-parser.ts'
import type { MailParser } from './mail/reading/parsing.ts'
import type { Database } from './outside/database/database.ts'
import { HtmlCleaner } from './outside/html/cleaner.ts'
import { secretKey } from './outside/kept-secret.ts'
import { bearerTokens } from './outside/oauth/tokens.ts'
import { openObjectStore } from './outside/objects/open-object-store.ts'
import { TimeShares } from './process/time-shares.ts'
import type { Tracing } from './process/tracing/tracing.ts'
import type { Turnstile } from './process/turnstile.ts'
import type { Config } from './settings/config.ts'
import { serveCalendar } from './surfaces/calendar/serve.ts'
import { type StreamTimes, serveEvents } from './surfaces/events/serve.ts'
import { addFront } from './surfaces/front/front.ts'
import { graphqlEndpoint } from './surfaces/graphql/endpoint.ts'
import { limits } from './surfaces/graphql/limits.ts'
import type { LoggingContext } from './surfaces/graphql/outcome.ts'
import { explainBearers, notingScope } from './surfaces/http/bearer.ts'
import { addBodyTime } from './surfaces/http/body-time.ts'
import { limitConnections } from './surfaces/http/connections.ts'
import { refuseEncodedBodies } from './surfaces/http/encoding.ts'
import { addHeaders, fastifyOptions, knowAllMethods } from './surfaces/http/fastify-options.ts'
import { addHealth } from './surfaces/http/health.ts'
import { answerBudget, callerKeyOf, largeAnswers } from './surfaces/http/large-answers.ts'
import { addRequestSlots, giveUpSlot, takeShare } from './surfaces/http/request-slots.ts'
import { cutStalledReaders, type Readers } from './surfaces/http/stalled-readers.ts'
import type { Metrics } from './surfaces/metrics/metrics.ts'
import { addMetricsRoute } from './surfaces/metrics/serve.ts'
import { reachedBy } from './surfaces/objects/reached.ts'
import { serveObjects } from './surfaces/objects/serve.ts'

export interface AppOptions {
  config: Config
  db: Database
  log: Logger
  operatorKey: string
  /** Signs receipts; defaults to the setting, or the secret in the data directory. */
  secret?: string
  /** Defaults to the store chosen by the settings. */
  objects?: Awaited<ReturnType<typeof openObjectStore>>
  /** Wakes the outbox worker. */
  mailWaits?: () => void
  /** Reads booking mail; the caller closes it. By default, the application opens its own. */
  parser?: Pick<MailParser, 'parse' | 'splitCalendar'>
  /** Whether the other listeners of the process are up, for `/readyz`. */
  isUp?: () => boolean
  clock?: () => Date
  /** Shared by the process; by default, the application creates its own. */
  throttle?: Throttle
  /** Metrics and traces of requests, if enabled. */
  telemetry?: { metrics?: Metrics | undefined; tracing?: Tracing | undefined }
  /** The size from which answers are sent in parts, and the size of the parts. */
  sizes?: Sizes
  /** Admits large answers, by weight. */
  large?: Turnstile
  /** Divides the thread's time among callers. */
  shares?: TimeShares
  /** Intervals of event streams, and their lifetime. */
  eventTimes?: Partial<StreamTimes>
}

/** Closes `one` with the application. */
function closing<Closed extends { close(): Promise<void> }>(app: FastifyInstance, one: Closed) {
  app.addHook('onClose', () => one.close())
  return one
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The intake of booking mail. */
    intake: Intake
  }
}

/** The viewer of a request, by its credentials. */
function viewersOf(
  app: FastifyInstance,
  { config, db, log, operatorKey }: AppOptions,
  clock: () => Date,
) {
  const uses = closing(app, openKeyUses({ db, log, clock }))
  const find = viewerFinder(db, uses.note)
  const bearer = config.oauth && {
    by: config.oauth.account,
    holderOf: bearerTokens({ ...config.oauth, log, clock }),
  }
  return (request: FastifyRequest, tripId: number) => {
    const { headers, ip } = request
    const credentials = { find, operatorKey, bearer, tripId, ip }
    return notingScope(request, () => viewerOf(headers.authorization, credentials))
  }
}

/** Adds the limits on all requests, whatever their routes: hosts, concurrency, form. */
function addBounds(app: FastifyInstance, { config, log }: AppOptions): Readers {
  limitConnections(app.server, config, log)
  const readers = cutStalledReaders(app.server, log)
  knowAllMethods(app)
  app.setErrorHandler(answerError)
  addBodyTime(app)
  addHeaders(app, config)
  addRequestSlots(app, config.http.maxRequests)
  refuseEncodedBodies(app)
  return readers
}

/** Called first, so that refusals by limits are observed too. */
function addTelemetry(app: FastifyInstance, { telemetry = {} }: AppOptions): void {
  telemetry.tracing?.follow(app)
  telemetry.metrics?.countRequests(app)
}

/**
 * Makes contexts for /graphql, where a large answer waits for its whole budget, and anonymous
 * operations of one address run one at a time.
 */
function budgeted({ viewerOf, contextOf, sizes, large, shares }: ContextMaker) {
  return async (
    request: FastifyRequest,
    { raw: response }: FastifyReply,
  ): Promise<Context & LoggingContext> => {
    const viewer = await viewerOf(request, 0)
    const key = callerKeyOf(viewer, request.ip)
    const share = await takeShare(shares, request, key, viewer.kind === 'anonymous')
    const onWait = () => {
      giveUpSlot(request)
      share.pause()
    }
    const budget = answerBudget({
      ...{ large, key, onWait, onGoOn: () => share.resume() },
      ...{ small: sizes.small, socket: request.raw.socket, response },
    })
    const more = () => budget.toRead(sizes.operation - sizes.small)
    const own = contextOf(request, viewer, new Reading(sizes.small, { more }), limits.cost)
    return {
      ...own,
      holdAnswer: budget.toAnswer,
      giveWay: () => share.giveWay(),
      written: (pieces) => shares.written(key, pieces),
    }
  }
}

/** The intake of booking mail, with a parser that closes with the application. */
function addIntake(
  app: FastifyInstance,
  { config: { inbound }, db, log, parser }: AppOptions,
  objects: AppOptions['objects'] & {},
  clock: () => Date,
): Intake {
  const intake = openIntake({
    ...{ db, log, clock, domain: inbound.domain, shared: inbound.shared },
    parser: parser ?? closing(app, openParser(inbound.kitinerary, app.log)),
    objects: { put: (...file) => keepFile({ db, objects, clock }, ...file) },
  })
  app.decorate('intake', intake)
  return intake
}

/** Builds the application with all routes; the caller listens, and closes it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, log, operatorKey, clock = () => new Date() } = options
  const { mailWaits = () => {}, sizes = ordinarySizes, large = largeAnswers() } = options
  const { shares = new TimeShares(), secret = await secretKey(config) } = options
  const app: FastifyInstance = fastify(fastifyOptions(config, log))
  app.decorate('serviceName', config.serviceName)
  const schema = buildSchema()
  const { throttle = createThrottle({ db, limits: config.limits, clock }) } = options
  const objects = options.objects ?? (await openObjectStore({ config, secret, clock }))
  const objectsFor = reachedBy(objects, config)
  const keyCounts = new KeyCounts()
  const intake = addIntake(app, options, objects, clock)
  const cleaner = closing(app, new HtmlCleaner(log))
  const contextOf = (
    request: FastifyRequest,
    viewer: Viewer,
    reading: Reading,
    maxObjects?: number,
  ) =>
    // A literal, because spreading would cost every request 5 microseconds.
    makeContext({
      viewer,
      db,
      config,
      clock,
      throttle,
      keyCounts,
      maxObjects,
      secret,
      intake,
      reading,
      mailWaits,
      objects: objectsFor(request),
      log: request.log,
      address: request.ip,
      cleanHtml: (mail) => cleaner.clean(mail, callerKeyOf(viewer, request.ip)),
      changesNothing: request.method === 'HEAD',
    })
  const viewer = viewersOf(app, options, clock)
  addTelemetry(app, options)
  const readers = addBounds(app, options)
  addHealth(app, () => db.ready(), options.isUp)
  explainBearers(app, config)
  serveOpenApi(app, config)
  serveCalendar(app, { db, clock, throttle, large, small: sizes.small, shares })
  const openStreams = serveEvents(app, {
    ...{ db, http: config.http, viewerOf: viewer, shares, readers, times: options.eventTimes },
  })
  options.telemetry?.metrics?.measureStreams(openStreams)
  addMetricsRoute(app, options.telemetry?.metrics, config.metrics?.key)
  await app.register(
    graphqlEndpoint<Context & LoggingContext>({
      schema,
      config,
      ide: addFront(app, config, firstSteps),
      log: app.log,
      context: budgeted({ viewerOf: viewer, contextOf, sizes, large, shares }),
      isOperator: (request) => isOperator(request.headers.authorization, operatorKey),
    }),
  )
  if (objects.kind === 'disk') await app.register(serveObjects(objects))
  const facade = openFacade({
    ...{ schema, publicFields, optionalFields, contextOf, sizes, large, shares },
    viewerOf: viewer,
  })
  await app.register(facade.rest)
  await app.register(pages(facade))
  await app.ready()
  return app
}
