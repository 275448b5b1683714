import { auditServer } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../src/base/errors.ts'
import { logins } from '../../../src/surfaces/graphql/limits.ts'
import { endpoint, only } from './small-schema.ts'

describe('G1-G3 limits over HTTP', () => {
  test('G3 a document beyond a limit is HTTP 400 TOO_COMPLEX', async () => {
    const { post, app } = await endpoint()
    const deep = `{ trip ${'{ self '.repeat(9)} { id } ${'}'.repeat(9)} }`
    const message = `${catalogue.TOO_COMPLEX.slice(0, -1)}: depth 11, at most 10.`
    expect(await post({ query: deep })).toMatchObject({
      status: 400,
      json: only('TOO_COMPLEX', message),
    })
    const url = `/graphql?query=${encodeURIComponent(deep)}`
    const got = await app.inject({ url, headers: { 'apollo-require-preflight': '1' } })
    expect([got.statusCode, got.json()]).toEqual([400, only('TOO_COMPLEX', message)])
    const tokens = await post({ query: `{ ${'n1 '.repeat(2_000)} }` })
    expect(tokens).toMatchObject({ status: 400, json: only('TOO_COMPLEX') })
  })

  test('G2 `first` out of bounds is HTTP 400 with fields', async () => {
    const { post } = await endpoint()
    const query = 'query($n: Int!) { trips(first: $n) { count } }'
    expect(await post({ query, variables: { n: 101 } })).toMatchObject({
      status: 400,
      json: {
        errors: [
          {
            extensions: {
              code: 'BAD_USER_INPUT',
              fields: { first: ['Ensure this value is less than or equal to 100.'] },
            },
          },
        ],
      },
    })
    expect(await post({ query, variables: { n: 100 } })).toMatchObject({
      status: 200,
      json: { data: { trips: { count: 1 } } },
    })
  })

  test('N4 two logins in one operation, or operations in one body, are refused', async () => {
    expect([...logins]).toEqual(['logIn', 'createApiKey'])
    const { post } = await endpoint()
    const query = 'mutation { a: logIn b: logIn }'
    expect(await post({ query })).toMatchObject({ status: 400, json: only('TOO_COMPLEX') })
    const batch = [{ query: 'mutation { logIn }' }, { query: 'mutation { logIn }' }]
    expect(await post(batch)).toMatchObject({ status: 400, json: only('BAD_REQUEST') })
  })

  test('G3 the URL of a GET does not bypass the limits', async () => {
    const { app } = await endpoint()
    const many = Array.from({ length: 16 }, (_, index) => `a${index}: n1`).join(' ')
    const query = encodeURIComponent(`{ ${many} }`)
    const headers = { 'apollo-require-preflight': '1' }
    const statusOf = async (url: string) => {
      const response = await app.inject({ url, headers })
      return [response.statusCode, response.json().errors[0].extensions.code]
    }
    expect(await statusOf(`/graphql?query=%7Bn1%7D&query=${query}`)).toEqual([400, 'BAD_REQUEST'])
    expect(await statusOf(`/graphql?query=${query}?`)).toEqual([400, 'GRAPHQL_PARSE_FAILED'])
    expect(await statusOf(`/graphql?x=?&query=${query}`)).toEqual([400, 'TOO_COMPLEX'])
    const hash = { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } }
    const byHash = `/graphql?extensions=${encodeURIComponent(JSON.stringify(hash))}`
    expect((await statusOf(byHash))[1]).toBe('PERSISTED_QUERY_NOT_SUPPORTED')
  })
})

describe('Requests', () => {
  test('CSRF: a simple GET or an empty POST from another site is 400', async () => {
    const { app } = await endpoint()
    const url = '/graphql?query=%7Bn1%7D'
    const simple = await app.inject({ url })
    expect([simple.statusCode, simple.json()]).toEqual([400, only('BAD_REQUEST')])
    const empty = await app.inject({ method: 'POST', url })
    expect([empty.statusCode, empty.json()]).toEqual([400, only('BAD_REQUEST')])
    const own = await app.inject({ url, headers: { 'apollo-require-preflight': '1' } })
    expect([own.statusCode, own.json()]).toEqual([200, { data: { n1: 1 } }])
  })

  test('a mutation by GET is 405', async () => {
    const { app } = await endpoint()
    const url = '/graphql?query=mutation%7BlogIn%7D'
    const answer = await app.inject({ url, headers: { 'apollo-require-preflight': '1' } })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    expect(answer.json()).toEqual(only('BAD_REQUEST'))
  })

  test('other methods are 405 with Allow, and OPTIONS lists it', async () => {
    const { app } = await endpoint()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/graphql' })
      expect([answer.statusCode, answer.headers.allow], method).toEqual([405, 'GET, POST, OPTIONS'])
      if (method !== 'HEAD') expect(answer.json()).toEqual(only('METHOD_NOT_ALLOWED'))
    }
    const options = await app.inject({ method: 'OPTIONS', url: '/graphql' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, POST, OPTIONS'])
  })

  test('an invalid Host header is 400, not a defect', async () => {
    const { app } = await endpoint()
    for (const host of ['[', 'a b', '%', '']) {
      const answer = await app.inject({ url: '/graphql?query=%7Bn1%7D', headers: { host } })
      expect([answer.statusCode, answer.json()], host).toEqual([400, only('BAD_REQUEST')])
    }
  })

  test('introspection is on or off by configuration', async () => {
    const query = '{ __schema { types { name } } }'
    expect(await (await endpoint()).post({ query })).toMatchObject({ status: 200 })
    const { post } = await endpoint({ introspection: false })
    const refused = await post({ query })
    expect(refused.status).toBe(400)
    expect(refused.json.errors[0]).toMatchObject({
      message: 'Introspection is disabled.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    })
    expect((await post({ query: '{ __typename }' })).status).toBe(200)
  })

  test('a browser gets no landing page', async () => {
    const { app } = await endpoint()
    const answer = await app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ])
  })

  test('other routes keep their own parsers and errors', async () => {
    const { app } = await endpoint()
    const rest = await app.inject({ url: '/rest' })
    expect(rest.json()).toMatchObject({ statusCode: 500, error: 'Internal Server Error' })
    const missing = await app.inject({ url: '/elsewhere' })
    expect(missing.json()).toMatchObject({ statusCode: 404 })
  })

  test('G4 graphql-http audit: 0 errors, at most 3 warnings', async () => {
    const { app } = await endpoint()
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`
    const results = await auditServer({ url, fetchFn: fetch })
    const named = (status: string) =>
      results.filter((result) => result.status === status).map(({ name }) => name)
    expect(results.length).toBeGreaterThan(50)
    expect(named('error')).toEqual([])
    // Documents that cannot run are 400 for every client, older ones included: a status tells more.
    expect(named('warn')).toEqual([
      'SHOULD use 200 status code on document parsing failure when accepting application/json',
      'SHOULD use 200 status code on document validation failure when accepting application/json',
      'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
    ])
  })
})
