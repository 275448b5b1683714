/**
 * The outcome of an operation: an answer within the limits, errors in order, log lines, and a
 * status.
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
  OperationTypeNode,
} from 'graphql'
import type { Code } from '../../base/errors.ts'
import { fragmentsOf } from '../../base/fragments.ts'
import { type StartedOperation, startedOperation } from '../../base/telemetry.ts'
import { mebi } from '../../base/values.ts'
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
  withoutDenials,
} from './error-answers.ts'
import { limits, meterOf } from './limits.ts'
import { answerInPieces, type LongAnswer, type Writing } from './long-answers.ts'

/** The fields of the request's context that this endpoint uses. */
export interface LoggingContext extends Metered, Writing {
  /** The request's own log: its lines carry the request id. */
  log: FastifyBaseLogger
  /**
   * Waits for the budget for an answer of this many bytes, before it is serialized; the budget is
   * held until the client has read the answer. Throws if none becomes free.
   */
  holdAnswer?: ((bytes: number) => Promise<void>) | undefined
  /** Passes on what Apollo Server does not: it runs the operation with a copy of this context. */
  instead?: Instead | undefined
  /** The idempotency key of the request. */
  claim?: Claim | undefined
  hasInvalidKey?: boolean
  /** The trusted document that runs the operation in place of graphql-js. */
  trusted?: { run(context: object, variables: Data): Result | undefined } | undefined
  /**
   * Set if the operation's start has been published; otherwise the document is the client's own.
   */
  started?: StartedOperation | undefined
}

/** Facts about the answer that bypass Apollo Server. */
interface Instead {
  /** A large answer. */
  answer?: LongAnswer | undefined
  /** The original errors of a trusted document. */
  errors?: readonly GraphQLError[] | undefined
  /** Whether graphql-js must run the document again, because it may find other errors. */
  isInDoubt?: boolean
}

type Request<C extends LoggingContext> = GraphQLRequestContextWillSendResponse<C>
type Data = Readonly<Record<string, unknown>>
type Result = ExecutionResult | PromiseLike<ExecutionResult>

/** Estimated bytes up to which an answer is not measured exactly. */
const smallAnswer = mebi

/** The plugin of Apollo Server for all this, run once for each request with a context. */
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

/** The code of the first error, or `OK`. Clients may see all of these codes. */
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

/** An executor's result. */
interface Ran {
  /** Undefined if the operation did not run. */
  data: Data | null | undefined
  errors: readonly GraphQLError[] | undefined
  /** The same errors as clients may see them. */
  shown: readonly GraphQLFormattedError[] | undefined
  document: DocumentNode | undefined
  operation: OperationDefinitionNode | undefined
}

/** The answer. */
interface Concluded {
  data?: Data | null
  errors?: readonly GraphQLFormattedError[]
  /** The serialized answer, if it is large. */
  long?: LongAnswer | undefined
  /** The status, if it differs from that of an executed operation. */
  head?: Pick<ErrorAnswer, 'status' | 'headers'> | undefined
}

/**
 * The answer to an operation that ran with this context: within the limits, with errors ordered and
 * logged. Waits for the budget of a large answer.
 */
async function conclude(context: LoggingContext, ran: Ran): Promise<Concluded> {
  const { data, errors = [], shown, operation } = ran
  const meter = meterOf(context)
  // Without data, the operation did not run.
  const bytes = data ? await weigh(ran, context, data) : 0
  if (meter.refusal) return { data: null, errors: [errorAnswer(meter.refusal).error] }
  for (const error of inOrder(errors).slice(0, limits.errors)) logError(context.log, error)
  const refusal = bytes > 0 ? await refusalToHold(context, bytes) : undefined
  if (refusal) return { errors: [refusal.error], head: refusal }
  const isMutation = operation?.operation === OperationTypeNode.MUTATION
  const answered = shown && isMutation ? withoutDenials(shown) : shown
  const shownErrors = answered && listed(answered, meter.hasMoreErrors)
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

/** The bytes of a large answer, else 0; refuses one that is too large. */
async function weigh(ran: Ran, context: LoggingContext, data: Data): Promise<number> {
  const meter = meterOf(context)
  const size = sizeOf(data)
  // Response keys can turn small rows into a large answer. Most answers need no exact measure.
  const { giveWay = nextTurn } = context
  const bytes = size.bytes > smallAnswer ? await jsonBytesOf(data, limits.answerBytes, giveWay) : 0
  if (bytes > limits.answerBytes) meter.endBecauseOf('answerBytes')
  if (hasTooMany(size.objects, ran, data)) meter.endBecauseOf('cost')
  return bytes
}

/** Whether the complete answer has too many objects, not counting those of introspection. */
function hasTooMany(objects: number, { document, operation }: Ran, data: Data): boolean {
  // The root object does not count.
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

/** Ordered by path, so that the order does not reveal when resolvers failed (Z6). */
function inOrder<E extends { path?: GraphQLError['path'] }>(errors: readonly E[]): E[] {
  return errors
    .map((error) => ({ error, at: JSON.stringify(error.path ?? []) }))
    .sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ error }) => error)
}

/**
 * The listed errors. If there are more, the last one says so; the data is complete, with null for
 * failed fields.
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

/** Logs defects in full, and of refusals only the cause, which the answer omits. */
export function logError(log: FastifyBaseLogger, error: unknown): void {
  const original = originalOf(error)
  const path = error instanceof GraphQLError ? error.path?.join('.') : undefined
  const where = path === undefined ? {} : { path }
  if (isDefect(error)) log.error({ err: original, ...where }, 'operation failed')
  else if (original instanceof Error && original.cause !== undefined) {
    log.warn({ err: original.cause, ...where }, 'operation refused')
  }
}
