/** Finds the trusted documents that requests to `/graphql` name by ID. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../base/errors.ts'
import type { SentOperation } from '../client-operations.ts'
import { plainType } from '../plain-request.ts'
import type { TrustedDocument } from './document.ts'
import { type Call, callOf, otherText, unknownDocument } from './requests-by-id.ts'

interface Options {
  documents: ReadonlyMap<string, TrustedDocument>
  /** Whether to refuse all other documents, except those of operators. */
  only: boolean
  isOperator: (request: FastifyRequest) => boolean
}

/** A reader of the operations that requests send. */
export function sentWith({ documents, only, isOperator }: Options) {
  return (request: FastifyRequest): SentOperation => {
    let call: Call | undefined
    try {
      call = callOf(request)
    } catch (error) {
      return { request, refusal: error as Error }
    }
    if (!call)
      return only && !isOperator(request) ? { request, refusal: notTrusted() } : { request }
    const trusted = documents.get(call.id)
    if (!trusted) return { request, refusal: unknownDocument() }
    const { query } = call.fields
    if ((query ?? trusted.text) !== trusted.text) return { request, refusal: otherText() }
    const type = plainType(request, call.fields, trusted.operation.operation === 'query')
    return { request: call.withText(trusted.text), trusted, type }
  }
}

const notTrusted = () =>
  new Refusal('FORBIDDEN', { message: 'Only trusted documents may be run: send a documentId.' })
