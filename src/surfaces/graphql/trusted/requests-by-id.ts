/** Reads requests that have the ID of a document instead of its text. */
import { HeaderMap } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { isRecord } from '../../../base/values.ts'
import { type JsonObject, parametersOf, parsed } from '../request-url.ts'
import { knownAs } from './manifest.ts'

export interface Call {
  id: string
  /** The other fields of the request, not yet validated. */
  fields: JsonObject
  /** The request with the document's text in place of its ID. */
  withText(text: string): FastifyRequest
}

const refused = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })

/**
 * The error that Apollo's clients expect, with Apollo Server's status and header. They then send
 * the document, which is not registered here.
 */
export const unknownDocument = () =>
  new GraphQLError('PersistedQueryNotFound', {
    extensions: {
      code: 'PERSISTED_QUERY_NOT_FOUND',
      http: {
        status: 200,
        headers: new HeaderMap([['cache-control', 'private, no-cache, must-revalidate']]),
      },
    },
  })

/** The request also has a query, which differs. */
export const otherText = () =>
  refused('The query differs from the document with this ID: send only one of them.')

/** Undefined if the request has no document ID. Throws a GraphQLError with its status. */
export function callOf(request: FastifyRequest): Call | undefined {
  return request.method === 'POST' ? callInBody(request) : callInUrl(request)
}

function callInBody(request: FastifyRequest): Call | undefined {
  if (!isRecord(request.body)) return undefined
  const { documentId, ...fields } = request.body
  const id = idIn(documentId, fields.extensions)
  if (id === undefined) return undefined
  const withText = (query: string) => {
    // Assigned in place: a copy of the request, or an object that inherits from it, would slow down
    // everything after.
    request.body = { ...fields, ...withoutHash(fields), query }
    return request
  }
  return { id, fields, withText }
}

function callInUrl(request: FastifyRequest): Call | undefined {
  // Other GET requests have no document ID.
  if (!/documentId|persistedQuery/.test(request.url)) return undefined
  const parameters = parametersOf(request)
  const repeated = new Set([...parameters.keys()]).size < parameters.size
  const { documentId, ...texts } = Object.fromEntries(parameters)
  const extensions = parsed(texts.extensions ?? null)
  const id = idIn(documentId, extensions)
  if (id === undefined) return undefined
  if (repeated) throw refused('Each parameter may be sent only once.')
  // Invalid JSON stays text, which Apollo Server refuses.
  const variables = parsed(texts.variables ?? null) ?? texts.variables
  const withText = (query: string) => {
    const { extensions: others } = withoutHash({ extensions })
    const sent = {
      ...texts,
      ...(isRecord(others) && { extensions: JSON.stringify(others) }),
      query,
    }
    const value = `/graphql?${new URLSearchParams(sent)}`
    return Object.create(request, { url: { value } }) as FastifyRequest
  }
  return { id, fields: { ...texts, variables, extensions }, withText }
}

/** The ID from either place; if both have one, they must be equal. */
function idIn(documentId: unknown, extensions: unknown): string | undefined {
  const named = documentId ?? undefined
  const hashed = isRecord(extensions) ? (extensions.persistedQuery ?? undefined) : undefined
  if (named !== undefined && typeof named !== 'string')
    throw refused('documentId must be a string.')
  if (hashed === undefined) return named === undefined ? undefined : knownAs(named)
  const { version, sha256Hash } = isRecord(hashed) ? hashed : {}
  if (version !== 1 || typeof sha256Hash !== 'string') {
    throw refused('extensions.persistedQuery must have version 1 and a sha256Hash.')
  }
  if (named !== undefined && knownAs(named) !== knownAs(sha256Hash)) {
    throw refused('documentId and extensions.persistedQuery name different documents.')
  }
  return knownAs(sha256Hash)
}

/** The extensions without `persistedQuery`, if any were sent. */
function withoutHash({ extensions }: JsonObject): { extensions?: unknown } {
  if (!isRecord(extensions)) return {}
  const { persistedQuery: _, ...others } = extensions
  return { extensions: others }
}
