/**
 * Caches answers to operations that only read the schema: they are the same for everybody, and a
 * full introspection takes as long as thirty ordinary reads (test/surfaces/graphql/introspections).
 */
import type { FastifyRequest } from 'fastify'
import { getOperationAST, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { fragmentsOf } from '../../base/fragments.ts'
import { sha256 } from '../../base/hashes.ts'
import { isRecord, mebi } from '../../base/values.ts'
import { rootFields } from './document-cost.ts'
import { type AskedOperation, limits } from './limits.ts'
import { plainType } from './plain-request.ts'
import { type JsonObject, parametersOf, parsed } from './request-url.ts'

/** Maximum characters of all cached answers together. */
const maxCharacters = 8 * mebi

/** Fields that read the schema; `__typename` only repeats the document. */
const ofSchema: ReadonlySet<string> = new Set(['__schema', '__type', '__typename'])

/** An operation whose answer may be cached. */
export interface Candidate {
  /** A hash of document, operation name and variables. */
  hash: string
  /** The media type of the answer. */
  type: string
}

export class Introspections {
  readonly #texts = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (text) => text.length,
  })

  /** Undefined if the operation reads data, or Apollo Server would refuse it. */
  candidate(request: FastifyRequest, asked: AskedOperation): Candidate | undefined {
    const { query, operationName, variables } = asked
    if (!/\b__(?:schema|type)\b/.test(query)) return undefined
    const type = plainType(request, fieldsOf(request), true)
    if (type === undefined) return undefined
    return { hash: sha256(JSON.stringify([query, operationName, variables])), type }
  }

  find({ hash }: Candidate): string | undefined {
    return this.#texts.get(hash)
  }

  /** Caches the answer to an operation that ran, if it read only the schema. */
  keep({ hash }: Candidate, asked: AskedOperation, text: string): void {
    if (readsSchemaAlone(asked)) this.#texts.set(hash, text)
  }
}

/** The raw fields of the request, from its body or URL. */
function fieldsOf(request: FastifyRequest): JsonObject {
  if (request.method === 'POST') return isRecord(request.body) ? request.body : {}
  const { operationName, ...texts } = Object.fromEntries(parametersOf(request))
  const ofText = (text?: string) => text && (parsed(text) ?? text)
  return {
    operationName,
    variables: ofText(texts.variables),
    extensions: ofText(texts.extensions),
  }
}

/** Expects a valid document. */
function readsSchemaAlone({ query, operationName }: AskedOperation): boolean {
  const document = parse(query, { maxTokens: limits.tokens, noLocation: true })
  const operation = getOperationAST(document, operationName || undefined)
  if (operation?.operation !== 'query') return false
  const fields = rootFields(operation.selectionSet, fragmentsOf(document)).values()
  return [...fields].every((name) => ofSchema.has(name))
}
