/**
 * The answer to a call of a trusted document. Apollo Server's steps before and after an
 * operation are skipped if the request needs none of them; other requests are passed to it, with
 * the document in place of its ID, so that both ways answer alike
 * (test/surfaces/graphql/trusted-answers).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { shownError } from '../error-answers.ts'
import { meterOf } from '../limits.ts'
import { codeOfRun, conclude, type LoggingContext, sendLong } from '../outcome.ts'
import { plainType } from '../plain-request.ts'
import type { JsonObject } from '../request-url.ts'
import type { Call } from './call.ts'
import type { TrustedDocument } from './document.ts'
import type { Variables } from './program.ts'

/** A call that can be run at once. */
export interface Ready {
  document: TrustedDocument
  variables: Variables
  type: string
}

/** Undefined where Apollo Server must answer the request. */
export function readyFor(
  request: FastifyRequest,
  { fields }: Call,
  document: TrustedDocument,
): Ready | undefined {
  const type = plainType(request, fields, isQuery(document))
  const isNamed = (fields.operationName ?? nameOf(document)) === nameOf(document)
  if (type === undefined || !isNamed) return undefined
  const sent = (fields.variables ?? {}) as JsonObject
  if (!document.isWithin(sent)) return undefined
  const variables = document.coerce(sent)
  return variables && { document, variables, type }
}

const nameOf = ({ operation: { name } }: TrustedDocument) => name?.value
const isQuery = ({ operation }: TrustedDocument) => operation.operation === 'query'

/**
 * Runs the document; the text to be sent, with its status and headers set, or a reply that is
 * being sent, and how it ended, for telemetry. Undefined where graphql-js is to run the query
 * instead, and nothing is held for an answer.
 */
export async function answer(
  { document, variables, type }: Ready,
  context: LoggingContext,
  reply: FastifyReply,
): Promise<{ answered: string | FastifyReply; code: string } | undefined> {
  meterOf(context)
  const { data, errors } = await document.run(context, variables)
  if (isQuery(document) && errors && isInDoubt(errors, context)) {
    await context.holdAnswer?.(0)
    return undefined
  }
  const ran = { ...document, data, errors, shown: errors?.map(shownForm) }
  const { head, long, ...concluded } = await conclude(context, ran)
  void reply.code(head?.status ?? 200).headers({ ...head?.headers, 'content-type': type })
  const code = codeOfRun(concluded)
  if (long) return { answered: sendLong(reply, long, context), code }
  const { errors: shownErrors, data: shownData } = concluded
  return { answered: `${JSON.stringify({ errors: shownErrors, data: shownData })}\n`, code }
}

/**
 * Whether graphql-js may find other errors. Once a parent is lost it stops, graphql-jit continues:
 * after a second failure that nulls its parent, and after errors that no resolver threw, e.g. null
 * for a required value.
 */
function isInDoubt(errors: readonly GraphQLError[], context: LoggingContext): boolean {
  const { failures } = meterOf(context).running
  return failures > 1 || errors.some(({ originalError }) => originalError === undefined)
}

/** As Apollo Server formats an error. */
function shownForm(error: GraphQLError): GraphQLFormattedError {
  const code = error.extensions.code ?? 'INTERNAL_SERVER_ERROR'
  return shownError({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error)
}
