/**
 * The lists of the mock. Each is created completely at its first read, so that its pages are
 * consistent; created objects are added to it, and deleted ones move to the list of tombstones.
 */
import type { IMockStore, Ref } from '@graphql-tools/mock'
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql'
import { capitalized } from '../../base/names.ts'

/** Initial length of lists. */
const length = 3

/** The object that has the list as a field; `Query` has the key `ROOT`. */
export interface ListHolder {
  type: GraphQLObjectType
  key: string | number
}

/** Arguments with the ID of the object to which a list of `Query` belongs. */
export type Scope = Record<string, unknown>

interface List {
  element: string
  refs: Ref[]
  /** The list of its tombstones, if any. */
  deleted: (() => List) | undefined
}

type Field = GraphQLField<unknown, unknown>

/** The ID of an object, or the store's generated key. */
const keyOf = ({ $ref }: Ref): string | number => $ref.key

/** The type of the elements of a page or a long list; undefined for other fields. */
export function elementOf({ type, args }: Field) {
  const named = getNamedType(type)
  const results = isObjectType(named) ? named.getFields().results : undefined
  if (results) return getNamedType(results.type)
  const isLong = isListType(getNullableType(type)) && args.some(({ name }) => name === 'first')
  return isLong ? named : undefined
}

/** The arguments of a field that identify the owner of the list. */
export function scopeOf({ args }: Field, given: Scope): Scope {
  const named = args.filter(({ name }) => name.endsWith('Id') && given[name] !== undefined)
  return Object.fromEntries(named.map(({ name }) => [name, given[name]]))
}

/** The state that the resolvers of the mock share. */
export interface Mock {
  schema: GraphQLSchema
  store: IMockStore
  lists: Lists
}

export class Lists {
  readonly #lists = new Map<string, List>()
  /** For deleted objects, the lists that contained them. */
  readonly #deleted = new Map<string, List[]>()
  readonly #store: IMockStore
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema, store: IMockStore) {
    this.#schema = schema
    this.#store = store
  }

  /** The elements of a list, in the order in which they were added. */
  of(holder: ListHolder, field: string, scope: Scope = {}): readonly Ref[] {
    return this.#list(holder, field, scope).refs
  }

  /** Adds an object to all lists of its type that the holder has. */
  add(holder: ListHolder, { $ref: { typeName, key } }: Ref, scope: Scope = {}): void {
    for (const field of Object.values(holder.type.getFields())) {
      if (elementOf(field)?.name !== typeName) continue
      const isMeant = field.args.some(({ name }) => name === 'tripId') === 'tripId' in scope
      if (isMeant) this.#list(holder, field.name, scope).refs.push(this.#ref(typeName, key))
    }
  }

  /** Removes an object from all lists. */
  remove(type: string, id: number): void {
    const holding = [...this.#lists.values()].filter(
      (list) => list.element === type && list.refs.some((ref) => keyOf(ref) === id),
    )
    for (const list of holding) {
      list.refs = list.refs.filter((ref) => keyOf(ref) !== id)
      list.deleted?.().refs.push(this.#ref('Tombstone', id))
    }
    this.#deleted.set(`${type}:${id}`, holding)
  }

  isDeleted(type: string, id: number): boolean {
    return this.#deleted.has(`${type}:${id}`)
  }

  /** Returns an object to its previous lists. */
  restore(type: string, id: number): void {
    for (const list of this.#deleted.get(`${type}:${id}`) ?? []) {
      list.refs.push(this.#ref(type, id))
      const tombstones = list.deleted?.()
      if (tombstones) tombstones.refs = tombstones.refs.filter((ref) => keyOf(ref) !== id)
    }
    this.#deleted.delete(`${type}:${id}`)
  }

  #ref(type: string, key: string | number): Ref {
    return this.#store.get(type, key) as Ref
  }

  #list(holder: ListHolder, name: string, scope: Scope): List {
    const place = JSON.stringify([holder.type.name, holder.key, name, scope])
    const list = this.#lists.get(place) ?? this.#newList(holder, name, scope)
    this.#lists.set(place, list)
    return list
  }

  #newList(holder: ListHolder, name: string, scope: Scope): List {
    const fields = holder.type.getFields()
    const element = elementOf(fields[name] as Field)?.name as string
    const deleted = `deleted${capitalized(name)}`
    const isEmpty = element === 'Tombstone'
    return {
      element,
      refs: Array.from({ length: isEmpty ? 0 : length }, () => this.#newElement(holder, element)),
      deleted: fields[deleted] && (() => this.#list(holder, deleted, scope)),
    }
  }

  #newElement({ type, key }: ListHolder, element: string): Ref {
    const ref = this.#store.get(element) as Ref
    const made = this.#schema.getType(element)
    const isOfTrip = type.name === 'Trip' && isObjectType(made) && 'tripId' in made.getFields()
    if (isOfTrip) this.#store.set(ref, 'tripId', key)
    return ref
  }
}
