/**
 * Traces requests with OpenTelemetry (test/process/tracing): a span for the route contains one per
 * operation, which contains one per statement. AsyncLocalStorage finds the current request. It
 * slows down every promise of the process, so nothing else uses it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import { operationEnded, operationStarted, statementEnded } from '../../base/telemetry.ts'
import { routeOf } from '../route.ts'
import { requestAttributes, responseAttributes, statementAttributes } from './attributes.ts'
import { openTracer, type TraceSettings } from './exporter.ts'

/** The spans of a request in progress. */
interface Traced {
  route: Span
  /** The current operation: those of a request run one after the other. */
  operation?: Span | undefined
  /** Milliseconds to add to `performance.now` for the clock time; fixed per request. */
  offset: number
}

declare module 'fastify' {
  interface FastifyRequest {
    traced: Traced | null
  }
}

export interface Tracing {
  /** To be called before the application adds its routes and other hooks. */
  follow(app: FastifyInstance): void
  /** Sends the remaining spans, for three seconds at most. */
  close(): Promise<void>
}

export function openTracing(settings: TraceSettings, log: Pick<Log, 'warn'>): Tracing {
  const { tracer, close } = openTracer(settings, log)
  const running = new AsyncLocalStorage<Traced>()
  const ends = [...traceOperations(tracer, running), traceStatements(tracer, running)]
  return {
    follow: (app) => followRequests(app, { tracer, running, baseUrl: settings.baseUrl }),
    close() {
      for (const end of ends) end()
      return close()
    },
  }
}

interface Following {
  tracer: Tracer
  running: AsyncLocalStorage<Traced>
  /** The public URL of the service, if set. */
  baseUrl: string | undefined
}

function followRequests(app: FastifyInstance, { tracer, running, baseUrl }: Following) {
  const propagator = new W3CTraceContextPropagator()
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, reply, done) => {
    // Load balancers and Prometheus send these every few seconds; their traces are noise.
    if (request.routeOptions.config.isProbe) return done()
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const offset = Date.now() - performance.now()
    const name = `${request.method} ${routeOf(request) ?? ''}`.trim()
    const options = { kind: SpanKind.SERVER, attributes: requestAttributes(request, baseUrl) }
    const route = tracer.startSpan(
      name,
      { ...options, startTime: performance.now() + offset },
      parent,
    )
    request.traced = { route, offset }
    nameInLog(request, reply, route)
    running.run(request.traced, done)
  })
  // Body events belong to the connection, so the context is entered after them.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced) running.run(request.traced, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.traced) endRoute(request.traced, reply)
    done()
  })
}

/** Adds the ids of trace and span to further log lines of the request. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, span: Span): void {
  const { traceId, spanId } = span.spanContext()
  request.log = request.log.child({ trace_id: traceId, span_id: spanId })
  reply.log = request.log
}

function endRoute({ route, offset }: Traced, reply: FastifyReply): void {
  const attributes = responseAttributes(reply)
  route.setAttributes(attributes)
  if (ATTR_ERROR_TYPE in attributes) route.setStatus({ code: SpanStatusCode.ERROR })
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
        span.setAttribute(ATTR_ERROR_TYPE, code).setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(performance.now() + traced.offset)
      if (traced.operation === span) traced.operation = undefined
    }),
  ]
}

/** Their texts contain no values: those are parameters. */
function traceStatements(tracer: Tracer, running: AsyncLocalStorage<Traced>) {
  return statementEnded.subscribe(({ text, startedAt, ms, error }) => {
    const traced = running.getStore()
    if (!traced) return
    const startTime = startedAt + traced.offset
    const [word = ''] = text.trim().split(/\s/, 1)
    const span = tracer.startSpan(
      word.toLowerCase().slice(0, 20),
      {
        kind: SpanKind.CLIENT,
        startTime,
        attributes: statementAttributes(text, error),
      },
      trace.setSpan(ROOT_CONTEXT, traced.operation ?? traced.route),
    )
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(startTime + ms)
  })
}
