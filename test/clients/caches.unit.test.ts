/** What caches of clients need of the schema: names that are theirs, and keys. */
import { readFileSync } from 'node:fs'
import { buildSchema, isObjectType, isSpecifiedDirective } from 'graphql'
import { describe, expect, it } from 'vitest'
import { people, references, withoutId } from './caches/keys.ts'

const schema = buildSchema(readFileSync('schema/public.graphql', 'utf8'))

/** Directives that clients add to a schema, or read in documents before the service does. */
const taken = {
  Relay: `
    alias appendEdge appendNode argumentDefinitions arguments assignable catch connection
    dangerously_unaliased_fixme deleteEdge deleteRecord
    DEPRECATED__relay_ignore_unused_variables_error exec_time_resolvers fetchable inline live
    match module no_inline outputType preloadable prependEdge prependNode raw_response_type
    refetchable relay relay_resolver relay_test_operation RelayOutputType required
    semanticNonNull static stream_connection throwOnFieldError updatable waterfall`,
  'Apollo Client': 'client connection export nonreactive rest type unmask',
  urql: '_optional _relayPagination _required populate',
  GraphQL: 'defer deprecated include oneOf skip specifiedBy stream',
}

/** Types that Relay adds to a schema. */
const takenTypes = ['CatchFieldTo', 'JSDependency', 'RelayResolverValue', 'RequiredFieldAction']

describe('the schema for clients', () => {
  const own = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive))

  it.each(Object.entries(taken))('has the directives of %s', (_, names) => {
    const found = own.filter(({ name }) => names.trim().split(/\s+/).includes(name))
    expect(found.map(({ name }) => `@${name}`)).toEqual([])
  })

  it('has the types of Relay', () => {
    expect(takenTypes.filter((name) => schema.getType(name))).toEqual([])
  })
})

describe('keys.ts', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const roots = [schema.getQueryType(), schema.getMutationType()]
  const returned = types.filter((type) => !type.name.startsWith('__') && !roots.includes(type))

  it('lists all types without an id', () => {
    const names = returned.filter((type) => !type.getFields().id).map(({ name }) => name)
    expect([...withoutId].sort()).toEqual(names.sort())
  })

  /** The names of the types whose `id` is described so. */
  const withIdOf = (whose: string) => {
    const found = returned.filter((type) => type.getFields().id?.description?.startsWith(whose))
    return found.map(({ name }) => name).sort()
  }

  it("lists all types whose id is a user's, except the account itself", () => {
    const names = withIdOf('User ID').filter((name) => name !== 'User')
    expect([...people].sort()).toEqual(names)
  })

  it('lists all types whose id is shared by objects of several kinds', () => {
    expect([...references].sort()).toEqual(withIdOf('ID of the object'))
  })
})
