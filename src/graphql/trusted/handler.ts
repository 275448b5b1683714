/** Which requests to `/graphql` are for trusted documents, and which for Apollo Server. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { LoggingContext } from '../outcome.ts'
import { answer, readyFor } from './answer.ts'
import { type Call, callOf, otherText, unknownDocument } from './call.ts'
import type { TrustedDocument } from './document.ts'

interface Options<C extends LoggingContext> {
  documents: ReadonlyMap<string, TrustedDocument>
  /** No others are run, except for operators. */
  only: boolean
  isOperator: (request: FastifyRequest) => boolean
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
}

/**
 * Lets Apollo Server answer a request. `context` takes the place of the endpoint's own, which
 * checks the limits first; where it fails, Apollo Server refuses, after its check for CSRF.
 */
export type Ask<C> = (request: FastifyRequest, context?: () => Promise<C>) => Promise<unknown>

/** The handler of the endpoint where there are trusted documents. */
export function trustedHandler<C extends LoggingContext>(options: Options<C>) {
  const { documents, only, isOperator, context } = options
  return async (request: FastifyRequest, reply: FastifyReply, ask: Ask<C>): Promise<unknown> => {
    const refuse = (error: unknown, sent = request) => ask(sent, () => Promise.reject(error))
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
    const ready = readyFor(request, call, document)
    if (!ready) return ask(call.withText(document.text))
    let made: C
    try {
      made = await context(request, reply)
    } catch (error) {
      return refuse(error, call.withText(document.text))
    }
    return (await answer(ready, made, reply)) ?? ask(call.withText(document.text))
  }
}

const notTrusted = () =>
  new Refusal('FORBIDDEN', { message: 'Only trusted documents may be run: send a documentId.' })
