/** At level `debug` the log says which rule refused (src/operations/operating.md). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { inOrder, named } from '../../../src/core/permissions/rule.ts'
import { memberOfTrip, signedIn } from '../../../src/core/permissions/rules.ts'
import { guard } from './guarding.ts'

const away = named('away', async () => {
  throw new Error('the database is away')
})

const schema = guard(
  makeExecutableSchema({
    typeDefs: `type Query { trip(id: Int!): String, own: String, broken: String }`,
    resolvers: { Query: { trip: () => 'Rome', own: () => 'mine', broken: () => 'never' } },
  }),
  { Query: { trip: inOrder(signedIn, memberOfTrip), own: signedIn, broken: away } },
)

/** The lines that the log gets, at level `debug`, while the operation of this caller runs. */
async function linesOf(source: string, viewer: object): Promise<unknown[]> {
  const lines: unknown[] = []
  const log = { debug: (...line: unknown[]) => lines.push(line) }
  const contextValue = { viewer, log, access: async () => null }
  await graphql({ schema, source, contextValue })
  return lines
}

const vera = { kind: 'user', user: { id: 7, name: 'Vera' } }

describe('permissions: why a caller was refused', () => {
  it('a refusal is one line: rule, field, caller and code, and nothing that was sent', async () => {
    expect(await linesOf('{ trip(id: 918273) }', vera)).toEqual([
      [
        { rule: 'memberOfTrip', field: 'Query.trip', caller: 7, code: 'NOT_FOUND' },
        'refused by a rule',
      ],
    ])
    expect(await linesOf('{ trip(id: 918273) }', { kind: 'anonymous' })).toEqual([
      [
        { rule: 'signedIn', field: 'Query.trip', caller: 'anonymous', code: 'UNAUTHENTICATED' },
        'refused by a rule',
      ],
    ])
  })

  it('a permission and a failure of the database leave no line', async () => {
    expect(await linesOf('{ own }', vera)).toEqual([])
    expect(await linesOf('{ broken }', vera)).toEqual([])
  })
})
