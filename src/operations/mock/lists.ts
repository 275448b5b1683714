/**
 * The lists of the mock. Each is there as a whole from the moment it is asked for, so that its
 * pages add up; what is created appears in it, and what is deleted goes to the one of tombstones.
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

/** Elements of a list that nothing has been added to. */
const length = 3

/** The object whose field a list is; `Query` has the key `ROOT`. */
export interface ListHolder {
  type: GraphQLObjectType
  key: string | number
}

/** Arguments with the ID of what a list of `Query` belongs to. */
export type Scope = Record<string, unknown>

interface List {
  element: string
  refs: Ref[]
  /** The list of its tombstones; undefined if there is none. */
  deleted: (() => List) | undefined
}

type Field = GraphQLField<unknown, unknown>

/** The ID of an object, or what the store has made in its place. */
const keyOf = ({ $ref }: Ref): string | number => $ref.key

const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The type of the elements, of a page or of a list that may be long; undefined for all others. */
export function elementOf({ type, args }: Field) {
  const named = getNamedType(type)
  const results = isObjectType(named) ? named.getFields().results : undefined
  if (results) return getNamedType(results.type)
  const isLong = isListType(getNullableType(type)) && args.some(({ name }) => name === 'first')
  return isLong ? named : undefined
}

/** Of the arguments of a field, those that say what the list belongs to. */
export function scopeOf({ args }: Field, given: Scope): Scope {
  const named = args.filter(({ name }) => name.endsWith('Id') && given[name] !== undefined)
  return Object.fromEntries(named.map(({ name }) => [name, given[name]]))
}

/** What the resolvers of the mock share. */
export interface Mock {
  schema: GraphQLSchema
  store: IMockStore
  lists: Lists
}

export class Lists {
  readonly #lists = new Map<string, List>()
  /** The lists in which an object was that has been deleted. */
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

  /** Takes an object out of all lists. */
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

  /** Puts an object back where it was. */
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
