/**
 * Counters of the objects that a resolver's value adds to the answer; without the objects of pages,
 * which `first` limits before the operation runs (src/surfaces/graphql/document-cost.ts).
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql'

type Field = GraphQLField<unknown, unknown>
type Counter = (value: unknown) => number

/** Whether the field has no resolver. */
const isPlain = ({ resolve }: Pick<Field, 'resolve'>): boolean =>
  (resolve ?? defaultFieldResolver) === defaultFieldResolver

/** The counter of a field; undefined for a field without objects. */
export function objectCounter(field: Field): Counter | undefined {
  const type = getNamedType(field.type)
  if (!isCompositeType(type)) return undefined
  const inEach = inRow(type)
  if (isListType(getNullableType(field.type))) return inList(inEach)
  return field.args.some(({ name }) => name === 'first') ? inPage(type) : (row) => 1 + inEach(row)
}

/** The counter of the rows in a field's value, including those of pages. */
export function rowCounter(field: Field): Counter {
  if (isListType(getNullableType(field.type))) return inList(none)
  const lists = listsOf(getNamedType(field.type))
  return (page) => lists.reduce((sum, { name }) => sum + inList(none)(held(page, name)), 1)
}

/** Counts a list and, by `inEach`, the objects inside its elements. */
function inList(inEach: Counter): Counter {
  return (list) => {
    if (!Array.isArray(list)) return 0
    return inEach === none ? list.length : list.reduce((sum, row) => sum + inEach(row), list.length)
  }
}

/** Counts a page and the objects inside its rows. */
function inPage(type: GraphQLNamedType): Counter {
  const lists = listsOf(type).map((list) => ({ ...list, count: inList(inRow(list.type)) }))
  return (page) =>
    lists.reduce((sum, { name, count }) => {
      const rows = held(page, name)
      return sum + count(rows) - (Array.isArray(rows) ? rows.length : 0)
    }, 1)
}

const none: Counter = () => 0

/** Counts the objects in the lists inside a row of this type. */
function inRow(type: GraphQLNamedType): Counter {
  const lists = listsOf(type)
  if (lists.length === 0) return none
  return (row) => lists.reduce((sum, { name }) => sum + inList(none)(held(row, name)), 0)
}

/** The lists of objects of a type that have no resolver. */
function listsOf(type: GraphQLNamedType): { name: string; type: GraphQLNamedType }[] {
  if (!isObjectType(type)) return []
  return Object.values(type.getFields())
    .filter((field) => isPlain(field) && isListType(getNullableType(field.type)))
    .map((field) => ({ name: field.name, type: getNamedType(field.type) }))
    .filter((list) => isCompositeType(list.type))
}

const held = (row: unknown, name: string): unknown =>
  (row as Record<string, unknown> | null | undefined)?.[name]
