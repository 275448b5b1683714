/** A trusted document returns the same as its text does. */
import type { GraphQLArgument } from 'graphql'
import { describe, expect, it } from 'vitest'
import { generatedDocuments } from './generated-documents.ts'
import { requests } from './requests.ts'
import { schema } from './small-schema.ts'
import { got, hash, posted, trusting, whole } from './trusted.ts'
import { verdict } from './verdict.ts'

/** What differs from document to document and is decided before anything runs. */
const more: typeof requests = [
  ['a name that is right', 'query A { n1 }'],
  ['introspection', '{ __schema { queryType { name } } }'],
  ['a type of the schema', '{ __type(name: "Trip") { fields { name args { name } } } n1 }'],
  ['a page of no rows', 'query($n: Int!) { trips(first: $n) { count } }', { n: 0 }],
  ['a page in a page', 'query($n: Int!) { trips(first: $n) { results { id } } }', { n: 100 }],
  [
    'pages of pages, too many',
    'query($n: Int!) { trips(first: $n) { results { legs(first: $n) { results { id } } } } }',
    { n: 100 },
  ],
  ['the same, less', 'query($m: Int!) { trips(first: $m) { results { id } } }', { m: 3 }],
  ['too many variables', 'query($s: String) { echo(text: $s) }', { s: Array(2_001).fill(1) }],
  ['two mutations', 'mutation { rename again: rename }'],
  ['what is skipped first and stands later', 'query($s: Boolean!) { n1 @skip(if: $s) n2 n1 }'],
  [
    'a fragment twice, on conditions of its own',
    `query($s: Boolean!) { a: trip { ...F @skip(if: $s) id } b: trip { ...F } }
     fragment F on Trip { name @include(if: $s) self { id } }`,
    { s: true },
  ],
  ['all that is selected is skipped', 'query($s: Boolean!) { n1 @skip(if: $s) }', { s: true }],
  ['one for a list', 'query($t: [String]) { joined(texts: $t) }', { t: 'a' }],
  ['a list of a variable', 'query($t: String) { joined(texts: ["a", $t]) }', { t: 'b' }],
  ['a list of a variable that is not sent', 'query($t: String) { joined(texts: ["a", $t]) }', {}],
  ['__typename', '{ __typename trip { __typename ... on Named { name } } }'],
]
const all = [...requests, ...more]

const values = ({ name }: GraphQLArgument) =>
  ({
    id: ['1', '$id'],
    first: ['1', '5', '$first'],
    // Far apart: on a busy machine, pauses of 2 and 3 ms end in any order.
    ms: ['0', '20', '$ms'],
    code: ['"FORBIDDEN"', '"BAD_USER_INPUT"', '"OTHER"', '$code'],
    text: ['"a"', '$text', 'null'],
    number: ['7', '$number'],
    texts: ['"a"', '["a", "b"]', '[null]', '[$text]', '["a", $text, "b"]', '$texts', 'null'],
  })[name] ?? []

const variables =
  '$id: Int!, $first: Int = 5, $ms: Int = 0, $code: String!, $text: String, $texts: [String], $number: Int = 4'

/** Small pages and other ones, with and without optional variables. */
const sent = [
  { id: 1, code: 'FORBIDDEN', no: false },
  {
    ...{ id: 1, code: 'NOT_FOUND', no: true, yes: false },
    ...{ first: 2, ms: 0, text: 'b', texts: 'c', number: null },
  },
]

/** Queries with these are run again by graphql-js: with them, little else would be compared. */
const defects = ['brokenNonNull', 'size', 'missing', 'many', 'kind']

/** Valid queries on the small schema that are within the limits with these variables. */
const generated = (without: string[], count: number) =>
  generatedDocuments(
    {
      ...{ schema, variables, values, without },
      shared: 'id self { name @include(if: $no) } legs(first: $first) { count results { id } }',
      isAble: (text) => verdict(text, sent[0]) === 'within',
    },
    count,
  )

describe('a trusted document returns byte for byte what its text returns', () => {
  it('for data, refusals, defects, null and refusals of graphql', async () => {
    const { app } = await trusting(all.map(([, text]) => text))
    for (const [what, query, variables] of all) {
      const expected = await whole(app, posted({ query, variables }))
      const documentId = hash(query)
      expect(await whole(app, posted({ documentId, variables })), what).toEqual(expected)
      const extensions = { persistedQuery: { version: 1, sha256Hash: documentId } }
      expect(await whole(app, posted({ extensions, variables })), what).toEqual(expected)
      expect(await whole(app, posted({ documentId, query, variables })), what).toEqual(expected)
      const byGet = await whole(app, got({ query, ...(variables && { variables }) }))
      const shot = got({ documentId, ...(variables && { variables }) })
      expect(await whole(app, shot), what).toEqual(byGet)
    }
  })

  it.each([
    ['with defects', [], 60],
    ['with refusals', defects, 120],
  ])('for generated documents %s', async (_what, without, count) => {
    const texts = generated(without, count)
    expect(texts.length).toBeGreaterThan(count / 2)
    const { app } = await trusting(texts)
    for (const query of texts) {
      for (const variables of sent) {
        const expected = await whole(app, posted({ query, variables }))
        const byId = await whole(app, posted({ documentId: hash(query), variables }))
        expect(byId, `${query} ${JSON.stringify(variables)}`).toEqual(expected)
      }
    }
  })

  it('in each form that a client accepts, or 406', async () => {
    const query = '{ n1 refused(code: "FORBIDDEN") }'
    const { app } = await trusting([query])
    for (const accept of [
      '*/*',
      'application/json',
      'application/graphql-response+json',
      'application/graphql-response+json, application/json;q=0.9',
      'application/json;q=0.1, application/graphql-response+json;q=0.2',
      'text/html, */*;q=0.1',
      'text/html',
      'nothing',
    ]) {
      const expected = await whole(app, posted({ query }, { accept }))
      expect(await whole(app, posted({ documentId: hash(query) }, { accept })), accept).toEqual(
        expected,
      )
    }
  })

  it('with any other member of the request', async () => {
    const query = 'query A($n: Int) { echo(number: $n) }'
    const { app } = await trusting([query])
    const bodies: object[] = [
      ...[null, 'text', [], 7].map((variables) => ({ variables })),
      ...[null, '', 'A', 'B', 7].map((operationName) => ({ operationName })),
      ...[null, {}, { other: 1 }, 'text', []].map((extensions) => ({ extensions })),
      { variables: { n: 1, unknown: 2 } },
    ]
    for (const body of bodies) {
      const expected = await whole(app, posted({ query, ...body }))
      const byId = await whole(app, posted({ documentId: hash(query), ...body }))
      expect(byId, JSON.stringify(body)).toEqual(expected)
    }
    for (const body of [{ variables: 'no JSON' }, { variables: [] }, { operationName: 'B' }]) {
      const expected = await whole(app, got({ query, ...body }))
      expect(await whole(app, got({ documentId: hash(query), ...body }))).toEqual(expected)
    }
  })

  it('if the context cannot be created', async () => {
    const query = '{ n1 }'
    const context = () => Promise.reject(new Error('no database'))
    const { app, lines } = await trusting([query], { context })
    const expected = await whole(app, posted({ query }))
    expect(expected.status).toBe(500)
    const before = lines.filter((line) => line.includes('no database')).length
    expect(await whole(app, posted({ documentId: hash(query) }))).toEqual(expected)
    expect(lines.filter((line) => line.includes('no database'))).toHaveLength(2 * before)
  })
})

describe('a trusted document runs once', () => {
  it('failing queries and all mutations are not repeated', async () => {
    const texts = ['mutation { rename }', '{ fragile { must late } }', '{ n1 }', '{ size }']
    let contexts = 0
    const { app } = await trusting(texts, {
      context: async (request) => {
        contexts += 1
        return { log: request.log }
      },
    })
    const counted: number[] = []
    for (const text of texts) {
      contexts = 0
      await whole(app, posted({ documentId: hash(text) }))
      counted.push(contexts)
    }
    // Only a value that a resolver must not return sends a query to graphql-js.
    expect(counted).toEqual([1, 1, 1, 2])
  })
})
