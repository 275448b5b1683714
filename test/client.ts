/**
 * The tests' way in: `await as(ed).get('/v2/trips')`. Requests go through the application's own
 * `inject`, so nothing listens and every layer from the URL down is the real one. Every answer must
 * be one that the OpenAPI document describes.
 */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { assertDescribed } from './tools/conformance.ts'
import { app } from './world.ts'

/** The holder of an API key, or of a token for an application that takes tokens. */
export interface Actor {
  key: string
  bearer?: { token: string; of: FastifyInstance }
}

/** A caller without credentials. */
export const anonymous = { key: null } as const
export type ClientCaller = Actor | typeof anonymous

/**
 * The body of an answer: the keys that tests follow have their types here, all others are unknown.
 * What a body holds is for `expect` to say; this type only makes the following of links short.
 */
export interface AnswerBody {
  id: number
  count: number
  next: string | null
  previous: string | null
  results: AnswerBody[]
  detail: string
  token: string
  key: string
  name: string
  internal_identifier: string
  created_at: string
  updated_at: string
  guests: AnswerBody[]
  permissions: Record<string, boolean>
  [key: string]: unknown
}

export interface ClientAnswer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The parsed body. Reading it fails the test where the answer is not JSON. */
  readonly json: AnswerBody
}

export interface GraphQLAnswer {
  status: number
  data: Record<string, unknown> | null | undefined
  errors: GraphQLProblem[]
}

export interface GraphQLProblem {
  message: string
  path?: (string | number)[]
  extensions: { code: string; fields?: Record<string, unknown>; [key: string]: unknown }
}

export type ClientHeaders = Record<string, string>

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * A client with the caller's key.
 *
 * Bodies: an object or array is sent as JSON, a string as it stands (with `content-type` from
 * `headers`, else JSON), `undefined` as no body at all. A header given by the test wins.
 * `address` is the client address that limits count; by default every client has its own.
 */
export function as(caller: ClientCaller, address: string = freshIp()) {
  const send = (method: Method, path: string, body?: unknown, headers: ClientHeaders = {}) =>
    request({
      ...{ method, path, body, address, headers: { ...credentials(caller), ...headers } },
      of: (caller.key !== null && caller.bearer?.of) || app,
    })
  return {
    get: (path: string, headers?: ClientHeaders) => send('GET', path, undefined, headers),
    head: (path: string, headers?: ClientHeaders) => send('HEAD', path, undefined, headers),
    options: (path: string, headers?: ClientHeaders) => send('OPTIONS', path, undefined, headers),
    delete: (path: string, headers?: ClientHeaders, body?: unknown) =>
      send('DELETE', path, body, headers),
    post: (path: string, body?: unknown, headers?: ClientHeaders) =>
      send('POST', path, body, headers),
    put: (path: string, body?: unknown, headers?: ClientHeaders) =>
      send('PUT', path, body, headers),
    patch: (path: string, body?: unknown, headers?: ClientHeaders) =>
      send('PATCH', path, body, headers),
    /** Any method, for tables of them. */
    send,
    /** One operation at `/graphql`; `errors` is empty where there are none. */
    async graphql(
      query: string,
      variables?: object,
      headers?: ClientHeaders,
    ): Promise<GraphQLAnswer> {
      const { status, text } = await send('POST', '/graphql', { query, variables }, headers)
      const { data, errors = [] } = JSON.parse(text) as Partial<GraphQLAnswer>
      return { status, data, errors }
    },
  }
}

function credentials(caller: ClientCaller): ClientHeaders {
  if (caller.key === null) return {}
  const { key, bearer } = caller
  return { authorization: bearer ? `Bearer ${bearer.token}` : `Token ${key}` }
}

interface Sent {
  method: Method
  path: string
  body: unknown
  address: string
  headers: ClientHeaders
  of: FastifyInstance
}

async function request({ method, path, body, address, headers, of }: Sent): Promise<ClientAnswer> {
  const options: InjectOptions = { method, url: path, headers, remoteAddress: address }
  if (body !== undefined) {
    options.payload = typeof body === 'string' ? body : JSON.stringify(body)
    options.headers = { 'content-type': 'application/json', ...headers }
  }
  const answer = await of.inject(options)
  assertDescribed(method, path, {
    status: answer.statusCode,
    headers: answer.headers as ClientAnswer['headers'],
    text: answer.payload,
  })
  return {
    status: answer.statusCode,
    headers: answer.headers as ClientAnswer['headers'],
    text: answer.payload,
    get json() {
      try {
        return JSON.parse(answer.payload) as AnswerBody
      } catch {
        const { statusCode, payload } = answer
        throw new Error(`${method} ${path} answered ${statusCode} without JSON: "${payload}"`)
      }
    },
  }
}

let addresses = 0

/** An address no one else in this worker has: limits per address never meet two tests. */
function freshIp(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
