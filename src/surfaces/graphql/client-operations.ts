/** Checks client operations against the limits, and runs them with Apollo Server. */
import { type ApolloServer, type GraphQLRequest, HeaderMap } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { type Operation, type StartedOperation, startedOperation } from '../../base/telemetry.ts'
import { isRecord } from '../../base/values.ts'
import { errorAnswer } from './error-answers.ts'
import { readKey, refuseReusedBy } from './exactly-once.ts'
import { type Candidate, Introspections } from './introspections.ts'
import type { KnownDocuments } from './known-documents.ts'
import { type AskedOperation, meterOf, operationLimits } from './limits.ts'
import { type LongAnswer, sendLong } from './long-answers.ts'
import { codeOf, type LoggingContext, logError } from './outcome.ts'
import { parametersOf, parsed } from './request-url.ts'
import type { TrustedDocument } from './trusted/document.ts'

interface Options<C extends LoggingContext> {
  schema: GraphQLSchema
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  server: ApolloServer<C>
  known: KnownDocuments
}

type Handler = (sent: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The operation that a request sends. */
export interface SentOperation {
  /** The request as Apollo Server reads it, with the text of the document. */
  request: FastifyRequest
  /** Set if the request has the document's ID instead of its text. */
  trusted?: TrustedDocument
  /** The media type of the answer, if Apollo Server would run the trusted document. */
  type?: string | undefined
  /** The refusal of the request, thrown after Apollo Server's CSRF check. */
  refusal?: Error
}

interface Ran<C> {
  answered: unknown
  long?: LongAnswer | undefined
  own: C | undefined
}

/** Runs operations with Apollo Server; `make` creates the context, and may refuse. */
function runner<C extends LoggingContext>(server: ApolloServer<C>) {
  /** Skips the HTTP layer of Apollo Server, which takes half of its time. */
  async function execute(own: C, asked: GraphQLRequest, reply: FastifyReply) {
    const { body, http } = await server.executeOperation(asked, { contextValue: own })
    void reply.code(http.status ?? 200).headers(Object.fromEntries(http.headers))
    const { errors, data } = body.kind === 'single' ? body.singleResult : {}
    return `${JSON.stringify({ errors, data })}\n`
  }

  return async function run(
    { request: sent, trusted, type }: SentOperation,
    reply: FastifyReply,
    make: () => Promise<C>,
    started?: StartedOperation,
  ): Promise<Ran<C>> {
    let own: C | undefined
    const start = () => started ?? startedOperation(operationOf(trusted))
    // Apollo creates the context after its CSRF check, and before it parses and validates: the
    // right moment for a refusal that is early and has the endpoint's form.
    const made = async () => {
      try {
        own = await make()
        own.instead = {}
        own.trusted = trusted
        meterOf(own)
        own.started = trusted ? start() : started
        return own
      } catch (error) {
        const refusal = withStatus(error, sent.log)
        start().end?.(codeOf(refusal))
        throw refusal
      }
    }
    const making = type === undefined ? undefined : made()
    await making?.catch(() => {})
    const handle = fastifyApolloHandler(server, { context: () => making ?? made() }) as Handler
    const answered =
      own && type !== undefined
        ? await execute(own, askedBy(sent) as GraphQLRequest, reply.header('content-type', type))
        : await handle(sent, reply)
    if (!own?.instead?.isInDoubt) return { answered, own, long: own?.instead?.answer }
    // Releases the budget of an answer that is not sent.
    await own.holdAnswer?.(0)
    return run({ request: sent }, reply, make, own.started)
  }
}

/** The handler of requests. */
export function clientOperations<C extends LoggingContext>(options: Options<C>) {
  const { schema, context, server, known } = options
  const run = runner(server)
  const checkLimits = operationLimits(schema)
  const introspections = new Introspections()

  /** The caller is also charged for the time of refusals. */
  async function judged(
    own: C,
    asked: AskedOperation | undefined,
    trusted?: TrustedDocument,
  ): Promise<C> {
    await refuseReusedBy(own, asked)
    if (trusted?.isWithin(asked?.variables ?? {})) return own
    await own.giveWay?.()
    if (asked && !known.isWithin(asked)) checkLimits(asked)
    return own
  }

  /** An answer that is the same for everybody, cached at the first request. */
  async function introspect(
    sent: SentOperation,
    reply: FastifyReply,
    own: C,
    [asked, candidate]: [AskedOperation, Candidate],
  ): Promise<unknown> {
    const known = introspections.find(candidate)
    if (known !== undefined) {
      startedOperation({ kind: 'other', name: asked.operationName, type: 'query' }).end?.('OK')
      void reply.header('content-type', candidate.type)
      return known
    }
    const { answered, long } = await run(sent, reply, () => judged(own, asked))
    const text = long ? [...long.pieces].join('') : answered
    if (reply.statusCode === 200 && typeof text === 'string') {
      introspections.keep(candidate, asked, text)
    }
    return text
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    sent: SentOperation,
  ): Promise<unknown> => {
    const { trusted, refusal } = sent
    const asked = refusal ? undefined : askedBy(sent.request)
    let make = async () => {
      if (refusal) throw refusal
      const own = await context(request, reply)
      readKey(own, request, asked)
      return judged(own, asked, trusted)
    }
    const candidate = asked && !trusted && introspections.candidate(request, asked)
    if (asked && candidate) {
      // Another operation of the caller may have cached the answer during the wait.
      const own = context(request, reply)
      const isMade = await own.then(
        () => true,
        () => false,
      )
      if (isMade) return introspect(sent, reply, await own, [asked, candidate])
      make = () => own
    }
    const { answered, long, own } = await run(sent, reply, make)
    return own && long ? sendLong(reply, long, own) : answered
  }
}

const operationOf = (trusted?: TrustedDocument): Operation =>
  trusted
    ? { kind: 'trusted', name: trusted.operation.name?.value, type: trusted.operation.operation }
    : { kind: 'other' }

/** The refusal with its status, in the form that Apollo reads. */
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
 * The operation that Apollo will run, read in the same way: from the body of a POST or the URL of a
 * GET. Undefined if Apollo finds none, and refuses.
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

const recordOf = (value: unknown) => (isRecord(value) ? value : {})
