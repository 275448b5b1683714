import { buildSchema, execute, type GraphQLField, getArgumentValues, parse, visit } from 'graphql'
import { expect, test } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import { replaceIn } from '../../../src/surfaces/graphql/argument-values.cjs'

const schema = buildSchema('type Query { plain: String many(first: Int = 5, after: Int): String }')
const fields = schema.getQueryType()?.getFields() as Record<string, GraphQLField<unknown, unknown>>

test('arguments are not read for a field without any', () => {
  const node = {
    get arguments(): never {
      throw new Error('read')
    },
  }
  expect(getArgumentValues(fields.plain as never, node as never)).toStrictEqual({})
})

test('execution reads no arguments for a field that takes none', async () => {
  const document = parse('{ plain }')
  visit(document, {
    Field: (node) => {
      Object.defineProperty(node, 'arguments', {
        get() {
          throw new Error('read')
        },
      })
      return false
    },
  })
  const { data, errors } = await execute({ schema, document, rootValue: { plain: 'as it lies' } })
  expect([data?.plain, errors]).toEqual(['as it lies', undefined])
})

test('a graphql package without that function is refused at start', () => {
  expect(() => replaceIn({})).toThrow('graphql cannot be used: this service relies on that')
})

test('each call of a resolver has its own arguments, equal to those of graphql-js', () => {
  const given: object[] = []
  for (const field of Object.values(fields)) {
    field.resolve = (_, args) => void given.push(args as object)
  }
  void execute({ schema, document: parse('{ plain again: plain many(after: 2) }') })
  expect(given).toStrictEqual([{}, {}, { first: 5, after: 2 }])
  expect(given[0]).not.toBe(given[1])
})
