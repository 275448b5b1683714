/** A schema as small as the limits allow, and the endpoint on it. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeExecutableSchema } from '@graphql-tools/schema'
import fastify, { type FastifyInstance } from 'fastify'
import { GraphQLError } from 'graphql'
import { expect, onTestFinished } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { type Metered, meterField } from '../../../src/core/limits/counting-step.ts'
import { surround } from '../../../src/core/step.ts'
import { type EndpointOptions, graphqlEndpoint } from '../../../src/surfaces/graphql/endpoint.ts'

const names = Array.from({ length: 12 }, (_, index) => `n${index + 1}`)

const typeDefs = `
  directive @cost(each: Int!) on FIELD_DEFINITION
  interface Named { name: String }
  type Trip implements Named {
    id: Int! name: String
    self: Trip
    guests: [User!]!
    legs(first: Int! = 100): LegPage!
    newest(first: Int = 5): [Leg!]
    sorted: LegPage! @cost(each: 1000)
    total: Int @cost(each: 1000)
  }
  type User implements Named { name: String trips: [Trip] }
  type Leg { id: Int! guests: [User!]! }
  type LegPage { count: Int! results: [Leg!]! }
  type Fragile {
    late(ms: Int = 0): String
    must(ms: Int = 0): String!
    missing: Int!
    many: [Int!]!
    kind: Kind
    parts: [Fragile!]!
    part: Fragile!
  }
  enum Kind { WORK HOME }
  type TripPage { count: Int! results: [Trip!]! last: Trip }
  type Query {
    ${names.map((name) => `${name}: Int`).join(' ')}
    trip(id: Int! = 1): Trip
    trips(first: Int! = 100): TripPage!
    all: [Trip!]!
    someTrips(first: Int): [Trip!]!
    echo(text: String, number: Int): String
    joined(texts: [String] = ["one"]): String
    refused(code: String!): String
    throttled: String!
    away: String
    late(ms: Int!): String
    lateNonNull(ms: Int!): String!
    fragile: Fragile
    fragiles: [Fragile!]!
    broken: String
    disguised: String
    brokenNonNull: String!
    size: Int!
  }
  type Mutation { logIn(name: String): Int createApiKey(name: String): Int rename: Int }
`

/** The message of errors of resolvers, which no client may see. */
export const secret = 'SELECT * FROM users /* /srv/secret.ts */'
const trip = { id: 1, name: 'Rome', guests: [], legs: { count: 0, results: [] }, newest: [] }

const codes = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT'] as const

const late = async (_: unknown, { ms }: { ms: number }) => {
  await pause(ms)
  throw new Refusal('NOT_FOUND')
}

const resolvers = {
  Named: { __resolveType: () => 'Trip' },
  Query: {
    ...Object.fromEntries(names.map((name) => [name, () => 1])),
    trip: () => ({ ...trip, self: trip }),
    trips: () => ({ count: 1, results: [trip], last: null }),
    all: () => [],
    someTrips: () => [],
    echo: (_: unknown, { text, number }: { text?: string; number?: number }) =>
      text ?? (number === undefined ? null : String(number)),
    joined: (_: unknown, { texts }: { texts?: unknown[] | null }) => JSON.stringify(texts ?? null),
    refused: (_: unknown, { code }: { code: string }) => {
      const known = codes.find((each) => each === code)
      if (!known) throw new GraphQLError(secret, { extensions: { code, stacktrace: [secret] } })
      throw new Refusal(known, known === 'BAD_USER_INPUT' ? { fields: { name: ['No.'] } } : {})
    },
    throttled: () => {
      throw new Refusal('THROTTLED', { retryAfter: 7 })
    },
    away: () => {
      throw new Refusal('SERVICE_UNAVAILABLE', { cause: new Error(secret) })
    },
    late,
    lateNonNull: late,
    fragile: () => ({}),
    fragiles: () => [{}, {}],
    broken: () => {
      throw new Error(secret)
    },
    disguised: () => {
      throw Object.assign(new Error(secret), { extensions: { code: 'NOT_FOUND' } })
    },
    brokenNonNull: () => null,
    size: () => 2 ** 40,
  },
  Fragile: {
    late,
    must: late,
    missing: () => null,
    many: () => [1, null, null],
    kind: () => 'NONE',
    parts: () => [{}, {}],
    part: () => ({}),
  },
  Mutation: { logIn: () => 1, createApiKey: () => 1, rename: () => 1 },
}

/** A schema whose operations are counted. */
export const countedSchema = (of: Parameters<typeof makeExecutableSchema>[0]) =>
  surround<Metered>(makeExecutableSchema(of), [meterField])

export const schema = countedSchema({ typeDefs, resolvers })

/** What differs from the defaults of the endpoint. */
export interface Setup extends Partial<EndpointOptions<{ log: FastifyInstance['log'] }>> {
  introspection?: boolean
  /** Called before the endpoint is registered. */
  before?: (app: FastifyInstance) => void
}

/** A Fastify instance with only the endpoint; `lines` collects its log. */
export async function endpoint({ introspection = true, before, ...options }: Setup = {}) {
  const lines: string[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } })
  onTestFinished(() => app.close())
  before?.(app)
  app.get('/rest', () => {
    throw new Error('of the facade')
  })
  await app.register(
    graphqlEndpoint({
      schema,
      context: async (request) => ({ log: request.log }),
      config: { introspection },
      log: app.log,
      isOperator: ({ headers }) => /^operator +\S/i.test(headers.authorization ?? ''),
      ...options,
    }),
  )
  const post = async (payload: unknown, headers: Record<string, string> = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    return { status: response.statusCode, headers: response.headers, json: response.json() }
  }
  return { app, lines, post }
}

/** An answer with one error and no data. */
export const only = (code: string, message: unknown = expect.any(String)) => ({
  errors: [{ message, extensions: { code } }],
})
