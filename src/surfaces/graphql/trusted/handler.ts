/** Which requests to `/graphql` are for trusted documents, and which for Apollo Server. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../base/errors.ts'
import { type Operation, type StartedOperation, startedOperation } from '../../../base/telemetry.ts'
import type { LoggingContext } from '../outcome.ts'
import { answer, readyFor } from './answer.ts'
import { type Call, callOf, otherText, unknownDocument } from './call.ts'
import type { TrustedDocument } from './document.ts'

interface Options<C extends LoggingContext> {
  documents: ReadonlyMap<string, TrustedDocument>
  /** Refuses all others, except operators'. */
  only: boolean
  isOperator: (request: FastifyRequest) => boolean
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
}

export interface Asking<C> {
  /**
   * Makes the context in place of the endpoint, which checks the limits first; where it fails,
   * Apollo Server refuses, after its check for CSRF.
   */
  make?: () => Promise<C>
  /** That of a trusted document; by default it is a client's own. */
  operation?: Operation
  /** The same, where it has started. */
  started?: StartedOperation
}

/** Lets Apollo Server answer a request. */
export type Ask<C> = (request: FastifyRequest, asking?: Asking<C>) => Promise<unknown>

/** The handler of the endpoint where there are trusted documents. */
export function trustedHandler<C extends LoggingContext>(options: Options<C>) {
  const { documents, only, isOperator, context } = options
  return async (request: FastifyRequest, reply: FastifyReply, ask: Ask<C>): Promise<unknown> => {
    const refuse = (error: unknown) => ask(request, { make: () => Promise.reject(error) })
    let call: Call | undefined
    try {
      call = callOf(request)
    } catch (error) {
      return refuse(error)
    }
    if (!call) return only && !isOperator(request) ? refuse(notTrusted()) : ask(request)
    const document = documents.get(call.id)
    if (!document) return refuse(unknownDocument())
    const { query } = call.fields
    if ((query ?? document.text) !== document.text) return refuse(otherText())
    const operation = operationOf(document)
    const asText = (asking: Asking<C>) => ask(call.withText(document.text), asking)
    const ready = readyFor(request, call, document)
    if (!ready) return asText({ operation })
    let made: C
    try {
      made = await context(request, reply)
    } catch (error) {
      return asText({ operation, make: () => Promise.reject(error) })
    }
    const started = startedOperation(operation)
    try {
      const answered = await answer(ready, made, reply)
      if (!answered) return asText({ started })
      started.end?.(answered.code)
      return answered.answered
    } catch (error) {
      started.end?.('INTERNAL_SERVER_ERROR')
      throw error
    }
  }
}

const operationOf = ({ operation: { name, operation: type } }: TrustedDocument): Operation => ({
  kind: 'trusted',
  name: name?.value,
  type,
})

const notTrusted = () =>
  new Refusal('FORBIDDEN', { message: 'Only trusted documents may be run: send a documentId.' })
