import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { endpoint } from './small-schema.ts'

/** An endpoint, and the number of operations it has executed: each gives way before. */
async function counting(settings: { introspection?: boolean } = {}) {
  const count = { executed: 0 }
  const made = await endpoint({
    ...settings,
    context: async (request) => ({
      log: request.log,
      async giveWay() {
        count.executed += 1
      },
    }),
  })
  return { ...made, count }
}

const whole = getIntrospectionQuery()
const one = 'query One($name: String!) { __type(name: $name) { name } }'

describe('an operation that reads only the schema', () => {
  test('is executed once, and then answered with the same bytes', async () => {
    const { app, count } = await counting()
    const ask = () => app.inject({ method: 'POST', url: '/graphql', payload: { query: whole } })
    const first = await ask()
    expect(first.json().data.__schema.types.length).toBeGreaterThan(10)
    for (const { body, headers, statusCode } of await Promise.all([ask(), ask(), ask()])) {
      expect([statusCode, body]).toEqual([200, first.body])
      expect(headers['content-type']).toBe(first.headers['content-type'])
    }
    expect(count.executed).toBe(1)
  })

  test('is executed again with other variables, another name or another text', async () => {
    const { post, count } = await counting()
    const trip = await post({ query: one, variables: { name: 'Trip' } })
    const user = await post({ query: one, variables: { name: 'User' } })
    expect([trip.json.data, user.json.data]).toEqual([
      { __type: { name: 'Trip' } },
      { __type: { name: 'User' } },
    ])
    await post({ query: `${one} `, variables: { name: 'Trip' } })
    await post({ query: one, variables: { name: 'Trip' }, operationName: 'One' })
    expect(count.executed).toBe(4)
    await post({ query: one, variables: { name: 'User' } })
    expect(count.executed).toBe(4)
  })

  test('has the media type that the client accepts', async () => {
    const { post } = await counting()
    const query = '{ __schema { queryType { name } } }'
    const modern = { accept: 'application/graphql-response+json' }
    for (const headers of [{}, modern, {}, modern]) {
      const type = (await post({ query }, headers)).headers['content-type']
      const expected = headers === modern ? 'graphql-response+json' : 'json'
      expect(type).toBe(`application/${expected}; charset=utf-8`)
    }
  })

  test.each(['{ __schema { queryType { name } } n1 }', 'mutation { rename x: __typename }'])(
    '%s is executed every time, because it is a different kind',
    async (query) => {
      const { post, count } = await counting()
      expect((await post({ query })).json.errors).toBeUndefined()
      await post({ query })
      expect(count.executed).toBe(2)
    },
  )

  test('a refusal is not cached, and a cached answer does not bypass refusals', async () => {
    const { app, post } = await counting()
    const wrong = { query: one, variables: { name: 1 } }
    expect((await post(wrong)).status).toBe(400)
    expect((await post(wrong)).status).toBe(400)
    const query = '{ __schema { queryType { name } } }'
    expect((await post({ query })).status).toBe(200)
    // Another site could have a browser send this.
    const url = `/graphql?query=${encodeURIComponent(query)}`
    expect((await app.inject({ url })).statusCode).toBe(400)
    expect((await post({ query, variables: 'x' })).status).toBe(400)
    expect((await post({ query }, { accept: 'text/html' })).status).toBe(406)
  })

  test('is refused if introspection is off', async () => {
    const { post } = await counting({ introspection: false })
    for (const query of [whole, whole]) expect((await post({ query })).status).toBe(400)
  })
})
