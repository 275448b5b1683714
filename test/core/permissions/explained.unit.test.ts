/** At level `debug` the log says which rule refused (src/operations/operating.md). */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { inOrder, named } from '../../../src/core/permissions/rule.ts'
import { memberOfTrip, signedIn, withExpenses } from '../../../src/core/permissions/rules.ts'
import { guard } from './guarding.ts'

const away = named('away', async () => {
  throw new Error('the database is away')
})

const schema = guard(
  makeExecutableSchema({
    typeDefs: `type Query { trip(id: Int!): String, own: String, broken: String, items: [Item!] }
      type Item { price: Int }`,
    resolvers: {
      Query: {
        ...{ trip: () => 'Rome', own: () => 'mine', broken: () => 'never' },
        items: () => [{ tripId: 1 }, { tripId: 2 }],
      },
    },
  }),
  {
    Query: { trip: inOrder(signedIn, memberOfTrip), own: signedIn, broken: away, items: signedIn },
    Item: { price: withExpenses },
  },
)

/** Makes each shared value once, as the context of a request does. */
function sharedOnce() {
  const made = new Set<string>()
  return (key: string, make: () => unknown) => {
    if (!made.has(key)) make()
    made.add(key)
  }
}

/** The lines of the log, at level `debug`, for the operation of this caller. */
async function linesOf(source: string, viewer: object): Promise<unknown[]> {
  const lines: unknown[] = []
  const log = { debug: (...line: unknown[]) => lines.push(line) }
  const knownAccess = () => ({ canSeeExpenses: false })
  const contextValue = { viewer, log, access: async () => null, knownAccess, shared: sharedOnce() }
  await graphql({ schema, source, contextValue })
  return lines
}

const vera = { kind: 'user', user: { id: 7, name: 'Vera' } }

describe('permissions: the log of a refusal', () => {
  it('a refusal logs one line: rule, field, caller and code, without the input', async () => {
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

  it('prices withheld from a list log one line', async () => {
    expect(await linesOf('{ items { price } }', vera)).toEqual([
      [
        { rule: 'withExpenses', field: 'Item.price', caller: 7, code: 'FORBIDDEN' },
        'refused by a rule',
      ],
    ])
  })

  it('a permission and a database failure log nothing', async () => {
    expect(await linesOf('{ own }', vera)).toEqual([])
    expect(await linesOf('{ broken }', vera)).toEqual([])
  })
})
