/** Client documents that are sent again: parsed and validated once. */
import { type DocumentNode, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/base/hashes.ts'
import { KnownDocuments } from '../../../src/surfaces/graphql/known-documents.ts'
import { endpoint, schema } from './small-schema.ts'

/** Known documents, of which those with these texts were valid. */
function known(texts: readonly string[], trusted?: DocumentNode) {
  const documents = new KnownDocuments(schema, () => trusted)
  for (const text of texts) void documents.store.set(`schema:${sha256(text)}`, parse(text))
  const find = (text: string) => documents.store.get(`schema:${sha256(text)}`)
  return { documents, find }
}

describe('a document that was valid', () => {
  const pages = 'query ($n: Int!) { trips(first: $n) { results { id } } }'

  test('is found by its exact text', async () => {
    const { find } = known([pages])
    expect(await find(pages)).toMatchObject({ kind: 'Document' })
    expect(await find(`${pages} `)).toBeUndefined()
  })

  test('is not kept if it has a quote, as a password would have', async () => {
    const { find } = known(['mutation { logIn(name: "olga") }', '{ echo(text: """a""") }'])
    expect(await find('mutation { logIn(name: "olga") }')).toBeUndefined()
    expect(await find('{ echo(text: """a""") }')).toBeUndefined()
  })

  test('is within the limits with some variables, and not with others', () => {
    const { documents } = known([pages])
    const isWithin = (n: unknown) => documents.isWithin({ query: pages, variables: { n } })
    expect([1, 100, 101, 0].map(isWithin)).toEqual([true, true, false, false])
    const many = Array.from({ length: 3_000 }, () => 1)
    expect(documents.isWithin({ query: pages, variables: { n: 1, many } })).toBe(false)
  })

  test('is within the limits by the operation that is named', () => {
    const deep = `trip { ${'self { '.repeat(11)} id ${'} '.repeat(12)}`
    const query = `query A { n1 } query B { ${deep} }`
    const { documents } = known([query])
    const isWithin = (operationName?: string) => documents.isWithin({ query, operationName })
    expect([isWithin('A'), isWithin('B'), isWithin('C'), isWithin()]).toEqual([
      ...[true, false, false, false],
    ])
  })

  test('makes room for newer ones: 200, with 128 Ki characters', async () => {
    const short = Array.from({ length: 201 }, (_, n) => `{ n1 a${n}: n2 }`)
    const few = known(short)
    expect(await few.find(short[0] as string)).toBeUndefined()
    expect(await few.find(short[1] as string)).toBeDefined()
    const long = Array.from({ length: 9 }, (_, n) => `{ n${n + 1} }`.padEnd(16_384))
    const large = known([...long, `{ n1 }`.padEnd(16_385)])
    expect(await large.find(long[0] as string)).toBeUndefined()
    expect(await large.find(long[8] as string)).toBeDefined()
    expect(await large.find(`{ n1 }`.padEnd(16_385))).toBeUndefined()
  })

  test('is that of the operator, if they have declared the text trusted', async () => {
    const trusted = parse(pages)
    expect(await known([], trusted).find(pages)).toBe(trusted)
  })
})

describe('a document that is sent again', () => {
  test('is answered and refused as the first time', async () => {
    const { post } = await endpoint()
    const query = `query A($n: Int!) { trips(first: $n) { count } }
      query B($n: Int) { echo(number: $n) late(ms: 0) }`
    const cases = [
      { query, operationName: 'A', variables: { n: 5 } },
      { query, operationName: 'A', variables: { n: 101 } },
      { query, operationName: 'A', variables: { n: 'five' } },
      { query, operationName: 'B', variables: { n: 5 } },
      { query, operationName: 'C', variables: { n: 5 } },
      { query, variables: { n: 5 } },
      { query: '{ trips(first: 5) { counts } }' },
      { query: '{ trips(first: 5) { count' },
    ]
    const answers = async () => {
      const all: unknown[] = []
      for (const each of cases) all.push((await post(each)).json)
      return all
    }
    const first = await answers()
    expect(first[0]).toEqual({ data: { trips: { count: 1 } } })
    expect(await answers()).toEqual(first)
    for (let n = 0; n < 2; n += 1) expect((await post(cases[0] as object)).json).toEqual(first[0])
  })
})
