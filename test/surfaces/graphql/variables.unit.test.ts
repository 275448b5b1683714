/** The values of variables are limited before graphql looks at any of them. */
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { endpoint } from './small-schema.ts'
import { verdict } from './verdict.ts'

const schema = buildSchema(`
  input Person { name: String friends: [Person!] tags: [Int!] }
  type Query { a: Int }
  type Mutation { save(person: Person!): Int }
`)
const query = 'mutation ($person: Person!) { save(person: $person) }'
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, 1]))
const deep = '['.repeat(100_000) + ']'.repeat(100_000)

describe('G1 values in variables', () => {
  test('G1 2,000 values in variables pass, 2,001 are TOO_COMPLEX, at any depth', () => {
    const values = (count: number) => Array.from({ length: count }, () => 1)
    const keys = (count: number) =>
      Object.fromEntries(values(count).map((one, i) => [`k${i}`, one]))
    const nested = (count: number): unknown => (count === 0 ? 1 : { in: nested(count - 1) })
    for (const variables of [
      (count: number) => keys(count),
      (count: number) => ({ input: keys(count - 1) }),
      (count: number) => ({ input: { list: values(count - 2) } }),
      (count: number) => ({ a: values(1_000), b: [keys(count - 1_003)] }),
      (count: number) => nested(count) as Record<string, unknown>,
    ]) {
      expect(verdict('{ n1 }', variables(2_000))).toBe('within')
      expect(verdict('{ n1 }', variables(2_001))).toBe('TOO_COMPLEX variables, at most 2000.')
    }
  })
})

describe('G2 hostile variables', () => {
  test.each([
    ['20,000 unknown keys', JSON.stringify({ person: unknown(20_000) })],
    ['20,000 variables that nobody declared', JSON.stringify(unknown(20_000))],
    ['a list of 100,000 numbers', JSON.stringify({ person: { tags: Array(100_000).fill(1) } })],
    ['a list of 50,000 objects', JSON.stringify({ person: { friends: Array(50_000).fill({}) } })],
    ['100,000 lists in each other', `{"person":{"tags":${deep}}}`],
    ['the same where nobody asks', `{"person":{},"x":${deep}}`],
  ])('%s: one error that quotes nothing', async (_what, variables) => {
    const { post } = await endpoint({ schema })
    const text = `{"query":${JSON.stringify(query)},"variables":${variables}}`
    for (const _ of [1, 2]) {
      const { status, json } = await post(text)
      const message = 'The operation exceeds a limit: variables, at most 2000.'
      expect([status, json]).toEqual([
        400,
        { errors: [{ message, extensions: { code: 'TOO_COMPLEX' } }] },
      ])
    }
  })

  test('at most ten invalid variables are reported within the limit', async () => {
    const { post } = await endpoint({ schema })
    const { status, json } = await post({ query, variables: { person: unknown(1_900) } })
    expect(status).toBe(400)
    expect(json.errors.length).toBeLessThanOrEqual(11)
    expect(JSON.stringify(json).length).toBeLessThan(6_000)
  })

  test('variables in the URL are counted too', async () => {
    const { app } = await endpoint({ schema })
    for (const [count, status] of [
      [2_000, 200],
      [2_001, 400],
    ] as const) {
      const variables = JSON.stringify({ ...Array(count).fill(1) })
      const search = new URLSearchParams({ query: '{ a }', variables })
      const headers = { 'apollo-require-preflight': 'yes' }
      const answer = await app.inject({ url: `/graphql?${search}`, headers })
      expect([count, answer.statusCode]).toEqual([count, status])
    }
  })
})
