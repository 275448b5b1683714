/** The operations that the IDE begins with. */
import { readFileSync } from 'node:fs'
import { buildSchema, coerceInputValue, Kind, parse, typeFromAST, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { examples } from '../../../src/surfaces/front/examples.ts'

const schema = buildSchema(readFileSync('schema/public.graphql', 'utf8'))
const operationsOf = (query: string) =>
  parse(query).definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)

describe('the examples of the IDE', () => {
  it('sign up and log in, list trips, create an activity, list changes', () => {
    const names = examples.map(({ query }) => operationsOf(query).map(({ name }) => name?.value))
    expect(names).toEqual([
      ['SignUp', 'LogIn'],
      ['ListTrips'],
      ['CreateTrip', 'CreateActivity'],
      ['Changes'],
    ])
  })

  it.each(examples)('are valid, and so are their variables: $query', ({ query, variables }) => {
    expect(validate(schema, parse(query))).toEqual([])
    const values = JSON.parse(variables)
    for (const { variableDefinitions = [] } of operationsOf(query)) {
      for (const { type, variable } of variableDefinitions) {
        const input = typeFromAST(schema, type as never)
        const errors: string[] = []
        coerceInputValue(values[variable.name.value], input as never, (_, __, { message }) =>
          errors.push(message),
        )
        expect(errors).toEqual([])
      }
    }
  })

  it('fit into the editor on a wide screen', () => {
    const lines = examples.flatMap(({ query }) => query.split('\n'))
    expect(lines.filter((line) => line.length > 56)).toEqual([])
  })
})
