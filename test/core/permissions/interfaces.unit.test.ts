/** A field of an interface is decided by the type behind it, and denied by default. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql, isInterfaceType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { allow } from '../../../src/core/permissions/rule.ts'
import { table } from '../../../src/core/permissions/table.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { guard } from './guarding.ts'

const schema = buildSchema()
const item = schema.getType('ItineraryItem')
if (!isInterfaceType(item)) throw new Error('ItineraryItem is not an interface of the SDL')

describe('permissions: interfaces', () => {
  it('a read through an interface is decided by its type, and opens no other field', () => {
    const shared = Object.keys(item.getFields())
    const verdicts = schema
      .getPossibleTypes(item)
      .map(({ name }) =>
        shared.map((field) => `${field} ${table[name]?.[field] === allow ? 'open' : 'decided'}`),
      )
    expect(verdicts).toHaveLength(3)
    expect(verdicts[1]).toEqual(verdicts[0])
    expect(verdicts[2]).toEqual(verdicts[0])
    const decided = verdicts[0]?.filter((line) => line.endsWith('decided'))
    expect(decided?.sort()).toEqual(['currency decided', 'price decided'])
  })

  it('a field without a line is also refused through an interface', async () => {
    const typeDefs = `type Query { things: [Thing!]! }
      interface Thing { word: String, secret: String }
      type Stone implements Thing { word: String, secret: String }`
    const things = [{ __typename: 'Stone', word: 'open', secret: 'sesame' }]
    const open = makeExecutableSchema({ typeDefs, resolvers: { Query: { things: () => things } } })
    const guarded = guard(open, { Query: { things: allow }, Stone: { word: allow } })
    const source = '{ things { word secret ... on Stone { again: secret } } }'
    const { data, errors } = await graphql({ schema: guarded, source, contextValue: {} })
    expect(data).toEqual({ things: [{ word: 'open', secret: null, again: null }] })
    expect(errors).toHaveLength(2)
  })
})
