import { execute, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { type NamedRequest, requests } from './requests.ts'
import { countedSchema, endpoint, schema } from './small-schema.ts'

/** Requests that are refused before anything runs. */
const refused: NamedRequest[] = [
  ['a syntax error', '{ n1'],
  ['an unknown field', '{ n1 nothing }'],
  ['a literal of another type', '{ echo(number: "x") }'],
  ['null for an argument that must be there', '{ late(ms: null) }'],
  ['an unknown operation', 'query A { n1 } query B { n2 }'],
  ['too complex', `{ ${'a '.repeat(2_001)} }`],
]

/** The paths of errors, sorted. */
const pathsOf = (errors: readonly { path?: unknown }[] = []) =>
  errors.map(({ path }) => JSON.stringify(path)).sort()

/** Members of every object, keywords of JavaScript, names that executors use themselves. */
const names = [
  ...['toString', 'constructor', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__proto__'],
  ...['propertyIsEnumerable', 'toLocaleString', '__defineGetter__', '__lookupSetter__'],
  ...['class', 'this', 'default', 'var', 'arguments', 'eval', 'undefined', 'prototype', 'length'],
  ...['input', 'coerced', 'errors', 'data', 'context', 'variables', 'inspect', '__context'],
]

test('errors are in the order of their fields, not of their times', async () => {
  const { post } = await endpoint()
  for (const _ of [1, 2, 3]) {
    const { json } = await post({ query: '{ c: late(ms: 0) a: late(ms: 20) b: late(ms: 10) }' })
    expect(json.errors.map(({ path }: { path: string[] }) => path[0])).toEqual(['a', 'b', 'c'])
  }
})

test.each([
  // A field that must have a value nulls its parent; those beside it fail before or after.
  ['{ fragile { must(ms: A) late(ms: B) } }', ['fragile late', 'fragile must']],
  ['{ fragile { a: must(ms: A) b: must(ms: B) } }', ['fragile a']],
  ['{ fragile { must(ms: A) part { late(ms: B) } } }', ['fragile must', 'fragile part late']],
  ['{ fragile { part { must(ms: A) } late(ms: B) } }', ['fragile late', 'fragile part must']],
  ['{ b: lateNonNull(ms: A) a: lateNonNull(ms: B) }', ['a']],
])('%s has the same errors, whichever field is faster', async (query, paths) => {
  const { post } = await endpoint()
  for (const [a, b] of [
    [0, 9],
    [0, 0],
    [9, 0],
  ]) {
    const { json } = await post({ query: query.replace('A', `${a}`).replace('B', `${b}`) })
    expect(json.errors.map(({ path }: { path: string[] }) => path.join(' '))).toEqual(paths)
  }
})

describe('a repeated operation has the same answer', () => {
  test.each([...requests, ...refused])('%s', async (_what, query, variables) => {
    const { post, lines } = await endpoint()
    const send = async () => {
      lines.length = 0
      const { status, json, headers } = await post({ query, variables })
      const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
      const logging = logged.map(({ msg, path, err }) => ({ msg, path, message: err?.message }))
      return { status, json, retryAfter: headers['retry-after'], logging }
    }
    const first = await send()
    expect(await send()).toEqual(first)
    expect(await send()).toEqual(first)
  })

  test.each(requests)('%s: graphql itself returns the same', async (_what, query, variables) => {
    const { post } = await endpoint()
    const { json } = await post({ query, variables })
    const expected = await execute({
      ...{ schema, document: parse(query), contextValue: {} },
      variableValues: variables,
    })
    expect(json.data).toEqual(expected.data && JSON.parse(JSON.stringify(expected.data)))
    // Graphql itself does not wait for fields whose parent is already null.
    expect(pathsOf(json.errors)).toEqual(expect.arrayContaining(pathsOf(expected.errors)))
  })

  test.each(names)('a variable `%s`, set, null or absent, behaves as in graphql', async (name) => {
    const { post } = await endpoint()
    const given = (value: unknown) => JSON.parse(`{"${name}":${JSON.stringify(value)}}`)
    for (const initially of ['', ' = 3']) {
      const query = `query($${name}: Int${initially}) { echo(number: $${name}) ${name}: n1 }`
      for (const variableValues of [{}, given(5), given(null)]) {
        const expected = await execute({
          ...{ schema, document: parse(query), contextValue: {}, variableValues },
        })
        const text = JSON.stringify({ query, variables: variableValues })
        for (const time of ['first', 'second', 'third']) {
          // JSON readers refuse the key `__proto__`, so its value never arrives.
          if (text.includes('"__proto__":')) continue
          const { json } = await post(text)
          expect(json, `${time} ${text}`).toEqual(JSON.parse(JSON.stringify(expected)))
        }
      }
    }
  })

  test('one document with other variables has other answers', async () => {
    const { post } = await endpoint()
    const query = 'query($n: Int) { echo(number: $n) }'
    for (const n of [1, 2, null, 3]) {
      const echo = n === null ? expect.anything() : String(n)
      const answer = await post({ query, variables: { n } })
      expect(answer.json).toEqual({ data: { echo } })
    }
  })
})

describe('an operation runs once for each request', () => {
  test('mutations and queries, with and without errors, run once', async () => {
    const runs = { read: 0, write: 0, fault: 0 }
    const count = (what: keyof typeof runs) => () => {
      runs[what] += 1
      if (what === 'fault') throw new Error('broken')
      return runs[what]
    }
    const { post } = await endpoint({
      schema: countedSchema({
        typeDefs: 'type Query { read: Int fault: Int } type Mutation { write: Int fault: Int }',
        resolvers: {
          Query: { read: count('read'), fault: count('fault') },
          Mutation: { write: count('write'), fault: count('fault') },
        },
      }),
    })
    for (let time = 1; time <= 4; time++) {
      expect((await post({ query: 'mutation { write }' })).json).toEqual({ data: { write: time } })
      expect((await post({ query: '{ read }' })).json).toEqual({ data: { read: time } })
      await post({ query: 'mutation { fault }' })
      await post({ query: '{ fault }' })
      expect(runs).toEqual({ read: time, write: time, fault: 2 * time })
    }
  })
})
