/** Which fields an operation selects; and scalars in answers and in filters of lists. */
import { buildSchema, type GraphQLScalarType, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { markedFields } from '../../../src/core/input/directives.ts'
import { parseFilterMoment, scalars } from '../../../src/core/input/scalars.ts'
import { ofSelection, on, selected } from '../../../src/core/input/selection.ts'
import { inputWith } from './given.ts'

const schema = buildSchema(`interface Thing { id: Int } type Trip implements Thing { id: Int }
  type Email implements Thing { id: Int } type Query { things: [Thing] }`)

/** The root fields of a document, as a resolver is given them. */
function infoOf(text: string) {
  const { definitions } = parse(text)
  const fragments = Object.fromEntries(
    definitions.flatMap((one) =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one] as const] : [],
    ),
  )
  const { selectionSet } = definitions[0] as OperationDefinitionNode
  return { fieldNodes: selectionSet.selections as never, fragments, schema }
}

const namesIn = (text: string, ...path: string[]) => [...selected(infoOf(text), ...path)]

describe('the fields that an operation selects', () => {
  it('are those of the field itself, by their names, in fragments too', () => {
    const text = `{ trips { a b: c ... { d } ... on Query { e } ...More g { h } } }
      fragment More on Query { f ...Deeper } fragment Deeper on Query { i }`
    expect(namesIn(text)).toEqual(['a', 'c', 'd', 'e', 'f', 'i', 'g'])
  })

  it('are those below a path, wherever it is selected', () => {
    const text = `{ trips { results { a b { c } } ... { results { d } } other { e } ...More } }
      fragment More on Query { results { f } }`
    expect(namesIn(text, 'results')).toEqual(['a', 'b', 'd', 'f'])
    expect(namesIn(text, 'results', 'b')).toEqual(['c'])
    expect(namesIn(text, 'none')).toEqual([])
    expect(namesIn('{ trips }')).toEqual([])
    expect(namesIn('{ trips { ...Unknown } }')).toEqual([])
  })

  it('are those of all nodes that ask for the field', () => {
    expect(namesIn('{ trips { a } trips { b } }')).toEqual(['a', 'b'])
  })

  it('are those of one type: of its own fragments, and of those on an interface', () => {
    const text = `{ things { id ... on Trip { a nested { b } } ... on Email { c }
      ... on Thing { d } ... { e } ...More } } fragment More on Trip { f }`
    expect(namesIn(text, on('Trip'))).toEqual(['id', 'a', 'nested', 'd', 'e', 'f'])
    expect(namesIn(text, on('Email'))).toEqual(['id', 'c', 'd', 'e'])
    expect(namesIn(text, on('Trip'), 'nested')).toEqual(['b'])
    expect(namesIn(text, on('Email'), 'nested')).toEqual([])
    expect(namesIn('{ things { ...Unknown } }', on('Trip'))).toEqual([])
  })

  it('are found by each path apart', () => {
    const info = infoOf('{ trips { a { b { c } } ab { d } } }')
    expect([selected(info, 'a', 'b'), selected(info, 'ab')].map((names) => [...names])).toEqual([
      ...[['c'], ['d']],
    ])
  })

  it('a value that is made of them is made once for a node, a key and its fragments', () => {
    const info = infoOf('{ a b }')
    const [a, b] = info.fieldNodes as [never, never]
    let made = 0
    const make = () => ++made
    const one = { ...info, fieldNodes: [a] }
    expect([ofSelection(one, 'x', make), ofSelection(one, 'x', make)]).toEqual([1, 1])
    expect(ofSelection(one, 'y', make)).toBe(2)
    expect(ofSelection({ ...info, fieldNodes: [b] }, 'x', make)).toBe(3)
    expect(ofSelection({ ...one, fragments: {} }, 'x', make)).toBe(4)
    expect([ofSelection(info, 'x', make), ofSelection(info, 'x', make)]).toEqual([5, 6])
    expect(ofSelection({ ...info, fieldNodes: [] }, 'x', make)).toBe(7)
    expect(ofSelection(one, 'x', make)).toBe(1)
  })

  it('an undefined value is kept as well', () => {
    const info = infoOf('{ a }')
    let made = 0
    const make = () => {
      made += 1
    }
    for (let turn = 0; turn < 2; turn += 1) ofSelection(info, 'x', make)
    expect(made).toBe(1)
  })
})

describe('scalars', () => {
  it('a moment is answered to the second, from a text or a date', () => {
    const answered = ['2031-01-02T09:00:00Z', '2031-01-02T09:00:00.123456Z', new Date(1e12 + 5)]
    expect(answered.map((value) => scalars.DateTime.serialize(value))).toEqual([
      ...['2031-01-02T09:00:00Z', '2031-01-02T09:00:00Z', '2001-09-09T01:46:40Z'],
    ])
  })

  it('a day is answered without a time', () => {
    const day: GraphQLScalarType = scalars.Date
    expect(['2031-01-02', new Date(1e12)].map((value) => day.serialize(value))).toEqual([
      ...['2031-01-02', '2001-09-09'],
    ])
  })

  it.each([
    [' 2031-01-02T09:00:00Z ', '2031-01-02T09:00:00Z'],
    ['2031-01-02T09:00:00 02:00', '2031-01-02T07:00:00Z'],
    ['2031-01-02T09:00:00 0230', '2031-01-02T06:30:00Z'],
    ['2031-01-02T09:00:00 02', '2031-01-02T07:00:00Z'],
    ['2031-01-02', '2031-01-02T00:00:00Z'],
    [' 2031-01-02 ', '2031-01-02T00:00:00Z'],
    ['2031-02-30', undefined],
    ['2031-01-02 09:00:00', undefined],
    ['2031-01-02T09:00 02:00x', undefined],
    ['x', undefined],
  ])('the filter %j is read as %j', (text, moment) => {
    expect(parseFilterMoment(text)).toBe(moment)
  })
})

describe('marked fields of an input', () => {
  it('have a directive, and are not ignored', () => {
    const fields = 'a: Int @id b: Int c: Int @number(min: 3) d: Int @number(min: 4)'
    const argument = inputWith(fields, '@ignored(fields: ["d"])')
    expect([...markedFields(argument, 'number')]).toEqual([['c', { min: 3 }]])
    expect([...markedFields(argument, 'id')]).toEqual([['a', {}]])
  })
})
