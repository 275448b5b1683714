import { describe, expect, test } from 'vitest'
import { catalogue, Refusal } from '../../src/errors.ts'
import { endpoint, only, secret } from './small-schema.ts'

describe('Errors', () => {
  test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const)(
    'a refusal %s of an operation that ran is 200 with its code and sentence',
    async (code) => {
      const { post, lines } = await endpoint()
      const answer = await post({ query: `{ refused(code: "${code}") }` })
      expect(answer).toMatchObject({
        status: 200,
        json: {
          data: { refused: null },
          errors: [{ message: catalogue[code], path: ['refused'], extensions: { code } }],
        },
      })
      expect(lines.join('')).not.toContain('masked')
    },
  )

  test('BAD_USER_INPUT carries its fields', async () => {
    const { post } = await endpoint()
    const answer = await post({ query: '{ refused(code: "BAD_USER_INPUT") }' })
    expect(answer.json.errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { name: ['No.'] },
    })
  })

  test.each([
    ['an error', '{ broken }'],
    ['an error with a code of the catalogue', '{ disguised }'],
    ['a GraphQLError with an unknown code', '{ refused(code: "42P01") }'],
    ['a GraphQLError with our code for defects', '{ refused(code: "INTERNAL_SERVER_ERROR") }'],
    ['null where there must be a value', '{ brokenNonNull }'],
    ['a value its scalar cannot express', '{ size }'],
  ])('%s is masked, and logged with the request id', async (_what, query) => {
    const { post, lines } = await endpoint()
    const answer = await post({ query })
    const code = 'INTERNAL_SERVER_ERROR'
    expect(answer.json.errors).toEqual([
      {
        ...only(code, catalogue[code]).errors[0],
        locations: expect.any(Array),
        path: expect.any(Array),
      },
    ])
    expect(JSON.stringify(answer.json)).not.toContain(secret)
    const line = lines.map((each) => JSON.parse(each)).find(({ level }) => level === 50)
    expect(line).toMatchObject({ reqId: expect.any(String), path: expect.any(String) })
    expect(line.err.message).not.toBe('')
  })

  test('SERVICE_UNAVAILABLE without data is 503 with Retry-After, and its cause is logged', async () => {
    const { post, lines } = await endpoint()
    const none = await post({ query: '{ away }' })
    expect(none).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(none.json.errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' })
    expect(JSON.stringify(none.json)).not.toContain(secret)
    expect(lines.join('')).toContain(secret)
    const some = await post({ query: '{ away n1 }' })
    expect(some).toMatchObject({ status: 200, json: { data: { away: null, n1: 1 } } })
  })

  test('THROTTLED without data is 429 with Retry-After', async () => {
    const { post } = await endpoint()
    const answer = await post({ query: '{ throttled }' })
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
    expect(answer.json.errors[0].extensions).toEqual({ code: 'THROTTLED', retryAfter: 7 })
  })

  test.each([
    ['UNAUTHENTICATED', 401, { 'www-authenticate': 'Token' }],
    ['SERVICE_UNAVAILABLE', 503, { 'retry-after': '5' }],
    ['THROTTLED', 429, { 'retry-after': '5' }],
  ] as const)('a context that is refused with %s is %i', async (code, status, headers) => {
    const { post } = await endpoint({
      context: async () => {
        throw new Refusal(code)
      },
    })
    expect(await post({ query: '{ n1 }' })).toMatchObject({
      status,
      headers,
      json: only(code, catalogue[code]),
    })
  })

  test('a context that fails is 500, masked, logged once with the request id', async () => {
    const { post, lines } = await endpoint({
      context: async () => {
        throw new Error('password=hunter2')
      },
    })
    const code = 'INTERNAL_SERVER_ERROR'
    const answer = await post({ query: '{ n1 }' })
    expect(answer).toMatchObject({ status: 500, json: only(code, catalogue[code]) })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(errors).toMatchObject([
      { reqId: expect.any(String), err: { message: 'password=hunter2' } },
    ])
  })

  test.each([
    [503, 'SERVICE_UNAVAILABLE', { 'retry-after': '5' }],
    [429, 'THROTTLED', { 'retry-after': '5' }],
    [418, 'BAD_REQUEST', {}],
    [500, 'INTERNAL_SERVER_ERROR', {}],
  ])('a hook of the application that fails with %i is %s in GraphQL form', async (...expected) => {
    const [status, code, headers] = expected
    const { post } = await endpoint({
      before: (app) => {
        app.addHook('onRequest', async () => {
          throw Object.assign(new Error(secret), { statusCode: status })
        })
      },
    })
    const answer = await post({ query: '{ n1 }' })
    expect(answer).toMatchObject({ status, headers, json: only(code) })
    expect(JSON.stringify(answer)).not.toContain(secret)
  })

  test.each([
    ['of another type', 'query($n: Int) { echo(number: $n) }', { n: 'five' }],
    ['missing', 'query($c: String!) { refused(code: $c) }', {}],
    ['null', 'query($c: String!) { refused(code: $c) }', { c: null }],
  ])('a variable %s is HTTP 400 BAD_USER_INPUT', async (_what, query, variables) => {
    const { post } = await endpoint()
    const answer = await post({ query, variables })
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT' })
  })

  test('a variable that is null where its argument must not be is BAD_USER_INPUT', async () => {
    const { post, lines } = await endpoint()
    const query = 'query($id: Int = 1) { trip(id: $id) { id } }'
    const answer = await post({ query, variables: { id: null } })
    expect(answer.json.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT' })
    expect(lines.join('')).not.toContain('masked')
  })

  test.each([
    ['GRAPHQL_PARSE_FAILED', { query: '{' }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ n111 }' }],
    ['OPERATION_RESOLUTION_FAILURE', { query: 'query A { n1 } query B { n1 }' }],
    ['OPERATION_RESOLUTION_FAILURE', { query: 'query A { n1 }', operationName: 'C' }],
  ])('%s is HTTP 400 and suggests nothing', async (code, body) => {
    const { post } = await endpoint()
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0].extensions).toEqual({ code })
    expect(JSON.stringify(answer.json)).not.toMatch(/did you mean|stack/i)
  })
})
