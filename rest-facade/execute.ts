/** One operation for one request: variables, context, execution, answer. */
import type { FastifyRequest } from 'fastify'
import { fail } from '../src/base/errors.ts'
import { startedOperation } from '../src/base/telemetry.ts'
import type { Context, Viewer } from '../src/core/context.ts'
import { readId } from '../src/core/input/values.ts'
import { Reading, type Sizes } from '../src/core/limits/read-budget.ts'
import type { TimeShares } from '../src/process/time-shares.ts'
import type { Turnstile } from '../src/process/turnstile.ts'
import { isRead } from '../src/surfaces/http/etag.ts'
import { callerKeyOf, watchReader } from '../src/surfaces/http/large-answers.ts'
import { takeShare } from '../src/surfaces/http/request-slots.ts'
import { binderOf, wrongForm } from './bind.ts'
import { type ReadAt, spared, unchangedFor } from './conditions.ts'
import type { RestAnswer } from './errors.ts'
import { filterOf, type QueryValue } from './fields.ts'
import { claimOf, refuseReusedIn } from './idempotency.ts'
import { longAnswer, type RunResult } from './long-answer.ts'
import type { FacadeOperation } from './operations.ts'
import type { Route } from './routes/route.ts'
import { runOnce } from './run.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** Credentials are neither required nor read. */
    isPublic?: boolean
    /** Credentials are optional, but must be right. */
    isOptional?: boolean
    /** The parameters of the path that hold opaque texts; all others are ids. */
    texts?: ReadonlySet<string>
    /** The operation takes a body; any other is left unread. */
    readsBody?: boolean
    /** The parameter of the path that names a trip. */
    trip?: string | undefined
    /** The page that people get. */
    page?: Route['page']
  }
}

/** Runs an operation; `body` stands in for the request's own, as an object of wire names. */
export type Run = (request: FastifyRequest, body?: unknown) => Promise<RestAnswer>

type End = (outcome: string) => void

export const anonymous: Viewer = { kind: 'anonymous' }

export interface ContextMaker {
  /** The caller; their access to the trip is read at the same time. */
  viewerOf(request: FastifyRequest, tripId: number): Promise<Viewer>
  /** A context; `maxObjects` bounds what a list of one operation reads. */
  contextOf(request: FastifyRequest, viewer: Viewer, reading: Reading, maxObjects?: number): Context
  /** How large answers may be before they are sent in parts, and how many of these at once. */
  sizes: Sizes
  large: Turnstile
  shares: TimeShares
}

/** The trip that the path of a request names; 0, which no trip is, without one. */
export function pathTripId({ params, routeOptions }: FastifyRequest): number {
  const { trip } = routeOptions.config
  return trip === undefined ? 0 : readId((params as Record<string, string>)[trip] ?? 0)
}

export interface Answering {
  route: Route
  operation: FacadeOperation
  /** `GET` at the same path, which reads the answer of a write that is too large. */
  read: ReadAt | undefined
  /** The parameters of the path. */
  params: readonly string[]
}

/** The answer with its tag, if that follows from versions; entity-tags.ts sets all others. */
const withTag = ({ versionTag: etag, ...answer }: RestAnswer): RestAnswer =>
  etag === undefined ? answer : { ...answer, headers: { ...answer.headers, etag } }

/** A runner of the operation that answers `route`. */
export function runnerOf(answering: Answering, maker: ContextMaker): Run {
  const { route, operation, read, params } = answering
  const reader = read?.operation ?? operation
  const { sizes } = maker
  const bind = binderOf(operation, params)
  return async (request, body = request.body) => {
    const viewer = request.viewer ?? anonymous
    const wrong = wrongForm(body)
    if (wrong) {
      await refuseReusedIn(request, maker)
      return wrong
    }
    const bound = bind(request, body)
    const filter = filterOf(operation, request.query as Record<string, QueryValue>)
    const isUnchanged = unchangedFor(request, read, params, sizes)
    const runBy = async (by: FacadeOperation, reading: Reading, viewer: Viewer, end?: End) => {
      const context = maker.contextOf(request, viewer, reading)
      context.emptiesHidden = true
      if (isUnchanged) context.isUnchanged = isUnchanged
      if (by === operation) context.claim = claimOf(request)
      const asked = { route, operation: by, form: by.form(filter), filter, bound, request }
      const found = reading.part ? undefined : await spared(asked, context, sizes)
      if (found) {
        end?.('OK')
        return { answer: found, ids: [] }
      }
      const { outcome, ...ran } = await runOnce(asked, context)
      const isPlan = !reading.part && reading.rest.length > 0
      end?.(isPlan ? 'LARGE' : outcome)
      return ran
    }
    const run = async (
      by: FacadeOperation,
      reading: Reading,
      viewer: Viewer,
    ): Promise<RunResult> => {
      const { name, isMutation } = by
      const type = isMutation ? 'mutation' : 'query'
      const { end } = startedOperation({ kind: 'own', name, type })
      if (!end) return runBy(by, reading, viewer)
      return runBy(by, reading, viewer, end).catch((error: unknown) => {
        end('INTERNAL_SERVER_ERROR')
        throw error
      })
    }
    const key = callerKeyOf(viewer, request.ip)
    const share = await takeShare(maker.shares, request, key)
    const planned = new Reading(sizes.small, { sizes })
    const { answer, ids } = await run(operation, planned, viewer)
    if (planned.rest.length === 0) return withTag(answer)
    share.end()
    const { method, headers, socket } = request.raw
    const isGone = () => socket.destroyed
    return longAnswer({
      read: isRead(method)
        ? { ifNoneMatch: headers['if-none-match'], isHead: method === 'HEAD', isGone }
        : undefined,
      // Rows that were read without their emails are not kept.
      slices: ids.length > 0 ? [{ rows: ids, bytes: 0 }] : planned.rest,
      frame: answer.body,
      headers: answer.headers,
      sizes,
      turnstile: maker.large,
      key,
      shares: maker.shares,
      run: async (reading) => {
        const still = await maker.viewerOf(request, pathTripId(request))
        return still.kind === 'user' ? run(reader, reading, still) : fail('UNAUTHENTICATED')
      },
      watch: (giveUp) => watchReader(socket, giveUp, maker.large),
    })
  }
}
