/** The effects of the mock's mutations, by their names: create, update, delete, restore. */
import type { IMockStore, Ref } from '@graphql-tools/mock'
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNullableType,
  isObjectType,
} from 'graphql'
import { parseDate } from '../../base/dates.ts'
import { parseDateTime } from '../../core/input/scalars.ts'
import { type Mock, type Scope, scopeOf } from './lists.ts'
import { newId, now } from './values.ts'

type Fields = Record<string, unknown>

interface Arguments extends Fields {
  id?: number
  userId?: number
  tripId?: number
  kind?: string
  input?: Fields
}

/** A value as the service would answer it: a time in UTC. */
function asAnswered(type: string, value: unknown): unknown {
  if (type === 'DateTime') return parseDateTime(String(value)) ?? value
  return type === 'Date' ? (parseDate(String(value)) ?? value) : value
}

/** Writes the input's fields to an object; ignores those that the object lacks. */
function write(store: IMockStore, ref: Ref, type: GraphQLObjectType, input: Fields = {}): void {
  const stored = type.getFields()
  for (const [name, value] of Object.entries({ ...input, updatedAt: now() })) {
    const field = stored[name]
    const named = field && getNamedType(field.type)
    if (!field || !isLeafType(named)) continue
    if (value !== null) store.set(ref, name, asAnswered(named.name, value))
    else if (isNullableType(field.type)) store.set(ref, name, null)
  }
}

/** Adds an object to the lists of its trip, or to those of the account. */
function list(
  { schema, lists }: Mock,
  ref: Ref,
  field: GraphQLField<unknown, unknown>,
  args: Arguments,
) {
  const query = { type: schema.getQueryType() as GraphQLObjectType, key: 'ROOT' }
  const { tripId } = args
  if (tripId === undefined) return lists.add(query, ref)
  lists.add({ type: schema.getType('Trip') as GraphQLObjectType, key: tripId }, ref)
  const scopes: Scope[] = [{ tripId }, scopeOf(field, args)]
  const places = new Map(scopes.map((scope) => [JSON.stringify(scope), scope]))
  for (const scope of places.values()) lists.add(query, ref, scope)
}

/** The resolver of a mutation; undefined for those without an effect in the mock. */
export function mutationResolver(mock: Mock, field: GraphQLField<unknown, unknown>) {
  const { schema, store, lists } = mock
  const type = getNamedType(field.type)
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(field.name) ?? []
  const typeNamed = (name: string) =>
    Object.keys(schema.getTypeMap()).find((one) => one.toLowerCase() === name.toLowerCase()) ?? ''

  if (verb === 'delete' || verb === 'remove') {
    return (_parent: unknown, args: Arguments) => {
      lists.remove(typeNamed(noun), args.id ?? args.userId ?? 0)
      return isLeafType(type) ? true : { ...args }
    }
  }
  if (verb === 'restore') {
    return (_parent: unknown, { kind = '', id = 0 }: Arguments) => {
      lists.restore(typeNamed(kind), id)
      return true
    }
  }
  if (!isObjectType(type) || !('id' in type.getFields())) return undefined
  return (_parent: unknown, args: Arguments): Ref => {
    // The mock has a single account.
    const own = type.name === 'User' ? (store.get('Query', 'ROOT', 'me') as Ref) : undefined
    const id =
      args.id ?? args.userId ?? (field.name === 'acceptInvitation' ? args.tripId : undefined)
    const ref = own ?? (store.get(type.name, id ?? newId()) as Ref)
    write(store, ref, type, args.input)
    if (!own && id === undefined) {
      write(store, ref, type, { tripId: args.tripId, createdAt: now() })
      list(mock, ref, field, args)
    }
    return ref
  }
}
