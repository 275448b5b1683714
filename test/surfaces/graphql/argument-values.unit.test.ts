import { expect, test } from 'vitest'
import '../../../src/surfaces/graphql/apollo.ts'
import { buildSchema, execute, type GraphQLField, getArgumentValues, parse } from 'graphql'

const schema = buildSchema('type Query { plain: String many(first: Int = 5, after: Int): String }')
const fields = schema.getQueryType()?.getFields() as Record<string, GraphQLField<unknown, unknown>>

test('nothing is read for a field without arguments', () => {
  const node = {
    get arguments(): never {
      throw new Error('read')
    },
  }
  expect(getArgumentValues(fields.plain as never, node as never)).toStrictEqual({})
})

test('each call of a resolver has arguments of its own, those of others as graphql-js reads them', () => {
  const given: object[] = []
  for (const field of Object.values(fields)) {
    field.resolve = (_, args) => void given.push(args as object)
  }
  void execute({ schema, document: parse('{ plain again: plain many(after: 2) }') })
  expect(given).toStrictEqual([{}, {}, { first: 5, after: 2 }])
  expect(given[0]).not.toBe(given[1])
})
