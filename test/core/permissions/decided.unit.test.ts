/** Prices and currencies are shown by the viewer's rights on the trip of the item. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/core/context.ts'
import { allow, type PermissionTable } from '../../../src/core/permissions/rule.ts'
import { withExpenses } from '../../../src/core/permissions/rules.ts'
import { table } from '../../../src/core/permissions/table.ts'
import { guard } from './guarding.ts'

const typeDefs = `type Query { pages: Page, items: [Item] } type Page { results: [Item] }
  type Item { price: Int }`
const lines: PermissionTable = {
  Query: { pages: allow, items: allow },
  Page: { results: allow },
  Item: { price: withExpenses },
}
const items = [7, 8, 7].map((tripId) => ({ tripId, price: 918273 }))
const made = (resolvers: object = { pages: () => ({ results: items }), items: () => items }) =>
  guard(makeExecutableSchema({ typeDefs, resolvers: { Query: resolvers } }), lines)

type Known = ReturnType<Context['knownAccess']>
const sees = (canSeeExpenses: boolean) => ({ canSeeExpenses }) as Known
const base = { viewer: { kind: 'user', user: { id: 7 } }, shared: () => undefined }

/** The prices and the codes in the answer of a field; a defect has no code. */
async function ask(schema: ReturnType<typeof made>, source: string, context: object) {
  const { data, errors = [] } = await graphql({ schema, source, contextValue: context })
  const prices = JSON.stringify(data).match(/918273/g)?.length ?? 0
  return { prices, codes: errors.map(({ extensions }) => extensions.code) }
}

describe('permissions: fields decided by their object', () => {
  it.each<[string, Known | undefined, string | undefined]>([
    ['there is none', null, 'NOT_FOUND'],
    ['it could not be looked up', new Error('away'), undefined],
    ['expenses are not seen', sees(false), 'FORBIDDEN'],
  ])('%s: the field is an error, never a price', async (_, known, code) => {
    const context = { ...base, knownAccess: () => known }
    const codes = [code, code, code]
    expect(await ask(made(), '{ items { price } }', context)).toEqual({ prices: 0, codes })
  })

  it('a member with the right to expenses gets the price', async () => {
    const context = { ...base, knownAccess: () => sees(true) }
    expect(await ask(made(), '{ items { price } }', context)).toEqual({ prices: 3, codes: [] })
  })

  it.each(['{ items { price } }', '{ pages { results { price } } }'])(
    '%s: unknown access is looked up, and a failure becomes an error',
    async (source) => {
      const access = async (tripId: number) => {
        if (tripId === 8) throw new Error('away')
        return sees(true)
      }
      const context = { ...base, access, knownAccess: () => undefined }
      expect(await ask(made(), source, context)).toEqual({ prices: 2, codes: [undefined] })
      const none = { ...base, access: async () => null, knownAccess: () => undefined }
      const codes = ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']
      expect(await ask(made(), source, none)).toEqual({ prices: 0, codes })
    },
  )

  it('the table has this rule for prices and currencies of the three kinds', () => {
    const decided = Object.entries(table).flatMap(([type, fields]) =>
      Object.entries(fields).flatMap(([field, line]) =>
        line === withExpenses ? [`${type}.${field}`] : [],
      ),
    )
    const kinds = ['Hosting', 'Activity', 'Transportation']
    expect(decided).toEqual(kinds.flatMap((kind) => [`${kind}.price`, `${kind}.currency`]))
  })
})
