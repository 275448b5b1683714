/**
 * The outcome of an operation that Apollo Server has run: an answer within the limits, its errors
 * in order, its log lines, and a status.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  ApolloServerPlugin,
  GraphQLRequestContextWillSendResponse,
  HTTPGraphQLHead,
} from '@apollo/server'
import type { FastifyBaseLogger } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from 'graphql'
import type { Code } from '../../base/errors.ts'
import { fragmentsOf } from '../../base/fragments.ts'
import { type StartedOperation, startedOperation } from '../../base/telemetry.ts'
import type { Metered } from '../../core/limits/counting-step.ts'
import type { Claim } from '../../core/store/idempotency-keys.ts'
import { jsonBytesOf, sizeOf } from './answer-size.ts'
import { rootFields } from './document-cost.ts'
import {
  type ErrorAnswer,
  errorAnswer,
  isDefect,
  originalOf,
  statusOfRun,
} from './error-answers.ts'
import { limits, meterOf } from './limits.ts'
import { answerInPieces, type LongAnswer, type Writing } from './long-answers.ts'

/** What this endpoint itself needs of the request's context. */
export interface LoggingContext extends Metered, Writing {
  /** The request's own log: its lines carry the request id. */
  log: FastifyBaseLogger
  /**
   * Waits for the budget for an answer of so many bytes, before it becomes one text; it is held
   * until the client has read it. Throws if none is free.
   */
  holdAnswer?: ((bytes: number) => Promise<void>) | undefined
  /** Receives what Apollo Server does not hand on: it runs the operation with a copy of this. */
  instead?: Instead | undefined
  /** The idempotency key of the request, and whether it has a wrong one. */
  claim?: Claim | undefined
  hasInvalidKey?: boolean
  /** What runs the operation in place of graphql-js: a trusted document. */
  trusted?: { run(context: object, variables: Data): Result | undefined } | undefined
  /** The operation, if its start is published already; else it is a client's own document. */
  started?: StartedOperation | undefined
}

/** What is answered, or known of an answer, beside Apollo Server. */
interface Instead {
  /** An answer that is not small. */
  answer?: LongAnswer | undefined
  /** The errors of a trusted document, as they were thrown. */
  errors?: readonly GraphQLError[] | undefined
  /** Whether graphql-js is to run the document again, because it may find other errors. */
  isInDoubt?: boolean
}

type Request<C extends LoggingContext> = GraphQLRequestContextWillSendResponse<C>
type Data = Readonly<Record<string, unknown>>
type Result = ExecutionResult | PromiseLike<ExecutionResult>

/** Estimated bytes up to which an answer is not measured. */
const smallAnswer = 1024 * 1024

/** The plugin of Apollo Server that does all this, once for each request that has a context. */
export function outcome<C extends LoggingContext>(): ApolloServerPlugin<C> {
  return {
    async requestDidStart({ contextValue }) {
      const { operation, end } = contextValue.started ?? startedOperation({ kind: 'other' })
      return {
        async didResolveOperation({ operationName, operation: found }) {
          // A client's operation name may be a secret.
          if (operation.kind !== 'other') operation.name = operationName ?? undefined
          operation.type = found?.operation
        },
        async willSendResponse(request) {
          if (contextValue.instead?.isInDoubt) return
          await finish(request)
          const { body } = request.response
          end?.(codeOfRun(body.kind === 'single' ? body.singleResult : {}))
        },
      }
    },
    async unexpectedErrorProcessingRequest({ requestContext, error }) {
      logError(requestContext.contextValue.log, error)
    },
  }
}

/** The code of the first error; `OK` without one. All are among those that clients may see. */
const codeOfRun = ({ errors: [error] = [] }: Pick<Concluded, 'errors'>): string =>
  error ? codeOf(error) : 'OK'

export const codeOf = (error: { extensions?: unknown }) =>
  String(Object(error.extensions).code ?? 'INTERNAL_SERVER_ERROR')

async function finish<C extends LoggingContext>(request: Request<C>): Promise<void> {
  const { contextValue: context, response, document, operation } = request
  const { errors = context.instead?.errors } = request
  if (response.body.kind !== 'single') return
  const { singleResult: result } = response.body
  const ran = { data: result.data, errors, shown: result.errors, document, operation }
  const { head, long, ...concluded } = await conclude(context, ran)
  if (context.instead) context.instead.answer = long
  response.body.singleResult = context.instead && long ? { data: null } : concluded
  setStatus(response.http, head)
}

/** An executor's result of an operation. */
interface Ran {
  /** Undefined if nothing was run. */
  data: Data | null | undefined
  errors: readonly GraphQLError[] | undefined
  /** The same errors as clients may see them. */
  shown: readonly GraphQLFormattedError[] | undefined
  document: DocumentNode | undefined
  operation: OperationDefinitionNode | undefined
}

/** What is answered. */
interface Concluded {
  data?: Data | null
  errors?: readonly GraphQLFormattedError[]
  /** The same as a text, where it is not small. */
  long?: LongAnswer | undefined
  /** The status, where it is not that of an operation that was run. */
  head?: Pick<ErrorAnswer, 'status' | 'headers'> | undefined
}

/**
 * The answer to an operation that was run with this context: within the limits, its errors in order
 * and logged. Waits for the budget for a large one.
 */
async function conclude(context: LoggingContext, ran: Ran): Promise<Concluded> {
  const { data, errors = [], shown } = ran
  const meter = meterOf(context)
  // Without data nothing was run.
  const bytes = data ? await weigh(ran, context, data) : 0
  if (meter.refusal) return { data: null, errors: [errorAnswer(meter.refusal).error] }
  for (const error of inOrder(errors).slice(0, limits.errors)) logError(context.log, error)
  const refusal = bytes > 0 ? await refusalToHold(context, bytes) : undefined
  if (refusal) return { errors: [refusal.error], head: refusal }
  const shownErrors = shown && listed(shown, meter.hasMoreErrors)
  return {
    ...(data !== undefined && { data }),
    ...(shownErrors && { errors: shownErrors }),
    ...(bytes > 0 && { long: answerInPieces(data, shownErrors, bytes) }),
    head: statusOfRun(data, shownErrors),
  }
}

function setStatus(
  http: HTTPGraphQLHead,
  answer: Pick<ErrorAnswer, 'status' | 'headers'> | undefined,
) {
  if (!answer) return
  http.status = answer.status
  for (const [name, value] of Object.entries(answer.headers)) http.headers.set(name, value)
}

/** The bytes of an answer that is not small, else 0; one too large is refused. */
async function weigh(ran: Ran, context: LoggingContext, data: Data): Promise<number> {
  const meter = meterOf(context)
  const size = sizeOf(data)
  // Names of a few letters may make a large answer of small rows. Most need no second look.
  const { giveWay = nextTurn } = context
  const bytes = size.bytes > smallAnswer ? await jsonBytesOf(data, limits.answerBytes, giveWay) : 0
  if (bytes > limits.answerBytes) meter.endBecauseOf('answerBytes')
  if (hasTooMany(size.objects, ran, data)) meter.endBecauseOf('cost')
  return bytes
}

/** Whether the answer, now that it is whole, holds more objects than it may; the schema's aside. */
function hasTooMany(objects: number, { document, operation }: Ran, data: Data): boolean {
  // The object around the whole answer does not count.
  if (objects - 1 <= limits.cost || !document || !operation) return false
  const fields = rootFields(operation.selectionSet, fragmentsOf(document))
  const read = Object.entries(data).filter(([key]) => !fields.get(key)?.startsWith('__'))
  return sizeOf(Object.fromEntries(read)).objects - 1 > limits.cost
}

/** Waits for the budget; returns the refusal to send if there is none. */
async function refusalToHold({ holdAnswer, log }: LoggingContext, bytes: number) {
  try {
    await holdAnswer?.(bytes)
    return undefined
  } catch (error) {
    logError(log, error)
    return errorAnswer(error)
  }
}

/** By their path: the times at which resolvers fail stay private (Z6). */
function inOrder<E extends { path?: GraphQLError['path'] }>(errors: readonly E[]): E[] {
  return errors
    .map((error) => ({ error, at: JSON.stringify(error.path ?? []) }))
    .sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ error }) => error)
}

/**
 * The errors that are answered. The last one reports that more are not listed; the data is whole,
 * with null in their places.
 */
function listed(
  errors: readonly GraphQLFormattedError[],
  hasMore: boolean,
): GraphQLFormattedError[] {
  const ordered = inOrder(errors)
  if (!hasMore && ordered.length <= limits.errors) return ordered
  const code: Code = 'TOO_COMPLEX'
  const message = `Too many errors: only the first ${limits.errors} are listed.`
  return [...ordered.slice(0, limits.errors), { message, extensions: { code } }]
}

/** Defects in full; of refusals only the cause, which the answer hides. */
export function logError(log: FastifyBaseLogger, error: unknown): void {
  const original = originalOf(error)
  const path = error instanceof GraphQLError ? error.path?.join('.') : undefined
  const where = path === undefined ? {} : { path }
  if (isDefect(error)) log.error({ err: original, ...where }, 'operation failed')
  else if (original instanceof Error && original.cause !== undefined) {
    log.warn({ err: original.cause, ...where }, 'operation refused')
  }
}
