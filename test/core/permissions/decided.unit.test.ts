/** Prices and currencies: decided by what is known of the trip when an item is handed out. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/core/context.ts'
import { handOutItems } from '../../../src/core/permissions/handing-out.ts'
import { withExpenses } from '../../../src/core/permissions/rules.ts'
import { allow, guard, type Table } from '../../../src/core/permissions/shield.ts'
import { table } from '../../../src/core/permissions/table.ts'
import { buildSchema } from '../../../src/core/schema.ts'

const typeDefs = `type Query { pages: Page, items: [Item] } type Page { results: [Item] }
  type Item { price: Int }`
const lines: Table = {
  Query: { pages: allow, items: allow },
  Page: { results: allow },
  Item: { price: withExpenses },
}
const items = [7, 8, 7].map((tripId) => ({ tripId, price: 918273 }))
const made = (resolvers: object = { pages: () => ({ results: items }), items: () => items }) =>
  guard(makeExecutableSchema({ typeDefs, resolvers: { Query: resolvers } }), lines)

type Known = ReturnType<Context['knownAccess']>
const sees = (canSeeExpenses: boolean) => ({ canSeeExpenses }) as Known
const viewer = { kind: 'user' }

/** The prices and the codes of what a field answers; a defect has none. */
async function ask(schema: ReturnType<typeof made>, source: string, context: object) {
  const { data, errors = [] } = await graphql({ schema, source, contextValue: context })
  const prices = JSON.stringify(data).match(/918273/g)?.length ?? 0
  return { prices, codes: errors.map(({ extensions }) => extensions.code) }
}

describe('permissions: fields that are decided when their object is handed out', () => {
  it.each<[string, Known | undefined, string | undefined]>([
    ['no one has asked for access', undefined, undefined],
    ['there is none', null, 'NOT_FOUND'],
    ['it could not be told', new Error('away'), undefined],
    ['expenses are not seen', sees(false), 'FORBIDDEN'],
  ])('%s: an error, never a price', async (_, known, code) => {
    const context = { viewer, knownAccess: () => known }
    const codes = [code, code, code]
    expect(await ask(made(), '{ items { price } }', context)).toEqual({ prices: 0, codes })
  })

  it('expenses are seen: the prices', async () => {
    const context = { viewer, knownAccess: () => sees(true) }
    expect(await ask(made(), '{ items { price } }', context)).toEqual({ prices: 3, codes: [] })
  })

  it.each(['{ items { price } }', '{ pages { results { price } } }'])(
    '%s: access is asked for once a trip, where a price is asked for',
    async (source) => {
      const known = new Map<number, Known>()
      const asked: number[] = []
      const access = async (tripId: number) => {
        asked.push(tripId)
        known.set(tripId, sees(tripId === 7))
      }
      const context = { viewer, access, knownAccess: (tripId: number) => known.get(tripId) }
      const schema = handOutItems(made(), lines)
      await ask(schema, source.replace('price', '__typename'), context)
      expect(asked).toEqual([])
      expect(await ask(schema, source, context)).toEqual({ prices: 2, codes: ['FORBIDDEN'] })
      expect(asked).toEqual([7, 8])
    },
  )

  it('a field that hands out items without a resolver does not start', () => {
    const message = 'Query.pages hands out items without a resolver'
    expect(() => handOutItems(made({ items: () => items }), lines)).toThrow(message)
  })

  it('in the table: the prices and currencies of the three kinds', () => {
    const decided = Object.entries(table).flatMap(([type, fields]) =>
      Object.entries(fields).flatMap(([field, line]) =>
        line === withExpenses ? [`${type}.${field}`] : [],
      ),
    )
    const kinds = ['Hosting', 'Activity', 'Transportation']
    expect(decided).toEqual(kinds.flatMap((kind) => [`${kind}.price`, `${kind}.currency`]))
    expect(() => buildSchema()).not.toThrow()
  })
})
