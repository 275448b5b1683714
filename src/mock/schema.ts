/** The schema with a resolver for everything: a store of mocked objects, filled as it is read. */
import { addMocksToSchema, createMockStore, type IMockStore, type Ref } from '@graphql-tools/mock'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isListType,
  isNullableType,
  isObjectType,
} from 'graphql'
import { newId, objects, scalars } from './values.ts'

/** Elements of a mocked list. */
const length = 3

type Fields = Record<string, unknown>
interface Arguments {
  id?: number
  input?: Fields
}

const objectTypes = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  )

const isPage = (type: GraphQLObjectType) => 'results' in type.getFields()

/** A page of this type; in a list of several kinds, the kinds take turns. */
function pageOf(schema: GraphQLSchema, type: GraphQLObjectType) {
  const element = getNamedType(type.getFields().results?.type)
  const kinds = isAbstractType(element) ? schema.getPossibleTypes(element) : []
  return () => ({
    count: length,
    endCursor: null,
    results: Array.from({ length }, (_, nth) => {
      const kind = kinds[nth % kinds.length]
      return kind ? { ...objects[kind.name]?.(), __typename: kind.name } : {}
    }),
  })
}

/** Mocks for each type: its own values, or a page whose `count` is the length of `results`. */
function mocksOf(schema: GraphQLSchema): Record<string, () => unknown> {
  const mocks: Record<string, () => unknown> = { ...scalars }
  for (const type of objectTypes(schema)) {
    const values = isPage(type) ? pageOf(schema, type) : objects[type.name]
    const isField = ([name]: [string, unknown]) => name in type.getFields()
    // The library refuses what is no field: types may share values, as people do.
    if (values)
      mocks[type.name] = () => Object.fromEntries(Object.entries(values()).filter(isField))
  }
  return mocks
}

/** What the input names of an object becomes its own; what the object lacks is ignored. */
function write(store: IMockStore, type: GraphQLObjectType, id: number, input: Fields = {}): void {
  const stored = type.getFields()
  for (const [name, value] of Object.entries(input)) {
    const field = stored[name]
    if (field && (value !== null || isNullableType(field.type)))
      store.set(type.name, id, name, value)
  }
}

/**
 * The resolver of a field that returns an object with an ID: the one that the argument `id` names,
 * with what a mutation changes of it. Undefined for all others, which the library mocks.
 */
function resolverOf(store: IMockStore, field: GraphQLField<unknown, unknown>) {
  const type = getNamedType(field.type)
  if (!isObjectType(type) || !('id' in type.getFields()) || isListType(field.type)) return undefined
  if (!field.args.some(({ name }) => name === 'id' || name === 'input')) return undefined
  return (_parent: unknown, { id, input }: Arguments): Ref => {
    const key = id ?? newId()
    write(store, type, key, input)
    return store.get(type.name, key) as Ref
  }
}

function resolversOf(schema: GraphQLSchema, store: IMockStore) {
  const found: Record<string, Record<string, unknown>> = {}
  for (const type of objectTypes(schema)) {
    for (const field of Object.values(type.getFields())) {
      const resolver = resolverOf(store, field)
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
  return addMocksToSchema({ schema, mocks, store, resolvers: resolversOf(schema, store) })
}
