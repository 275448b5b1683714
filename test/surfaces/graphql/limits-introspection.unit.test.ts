import { buildSchema, getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { limits, operationLimits } from '../../../src/surfaces/graphql/limits.ts'
import { verdict } from './verdict.ts'

describe('G2 introspection', () => {
  const full = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  })

  test('G2 the standard introspection query is within the limits, for any schema', () => {
    expect(verdict(full)).toBe('within')
    const small = operationLimits(buildSchema('type Query { a: Int }'))
    expect(() => small({ query: full })).not.toThrow()
  })

  test('G2 introspection of depth 15 is within the limits, 16 is TOO_COMPLEX', () => {
    const types = (count: number) =>
      `{ __type(name: "Trip") ${'{ ofType '.repeat(count - 2)} { name } ${'}'.repeat(count - 2)} }`
    expect(verdict(types(limits.introspectionDepth))).toBe('within')
    expect(verdict(types(limits.introspectionDepth + 1))).toBe(
      'TOO_COMPLEX introspectionDepth 16, at most 15.',
    )
  })
})
