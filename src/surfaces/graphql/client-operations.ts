/** Operations that clients write: checked against the limits, run by Apollo Server. */
import { type ApolloServer, HeaderMap } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { startedOperation } from '../../base/telemetry.ts'
import { errorAnswer } from './error-answers.ts'
import { type Candidate, Introspections } from './introspections.ts'
import { type AskedOperation, meterOf, operationLimits } from './limits.ts'
import { codeOf, type LoggingContext, type LongAnswer, logError, sendLong } from './outcome.ts'
import { isJsonObject, parametersOf, parsed } from './request-url.ts'
import type { Ask, Asking } from './trusted/handler.ts'

interface Options<C extends LoggingContext> {
  schema: GraphQLSchema
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  server: ApolloServer<C>
}

type Handler = (sent: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The handler of requests' operations. */
export function clientOperations<C extends LoggingContext>(options: Options<C>) {
  const { schema, context, server } = options
  const checkLimits = operationLimits(schema)
  const introspections = new Introspections()

  /** The answer of Apollo Server; `make` makes the context, and may refuse. */
  async function run(
    [sent, reply]: [FastifyRequest, FastifyReply],
    make: () => Promise<C>,
    { operation, started }: Asking<C>,
  ): Promise<{ answered: unknown; long?: LongAnswer | undefined; own: C | undefined }> {
    let own: C | undefined
    // Apollo makes the context after its CSRF check and before it parses and validates: only
    // then is a refusal both early and in the endpoint's own form.
    const made = async () => {
      try {
        own = await make()
        own.instead = {}
        meterOf(own)
        own.started = started ?? (operation && startedOperation(operation))
        return own
      } catch (error) {
        const refusal = withStatus(error, sent.log)
        const { end } = started ?? startedOperation(operation ?? { kind: 'other' })
        end?.(codeOf(refusal))
        throw refusal
      }
    }
    const handler = fastifyApolloHandler(server, { context: made }) as Handler
    const answered = await handler(sent, reply)
    return { answered, own, long: own?.instead?.answer }
  }

  /** Refusals take time as well, which is charged to the caller. */
  async function judged(own: C, asked: AskedOperation | undefined): Promise<C> {
    await own.giveWay?.()
    if (asked) checkLimits(asked)
    return own
  }

  /** An answer that is the same for everybody, made for the first request. */
  async function introspect(
    sending: [FastifyRequest, FastifyReply],
    own: C,
    [asked, candidate]: [AskedOperation, Candidate],
  ): Promise<unknown> {
    const [, reply] = sending
    const known = introspections.find(candidate)
    if (known !== undefined) {
      startedOperation({ kind: 'other', name: asked.operationName, type: 'query' }).end?.('OK')
      void reply.header('content-type', candidate.type)
      return known
    }
    const { answered, long } = await run(sending, () => judged(own, asked), {})
    const text = long ? [...long.pieces].join('') : answered
    if (reply.statusCode === 200 && typeof text === 'string') {
      introspections.keep(candidate, asked, text)
    }
    return text
  }

  return (request: FastifyRequest, reply: FastifyReply): Ask<C> =>
    async (sent, asking = {}) => {
      const sending: [FastifyRequest, FastifyReply] = [sent, reply]
      const asked = asking.make ? undefined : askedBy(sent)
      const candidate = asked && introspections.candidate(sent, asked)
      let make = asking.make ?? (async () => judged(await context(request, reply), asked))
      if (asked && candidate) {
        // While it waited, another operation of the caller may have made the answer.
        const own = context(request, reply)
        const isMade = await own.then(
          () => true,
          () => false,
        )
        if (isMade) return introspect(sending, await own, [asked, candidate])
        make = () => own
      }
      const { answered, long, own } = await run(sending, make, asking)
      return own && long ? sendLong(reply, long, own) : answered
    }
}

/** The refusal in the form from which Apollo reads a status. */
function withStatus(error: unknown, log: FastifyBaseLogger): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error
  const { status, headers, error: shownError } = errorAnswer(error)
  logError(log, error)
  return new GraphQLError(shownError.message, {
    extensions: {
      ...shownError.extensions,
      http: { status, headers: new HeaderMap(Object.entries(headers)) },
    },
  })
}

/**
 * The operation that Apollo will run, read as it does: from the body of a POST, the URL of a GET.
 * Undefined where Apollo finds nothing to run, and refuses.
 */
function askedBy(request: FastifyRequest): AskedOperation | undefined {
  const source = request.method === 'POST' ? recordOf(request.body) : searchedBy(request)
  const { query, operationName, variables } = source
  if (typeof query !== 'string') return undefined
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: recordOf(variables),
  }
}

function searchedBy(request: FastifyRequest): Record<string, unknown> {
  const parameters = parametersOf(request)
  return {
    query: parameters.get('query'),
    operationName: parameters.get('operationName'),
    variables: parsed(parameters.get('variables')),
  }
}

const recordOf = (value: unknown) => (isJsonObject(value) ? value : {})
