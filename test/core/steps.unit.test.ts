/** The steps around a resolver run in the order of their list, once (src/core/steps.ts). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { expect, test } from 'vitest'
import { type Step, surround } from '../../src/core/step.ts'

const taken: string[] = []
const step =
  (name: string, fields: string[]): Step<unknown> =>
  ({ type, field }, next) => {
    if (!fields.includes(`${type}.${field.name}`)) return next
    return (...asked) => {
      taken.push(name)
      return next(...asked)
    }
  }

const schema = surround(
  makeExecutableSchema({
    typeDefs: 'type Query { trip: Trip } type Trip { name: String, plain: String }',
    resolvers: { Query: { trip: () => ({ name: 'Rome', plain: 'as it lies' }) } },
  }),
  [step('first', ['Query.trip']), step('second', ['Query.trip', 'Trip.name'])],
)

test('the first step in the list is the outermost, and each runs once', async () => {
  taken.length = 0
  const { data } = await graphql({ schema, source: '{ trip { name plain } }' })
  expect(data).toEqual({ trip: { name: 'Rome', plain: 'as it lies' } })
  expect(taken).toEqual(['first', 'second', 'second'])
})

test('a field without a surrounding step keeps no resolver', () => {
  const trip = schema.getType('Trip') as unknown as {
    getFields(): Record<string, { resolve?: unknown }>
  }
  expect(trip.getFields().plain?.resolve).toBeUndefined()
  expect(trip.getFields().name?.resolve).toBeDefined()
})
