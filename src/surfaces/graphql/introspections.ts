/**
 * Answers to operations that read the schema alone. They are the same for everybody, and the whole
 * schema takes as long as thirty ordinary reads: each is cached
 * (test/surfaces/graphql/introspections).
 */
import type { FastifyRequest } from 'fastify'
import { getOperationAST, parse } from 'graphql'
import { LRUCache } from 'lru-cache'
import { fragmentsOf } from '../../base/fragments.ts'
import { sha256 } from '../../base/hashes.ts'
import { rootFields } from './document-cost.ts'
import { type AskedOperation, limits } from './limits.ts'
import { plainType } from './plain-request.ts'
import { isJsonObject, type JsonObject, parametersOf, parsed } from './request-url.ts'

/** Of all answers together, in characters. */
const maxCharacters = 8 * 1024 * 1024

/** Fields that read the schema; `__typename` only repeats the document. */
const ofSchema: ReadonlySet<string> = new Set(['__schema', '__type', '__typename'])

/** An operation that may be one of these. */
export interface Candidate {
  /** Of the document, the name of the operation and its variables. */
  hash: string
  /** The media type of the answer. */
  type: string
}

export class Introspections {
  readonly #texts = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (text) => text.length,
  })

  /** Undefined if it reads more than the schema, or Apollo Server would not run it. */
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

  /** Keeps the answer to an operation that has been run, if it read the schema alone. */
  keep({ hash }: Candidate, asked: AskedOperation, text: string): void {
    if (readsSchemaAlone(asked)) this.#texts.set(hash, text)
  }
}

/** The fields of the request as they were sent, wherever it has them. */
function fieldsOf(request: FastifyRequest): JsonObject {
  if (request.method === 'POST') return isJsonObject(request.body) ? request.body : {}
  const { operationName, ...texts } = Object.fromEntries(parametersOf(request))
  const ofText = (text?: string) => text && (parsed(text) ?? text)
  return {
    operationName,
    variables: ofText(texts.variables),
    extensions: ofText(texts.extensions),
  }
}

/** The document is valid. */
function readsSchemaAlone({ query, operationName }: AskedOperation): boolean {
  const document = parse(query, { maxTokens: limits.tokens, noLocation: true })
  const operation = getOperationAST(document, operationName || undefined)
  if (operation?.operation !== 'query') return false
  const fields = rootFields(operation.selectionSet, fragmentsOf(document)).values()
  return [...fields].every((name) => ofSchema.has(name))
}
