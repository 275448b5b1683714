import { Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { isCompilable } from '../../src/graphql/compilable.ts'
import { MOST_PROGRAMS, programs } from '../../src/graphql/executor.ts'
import { schema } from './small-schema.ts'
import { times } from './verdict.ts'

/** What the executor is handed of a document: its first operation is asked for. */
function asked(query: string) {
  const document = parse(query)
  const operation = document.definitions[0]
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('An operation comes first')
  return { queryHash: query, document, operation }
}

function compilable(query: string): boolean {
  const { document, operation } = asked(query)
  return isCompilable(schema, document, operation)
}

describe('Documents that become code', () => {
  test.each([
    ['fields and aliases', '{ trip { id again: id self { name } } __typename }'],
    ['whole numbers, booleans, null', '{ trips(first: 5) { count } echo(number: null) }'],
    ['variables of scalars, with defaults', 'query A($a: Int = 5, $b: String) { echo(text: $b) }'],
    [
      'named and inline fragments',
      '{ trip { ...F } } fragment F on Trip { ... on Named { name } }',
    ],
    ['as many as 500 fields', `{ trip { ${'id '.repeat(499)} } }`],
    ['20,000 characters', `{ n1 } #${'x'.repeat(19_992)}`],
  ])('%s', (_what, query) => {
    expect(compilable(query)).toBe(true)
  })

  test.each([
    ['strings: they are written into the code', '{ echo(text: "a") }'],
    ['block strings', '{ echo(text: """a""") }'],
    ['strings as defaults', 'query($a: String = "a") { echo(text: $a) }'],
    ['strings in lists', '{ echo(text: ["a"]) }'],
    ['strings in objects', '{ echo(text: {a: "a"}) }'],
    ['fractions: they are no whole numbers', '{ echo(number: 1.5) }'],
    ['directives: their conditions are code', '{ n1 @skip(if: true) n2 }'],
    ['directives of operations', 'query @a { n1 }'],
    ['aliases with an underscore: `a_b` is also `b` of `a`', '{ a_b: n1 }'],
    ['`__proto__`, which is no key', '{ __proto__: n1 }'],
    ['introspection: it needs graphql-js', '{ __schema { types { name } } }'],
    ['introspection of a type', 'query($n: String!) { __type(name: $n) { name } }'],
    ['variables that every object has', 'query($toString: Int) { echo(number: $toString) }'],
    ['`__proto__` as a variable', 'query($__proto__: Int) { echo(number: $__proto__) }'],
    ['variables of lists: they are coerced twice', 'query($a: [Int]) { echo(number: $a) }'],
    ['variables of input types: their defaults are lost', 'query($a: In!) { rich(in: $a) }'],
    ['variables of unknown types', 'query($a: Nothing) { echo(number: $a) }'],
    ['mutations: their time is the database’s', 'mutation { rename }'],
    ['more than 500 fields: compiling takes too long', `{ trip { ${'id '.repeat(500)} } }`],
    [
      'more than 500 fields with fragments written out',
      `{ a: trip { ...F } trip { ...F ...F } } fragment F on Trip { ${'id '.repeat(170)} }`,
    ],
    ['more than 20,000 characters, which are kept', `{ n1 } #${'x'.repeat(19_993)}`],
    ['what only another operation has', '{ n1 } query B { echo(text: "a") }'],
    ['what only a fragment has', '{ ...F } fragment F on Query { echo(text: "a") }'],
  ])('never %s', (_what, query) => {
    expect(compilable(query)).toBe(false)
  })
})

describe('Programs', () => {
  test('an operation is compiled when it first comes, and once', () => {
    const programOf = programs(schema)
    const program = programOf(asked('{ n1 }'))
    expect(program).toBeDefined()
    expect(programOf(asked('{ n1 }'))).toBe(program)
    for (let i = 0; i < 4; i++) expect(programOf(asked('{ a_b: n1 }'))).toBeUndefined()
  })

  test('operations of one document are told apart', () => {
    const programOf = programs(schema)
    const both = asked('query A { n1 } query B { n2 }')
    const second = both.document.definitions[1] as typeof both.operation
    const [a, b] = [programOf(both), programOf({ ...both, operation: second })]
    expect(a?.query(undefined, {}, {})).toEqual({ data: { n1: 1 } })
    expect(b?.query(undefined, {}, {})).toEqual({ data: { n2: 1 } })
  })

  test('what the request does not name is not compiled', () => {
    const programOf = programs(schema)
    const { queryHash, document } = asked('query A { n1 } query B { n2 }')
    const none = { queryHash, document, operation: undefined as never }
    for (let i = 0; i < 3; i++) expect(programOf(none)).toBeUndefined()
  })

  test(`${MOST_PROGRAMS} programs are kept; one that had to go is compiled again`, () => {
    const programOf = programs(schema)
    const numbered = (i: number) => programOf(asked(`{ echo(number: ${i}) }`))
    const first = numbered(0)
    for (let i = 1; i < MOST_PROGRAMS; i++) expect(numbered(i), `${i}`).toBeDefined()
    expect(numbered(0)).toBe(first)
    for (let i = 1; i <= MOST_PROGRAMS; i++) numbered(i)
    const again = numbered(0)
    expect(again).toBeDefined()
    expect(again).not.toBe(first)
  })

  test('many aliases of one field are one program with as many values', () => {
    const programOf = programs(schema)
    const query = `{ ${times(9, (i) => `a${i}: echo(number: ${i})`)} }`
    const data = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`a${i}`, String(i)]))
    expect(programOf(asked(query))?.query(undefined, {}, {})).toEqual({ data })
  })
})
