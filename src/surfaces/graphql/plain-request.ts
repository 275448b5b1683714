/** Predicts whether Apollo Server would run a request, and the media type of its answer. */
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isRecord } from '../../base/values.ts'
import type { JsonObject } from './request-url.ts'

/** In the order in which Apollo Server offers them. */
const mediaTypes = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
]

/** The media type of the answer; undefined if Apollo Server would refuse the request. */
export function plainType(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { variables, extensions, operationName }: JsonObject,
  isQuery: boolean,
): string | undefined {
  const isSafe = method === 'POST' || (isQuery && isPreflighted(headers))
  const isWellFormed =
    isAbsentOr(isRecord, variables) &&
    isAbsentOr(isRecord, extensions) &&
    isAbsentOr(isText, operationName)
  return isSafe && isWellFormed ? typeFor(headers.accept) : undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isAbsentOr = (is: (value: unknown) => boolean, value: unknown) => value == null || is(value)

/** Whether browsers send a preflight before such a GET. */
function isPreflighted(headers: FastifyRequest['headers']): boolean {
  const type = headers['content-type']
  if (type !== undefined) return type === 'application/json'
  return Boolean(headers['x-apollo-operation-name'] || headers['apollo-require-preflight'])
}

function typeFor(accept: string | undefined): string | undefined {
  if (!accept || accept === '*/*') return mediaTypes[0]
  return new Negotiator({ headers: { accept } }).mediaType(mediaTypes)
}
