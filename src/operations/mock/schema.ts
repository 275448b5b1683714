/** The schema with mock resolvers: a store of objects that are created when read. */
import { addMocksToSchema, createMockStore, isRef, type Ref } from '@graphql-tools/mock'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql'
import { scalars as ownScalars } from '../../core/input/scalars.ts'
import { elementOf, type ListHolder, Lists, type Mock, type Scope, scopeOf } from './lists.ts'
import { mutationResolver } from './mutations.ts'
import { type Cut, mockPage } from './pages.ts'
import { objects, scalarValues } from './values.ts'

type Field = GraphQLField<unknown, unknown>

const objectTypes = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  )

/** Mocks for each type. */
function mocksOf(schema: GraphQLSchema): Record<string, () => unknown> {
  const mocks: Record<string, () => unknown> = { ...scalarValues }
  for (const type of objectTypes(schema)) {
    const values = objects[type.name]
    const isField = ([name]: [string, unknown]) => name in type.getFields()
    // Some types share values, such as people, and the library refuses unknown fields.
    if (values)
      mocks[type.name] = () => Object.fromEntries(Object.entries(values()).filter(isField))
  }
  return mocks
}

const holderOf = (type: GraphQLObjectType, parent: unknown): ListHolder => ({
  type,
  key: isRef(parent) ? parent.$ref.key : 'ROOT',
})

/** The elements of a list; for a union, the lists of all its kinds together, by time. */
function everything(
  { schema, store, lists }: Mock,
  holder: ListHolder,
  field: Field,
  scope: Scope,
) {
  const element = elementOf(field)
  if (!isAbstractType(element)) return lists.of(holder, field.name, scope)
  const kinds: readonly unknown[] = schema.getPossibleTypes(element)
  const fields = Object.values(holder.type.getFields())
  const refs = fields
    .filter((one) => kinds.includes(elementOf(one)))
    .flatMap((one) => lists.of(holder, one.name))
  const timeOf = (ref: Ref) => {
    const type = schema.getType(ref.$ref.typeName) as GraphQLObjectType
    return String(store.get(ref, type.getFields().startsAt ? 'startsAt' : 'departureAt') ?? '')
  }
  return refs.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
}

/**
 * A resolver for fields where the library would return different objects for different arguments.
 */
function resolverOf(mock: Mock, type: GraphQLObjectType, field: Field) {
  if (type === mock.schema.getMutationType()) return mutationResolver(mock, field)
  const isPlain = isListType(getNullableType(field.type))
  if (elementOf(field)) {
    return (parent: unknown, args: Cut & Scope) => {
      const all = everything(mock, holderOf(type, parent), field, scopeOf(field, args))
      return isPlain ? all.slice(0, args.first) : mockPage(all, args)
    }
  }
  const named = getNamedType(field.type)
  const isById = isObjectType(named) && 'id' in named.getFields()
  if (!isById || !field.args.some(({ name }) => name === 'id')) return undefined
  return (_parent: unknown, { id }: { id: number }) =>
    mock.lists.isDeleted(named.name, id) ? null : mock.store.get(named.name, id)
}

function resolversOf(mock: Mock) {
  const found: Record<string, Record<string, unknown>> = {}
  for (const type of objectTypes(mock.schema)) {
    for (const field of Object.values(type.getFields())) {
      const resolver = resolverOf(mock, type, field)
      if (resolver) found[type.name] = { ...found[type.name], [field.name]: resolver }
    }
  }
  return found
}

/** An executable schema of this SDL that answers every valid document with plausible data. */
export function mockedSchema(sdl: string): GraphQLSchema {
  const schema = buildSchema(sdl)
  const mocks = mocksOf(schema)
  const store = createMockStore({ schema, mocks })
  const mock = { schema, store, lists: new Lists(schema, store) }
  const resolvers = { ...ownScalars, ...resolversOf(mock) }
  return addMocksToSchema({ schema, mocks, store, resolvers: resolvers as never })
}
