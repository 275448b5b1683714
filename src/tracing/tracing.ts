/**
 * Traces of requests, for OpenTelemetry (test/tracing): a span for the route, in it one for each
 * operation, in that one for each statement. The current request is found by AsyncLocalStorage,
 * which slows down every promise of the process; that is why nothing else uses it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../http/route.ts'
import { operationEnded, operationStarted, statementEnded } from '../telemetry.ts'
import { openTracer, type TraceSettings } from './exporter.ts'

/** The spans of a request that is under way. */
interface Traced {
  route: Span
  /** The current one: the operations of a request run one after the other. */
  operation?: Span | undefined
  /** Milliseconds from `performance.now` to the clock, the same for all spans of the request. */
  offset: number
}

declare module 'fastify' {
  interface FastifyRequest {
    traced: Traced | null
  }
}

export interface Tracing {
  /** To be called before the routes and the other hooks of the application are added. */
  follow(app: FastifyInstance): void
  /** Sends the remaining spans, for three seconds at most. */
  close(): Promise<void>
}

const longestStatement = 2_000

/** Never the path as it was sent, nor its query: both may contain secrets. */
function attributesOf(request: FastifyRequest): Attributes {
  const route = routeOf(request)
  return {
    [ATTR_HTTP_REQUEST_METHOD]: request.method,
    ...(route !== undefined && { [ATTR_HTTP_ROUTE]: route }),
    'trips.request_id': request.id,
  }
}

/** Only the code of an error: its message may contain values of rows. */
function failureOf(error: unknown): Attributes {
  const { code } = Object(error) as { code?: unknown }
  return { [ATTR_ERROR_TYPE]: typeof code === 'string' ? code : 'unknown' }
}

export function openTracing(
  settings: TraceSettings,
  log: { warn(details: object, message: string): void },
): Tracing {
  const { tracer, close } = openTracer(settings, log)
  const running = new AsyncLocalStorage<Traced>()
  const ends = [...traceOperations(tracer, running), traceStatements(tracer, running)]
  return {
    follow: (app) => followRequests(app, tracer, running),
    close() {
      for (const end of ends) end()
      return close()
    },
  }
}

function followRequests(app: FastifyInstance, tracer: Tracer, running: AsyncLocalStorage<Traced>) {
  const propagator = new W3CTraceContextPropagator()
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const offset = Date.now() - performance.now()
    const name = `${request.method} ${routeOf(request) ?? ''}`.trim()
    const options = { kind: SpanKind.SERVER, attributes: attributesOf(request) }
    const route = tracer.startSpan(
      name,
      { ...options, startTime: performance.now() + offset },
      parent,
    )
    request.traced = { route, offset }
    running.run(request.traced, done)
  })
  // A body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced) running.run(request.traced, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.traced) endRoute(request.traced, reply)
    done()
  })
}

function endRoute({ route, offset }: Traced, { statusCode, raw }: FastifyReply): void {
  if (raw.headersSent) route.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, statusCode)
  if (statusCode >= 500 || !raw.headersSent) route.setStatus({ code: SpanStatusCode.ERROR })
  route.end(performance.now() + offset)
}

function traceOperations(tracer: Tracer, running: AsyncLocalStorage<Traced>) {
  const spans = new WeakMap<object, { span: Span; traced: Traced }>()
  return [
    operationStarted.subscribe(({ operation, startedAt }) => {
      const traced = running.getStore()
      if (!traced) return
      const within = trace.setSpan(ROOT_CONTEXT, traced.route)
      const span = tracer.startSpan('graphql', { startTime: startedAt + traced.offset }, within)
      traced.operation = span
      spans.set(operation, { span, traced })
    }),
    operationEnded.subscribe(({ operation, code }) => {
      const found = spans.get(operation)
      if (!found) return
      const { span, traced } = found
      const { kind, name, type } = operation
      if (type !== undefined) span.updateName([type, name].filter(Boolean).join(' '))
      span.setAttributes({
        'trips.operation.kind': kind,
        'trips.outcome': code,
        ...(type !== undefined && { 'graphql.operation.type': type }),
        ...(name !== undefined && { 'graphql.operation.name': name }),
      })
      if (code === 'INTERNAL_SERVER_ERROR' || code === 'SERVICE_UNAVAILABLE') {
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(performance.now() + traced.offset)
      if (traced.operation === span) traced.operation = undefined
    }),
  ]
}

/** Their texts have no values: those are parameters. */
function traceStatements(tracer: Tracer, running: AsyncLocalStorage<Traced>) {
  return statementEnded.subscribe(({ text, startedAt, ms, error }) => {
    const traced = running.getStore()
    if (!traced) return
    const startTime = startedAt + traced.offset
    const [word = ''] = text.trim().split(/\s/, 1)
    const span = tracer.startSpan(
      word.toLowerCase().slice(0, 20),
      {
        ...{ kind: SpanKind.CLIENT, startTime },
        attributes: {
          [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
          [ATTR_DB_QUERY_TEXT]: text.slice(0, longestStatement),
          ...(error !== undefined && failureOf(error)),
        },
      },
      trace.setSpan(ROOT_CONTEXT, traced.operation ?? traced.route),
    )
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(startTime + ms)
  })
}
