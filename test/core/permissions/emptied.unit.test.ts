/** A field that may not be seen is an error, or the empty value of its type where that is said. */
import { makeExecutableSchema } from '@graphql-tools/schema'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { allow, named, type ShownTo } from '../../../src/core/permissions/rule.ts'
import { guard } from './guarding.ts'

const item = { price: 12, note: 'paid', seats: 2, isPaid: true, title: 'Dinner', bills: [1] }
const typeDefs = `type Query { item: Item }
  type Item { price: Int, note: String!, seats: Int!, isPaid: Boolean!, title: String,
    bills: [Int] }`
const hidden: ShownTo = { name: 'hidden', keepsKey: true, decide: () => 'FORBIDDEN' }
const alwaysError: ShownTo = { name: 'alwaysError', decide: async () => 'NOT_FOUND' as const }
const guarded = named('guarded', async () => 'FORBIDDEN')
const fields = {
  ...{ price: hidden, note: hidden, seats: hidden, isPaid: hidden, title: alwaysError },
  bills: guarded,
}

/** The value of each field in an answer of its own, or the code of its refusal. */
async function shown(context: object) {
  const resolvers = { Query: { item: () => item } }
  const schema = guard(makeExecutableSchema({ typeDefs, resolvers }), {
    Query: { item: allow },
    Item: fields,
  })
  const lines: unknown[] = []
  const seen = new Set<string>()
  const shared = (key: string, make: () => unknown) => {
    if (!seen.has(key)) make()
    seen.add(key)
  }
  const log = { debug: ({ field }: { field: string }) => lines.push(field) }
  const contextValue = { viewer: { kind: 'operator' }, log, shared, ...context }
  const found: Record<string, unknown> = {}
  for (const field of Object.keys(fields)) {
    const source = `{ item { ${field} } }`
    const { data, errors } = await graphql({ schema, source, contextValue })
    const { item: answered } = data as { item: Record<string, unknown> | null }
    found[field] = errors ? errors[0]?.extensions.code : answered?.[field]
  }
  return { found, lines }
}

const refused = {
  ...{ price: 'FORBIDDEN', note: 'FORBIDDEN', seats: 'FORBIDDEN', isPaid: 'FORBIDDEN' },
  ...{ title: 'NOT_FOUND', bills: 'FORBIDDEN' },
}
const emptied = { price: null, note: '', seats: 0, isPaid: false }

describe('permissions: a field that may not be seen', () => {
  it('it is an error over GraphQL', async () => {
    expect((await shown({})).found).toEqual(refused)
  })

  it('it is empty over REST, if its line says so', async () => {
    const { found } = await shown({ emptiesHidden: true })
    expect(found).toEqual({ ...emptied, title: 'NOT_FOUND', bills: 'FORBIDDEN' })
  })

  it('it is empty in a copy of all that the caller sees', async () => {
    const { found } = await shown({ isOfCopy: true })
    expect(found).toEqual({ ...emptied, title: null, bills: null })
  })

  it('the log names each such field once', async () => {
    const { lines } = await shown({ emptiesHidden: true })
    expect(lines).toEqual(Object.keys(fields).map((field) => `Item.${field}`))
  })
})
