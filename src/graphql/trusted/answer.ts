/**
 * The answer to a call of a trusted document. What Apollo Server does before and after an operation
 * is left out where the request gives it nothing to do; any other request is handed to it, with the
 * document in place of its ID, so that both ways answer alike (test/graphql/trusted-answers).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import Negotiator from 'negotiator'
import { type Fields, isRecord } from '../address.ts'
import { shown } from '../answers.ts'
import { meterOf } from '../meter.ts'
import { codeOfRun, conclude, type LoggingContext } from '../outcome.ts'
import type { Call } from './call.ts'
import type { TrustedDocument } from './document.ts'
import type { Variables } from './program.ts'

/** In the order in which Apollo Server offers them. */
const mediaTypes = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
]

/** What a call comes to that can be run at once. */
export interface Ready {
  document: TrustedDocument
  variables: Variables
  type: string
}

/** Undefined where Apollo Server has something to say to the request. */
export function readyFor(
  request: FastifyRequest,
  { fields }: Call,
  document: TrustedDocument,
): Ready | undefined {
  const { method, headers } = request
  const isSafe = method === 'POST' || (isPreflighted(headers) && isQuery(document))
  const type = typeFor(headers.accept)
  if (!isSafe || type === undefined || !isWellFormed(fields, document)) return undefined
  const sent = (fields.variables ?? {}) as Fields
  if (!document.isWithin(sent)) return undefined
  const variables = document.coerce(sent)
  return variables && { document, variables, type }
}

const isQuery = ({ operation }: TrustedDocument) => operation.operation === 'query'

/** Whether a browser asks before it sends such a GET for another site. */
function isPreflighted(headers: FastifyRequest['headers']): boolean {
  const type = headers['content-type']
  if (type !== undefined) return type === 'application/json'
  return Boolean(headers['x-apollo-operation-name'] || headers['apollo-require-preflight'])
}

function typeFor(accept: string | undefined): string | undefined {
  if (!accept || accept === '*/*') return mediaTypes[0]
  return new Negotiator({ headers: { accept } }).mediaType(mediaTypes)
}

function isWellFormed(fields: Fields, { operation }: TrustedDocument): boolean {
  const { variables, extensions, operationName } = fields
  const isAbsentOr = (is: (value: unknown) => boolean, value: unknown) => value == null || is(value)
  return (
    isAbsentOr(isRecord, variables) &&
    isAbsentOr(isRecord, extensions) &&
    isAbsentOr((name) => name === operation.name?.value, operationName)
  )
}

/**
 * Runs the document; the text to be sent, with its status and headers set, and how it ended, for
 * telemetry. Undefined where graphql-js is to run the query instead, and nothing is held for an
 * answer.
 */
export async function answer(
  { document, variables, type }: Ready,
  context: LoggingContext,
  reply: FastifyReply,
): Promise<{ text: string; code: string } | undefined> {
  const { data, errors } = await document.run(context, variables)
  if (isQuery(document) && errors && isInDoubt(errors, context)) {
    await context.holdAnswer?.(0)
    return undefined
  }
  const ran = { ...document, data, errors, shown: errors?.map(shownForm) }
  const { head, ...concluded } = await conclude(context, ran)
  void reply.code(head?.status ?? 200).headers({ ...head?.headers, 'content-type': type })
  const text = `${JSON.stringify({ errors: concluded.errors, data: concluded.data })}\n`
  return { text, code: codeOfRun(concluded) }
}

/**
 * Whether graphql-js may find other errors. Once a parent is lost it stops, and graphql-jit goes
 * on: after a second failure that takes its parent, and after what no resolver threw, such as null
 * where there must be a value.
 */
function isInDoubt(errors: readonly GraphQLError[], context: object): boolean {
  const { failures } = meterOf(context).running
  return failures > 1 || errors.some(({ originalError }) => originalError === undefined)
}

/** As Apollo Server hands an error to be shown. */
function shownForm(error: GraphQLError): GraphQLFormattedError {
  const code = error.extensions.code ?? 'INTERNAL_SERVER_ERROR'
  return shown({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error)
}
