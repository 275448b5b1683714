import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { catalogue, Refusal } from '../../../src/base/errors.ts'
import { endpoint, only, secret } from './small-schema.ts'

const inputs = buildSchema(`
  enum Kind { WORK HOME }
  input Person { email: String! phone: String }
  type Query { a: Int }
  type Mutation { save(a: Person!, kind: Kind): Int }
`)

describe('Errors', () => {
  test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const)(
    'a refusal %s of a completed operation is 200 with its code and message',
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

  test('BAD_USER_INPUT has its fields', async () => {
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
  ] as const)('a context refused with %s is %i', async (code, status, headers) => {
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

  test('a failing context is 500, masked, logged once with the request id', async () => {
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
  ])('an application hook that fails with %i is %s in GraphQL form', async (...expected) => {
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

  test('a null variable for a non-null argument is BAD_USER_INPUT', async () => {
    const { post, lines } = await endpoint()
    const query = 'query($id: Int = 1) { trip(id: $id) { id } }'
    const answer = await post({ query, variables: { id: null } })
    expect(answer.json.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT' })
    expect(lines.join('')).not.toContain('masked')
  })

  test('more than ten invalid variables are BAD_USER_INPUT, not a defect', async () => {
    const { post, lines } = await endpoint()
    const fields = Array.from({ length: 9 }, (_, i) => `e${i}: echo(text: $t${i}, number: $n${i})`)
    const names = fields.flatMap((_, i) => [`t${i}`, `n${i}`])
    const declared = names.map((name) => `$${name}: ${name.startsWith('t') ? 'String' : 'Int'}`)
    const variables = Object.fromEntries(names.map((name) => [name, {}]))
    for (const _time of ['first', 'again']) {
      const query = `query(${declared}) { ${fields} }`
      const { status, json } = await post({ query, variables })
      expect([status, json.errors.length]).toEqual([400, 11])
      expect(json.errors.at(-1).message).toContain('Too many errors processing variables')
      for (const { extensions } of json.errors) {
        expect(extensions).toEqual({ code: 'BAD_USER_INPUT' })
      }
    }
    expect(lines.join('')).not.toContain('masked')
  })

  test('invalid variables reveal no schema, and quote at most 300 characters', async () => {
    const { post, lines } = await endpoint({ schema: inputs })
    const query = 'mutation($a: Person!, $kind: Kind) { save(a: $a, kind: $kind) }'
    const send = (a: unknown, kind?: unknown) => post({ query, variables: { a, kind } })
    for (const answer of [
      await send({ email: 'x', fone: 1 }),
      await send({ email: 'x' }, 'WORG'),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.json.errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT' })
      expect(JSON.stringify(answer.json)).not.toMatch(/did you mean|WORK|phone/i)
    }
    const wrong = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`x${i}`, '😀'.repeat(1e3)]),
    )
    const answer = await send({ ...wrong, email: 5 })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toHaveLength(11)
    for (const { message, extensions } of answer.json.errors) {
      expect(extensions).toEqual({ code: 'BAD_USER_INPUT' })
      expect(message.length).toBeLessThanOrEqual(301)
      expect(message).not.toMatch(/[\uD800-\uDBFF]…$/)
    }
    expect(JSON.stringify(answer.json).length).toBeLessThan(10_000)
    expect(lines.join('')).not.toContain('masked')
  })

  test('unsupported kinds of operations are GRAPHQL_VALIDATION_FAILED', async () => {
    const { post, lines } = await endpoint()
    for (const query of ['subscription { n1 }', 'subscription A { a: n1 b: n2 { c } }']) {
      const answer = await post({ query })
      expect(answer.status).toBe(400)
      expect(answer.json.errors.at(0)).toMatchObject({
        message: expect.stringMatching(/subscription/i),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      })
    }
    const { post: toReader } = await endpoint({ schema: buildSchema('type Query { a: Int }') })
    expect(await toReader({ query: 'mutation { a }' })).toMatchObject({
      status: 400,
      json: only('GRAPHQL_VALIDATION_FAILED', 'This service has no mutation operations.'),
    })
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
