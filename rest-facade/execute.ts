/** Runs one operation for one request: variables, context, execution, answer. */
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
    /** Credentials are optional, but wrong ones are refused. */
    isOptional?: boolean
    /** The path parameters that hold opaque texts; all others are ids. */
    texts?: ReadonlySet<string>
    /** Whether the operation takes a body; otherwise the body is left unread. */
    readsBody?: boolean
    /** The path parameter that names a trip. */
    trip?: string | undefined
    /** The page shown to people. */
    page?: Route['page']
  }
}

/** Runs an operation; `body`, an object of wire names, replaces the request's own. */
export type Run = (request: FastifyRequest, body?: unknown) => Promise<RestAnswer>

type End = (outcome: string) => void

export const anonymous: Viewer = { kind: 'anonymous' }

export interface ContextMaker {
  /** The caller, with their access to the trip, read at the same time. */
  viewerOf(request: FastifyRequest, tripId: number): Promise<Viewer>
  /** A context; `maxObjects` limits what a list reads. */
  contextOf(request: FastifyRequest, viewer: Viewer, reading: Reading, maxObjects?: number): Context
  /** How large an answer may be before it is sent in parts, and how many may be sent at once. */
  sizes: Sizes
  large: Turnstile
  shares: TimeShares
}

/** The trip named by the path of a request; 0, which no trip has, if there is none. */
export function pathTripId({ params, routeOptions }: FastifyRequest): number {
  const { trip } = routeOptions.config
  return trip === undefined ? 0 : readId((params as Record<string, string>)[trip] ?? 0)
}

interface Answering {
  route: Route
  operation: FacadeOperation
  /** `GET` on the same path, which reads the answer if a write's is too large. */
  read: ReadAt | undefined
  /** The path parameters. */
  params: readonly string[]
}

/** The answer with its tag, if that follows from versions; entity-tags.ts sets all others. */
const withTag = ({ versionTag: etag, ...answer }: RestAnswer): RestAnswer =>
  etag === undefined ? answer : { ...answer, headers: { ...answer.headers, etag } }

/** What a long answer to a read depends on, besides its rows. */
const readOf = ({ method, headers, raw: { socket } }: FastifyRequest) => ({
  ifNoneMatch: headers['if-none-match'],
  isHead: method === 'HEAD',
  isGone: () => socket.destroyed,
})

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
    return longAnswer({
      read: isRead(request.method) ? readOf(request) : undefined,
      // Rows that were read without their emails are read again.
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
      watch: (giveUp) => watchReader(request.raw.socket, giveUp, maker.large),
    })
  }
}
