/** Every way through the SDL to every type, as documents (target Z3). */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'

const file = new URL('../../../schema/public.graphql', import.meta.url)
const schema = buildSchema(readFileSync(file, 'utf8'))

function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no object type of the SDL`)
  return type
}

/** The object types that an answer of this type may have. */
function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isInterfaceType(type)) return schema.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}

/**
 * A selection on a type; of an interface its own values, and then those of each type behind it. The
 * union has a document of its own, for fields of its types differ (test/spec/changes-document.ts).
 */
function selecting(type: GraphQLNamedType, inner: (of: string) => string): string {
  if (isUnionType(type)) return '__typename'
  if (!isInterfaceType(type)) return inner(type.name)
  const shared = Object.values(type.getFields()).filter((field) => isPlain(field))
  const each = objectsOf(type).map(({ name }) => `... on ${name} { ${inner(name)} }`)
  return [...shared.map(({ name }) => name), ...each].join(' ')
}

const fieldsOf = (type: string) => Object.values(objectType(type).getFields())
const answered = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type)
const isPlain = (field: GraphQLField<unknown, unknown>) => !isCompositeType(answered(field))

/** The names of all root fields. */
export const rootFields = (): string[] =>
  ['Query', 'Mutation'].flatMap((type) => fieldsOf(type).map(({ name }) => name))

/** The object types below the roots. */
export const objectTypes = (): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !/^(__|Query$|Mutation$)/.test(type.name))
    .map(({ name }) => name)

/** The fields of a type that are plain values. */
export const leaves = (type: string): string[] =>
  fieldsOf(type)
    .filter(isPlain)
    .map(({ name }) => name)

/** A path down from a type: fields one below the other, and the type at its end. */
export interface Way {
  fields: string[]
  /** The type behind an interface that is meant, for each of the fields. */
  conditions: (string | undefined)[]
  /** `Trip.expenses`: each field with its type. */
  coordinates: string[]
  type: string
}

/** The three kinds of children name each other through their emails, and each itself. */
const alike = (type: string) =>
  /^(Hosting|Activity|Transportation)$/.test(type) ? 'a child' : type

/**
 * Every path down from a type. Emails and documents name the child they belong to, which names
 * them again: a path ends where it reaches a type, or another kind of child, for the second time.
 */
export function pathsBelow(type: string, above: readonly string[] = []): Way[] {
  const passed = [...above, alike(type)]
  return fieldsOf(type).flatMap((field) =>
    objectsOf(answered(field)).flatMap((next): Way[] => {
      const condition = isInterfaceType(answered(field)) ? next.name : undefined
      const coordinates = [`${type}.${field.name}`]
      const step = { fields: [field.name], conditions: [condition], coordinates, type: next.name }
      if (passed.includes(alike(next.name))) return [step]
      const below = pathsBelow(next.name, passed).map((path) => ({
        fields: [field.name, ...path.fields],
        conditions: [condition, ...path.conditions],
        coordinates: [...coordinates, ...path.coordinates],
        type: path.type,
      }))
      return [step, ...below]
    }),
  )
}

/** The types below a root field, its own one included. */
export function typesBelow(root: string): string[] {
  const [field] = ['Query', 'Mutation'].flatMap((type) =>
    fieldsOf(type).filter(({ name }) => name === root),
  )
  const types = field ? objectsOf(answered(field)) : []
  return types.flatMap(({ name }) => [name, ...pathsBelow(name).map((path) => path.type)])
}

/** The coordinates of the plain values at the end of a path. */
export const leavesAt = ({ type }: Pick<Way, 'type'>): string[] =>
  leaves(type).map((name) => `${type}.${name}`)

/** One path as a selection; none of its fields needs an id. */
export const selectionOf = ({ fields, conditions, type }: Way): string =>
  fields.reduceRight((inner, name, at) => {
    const condition = conditions[at]
    return `${name} { ${condition ? `... on ${condition} { ${inner} }` : inner} }`
  }, leaves(type).join(' '))

/** Every path below one field of a type at once, as `pathsBelow` walks them. */
export function branchOf(
  type: string,
  name: string,
  ids: Readonly<Record<string, string>>,
  above: readonly string[] = [],
): string {
  const field = objectType(type).getFields()[name]
  if (!field || isPlain(field)) return name
  const passed = [...above, alike(type)]
  const below = (next: string) => {
    const isAgain = passed.includes(alike(next))
    const fields = fieldsOf(next).filter((one) => !isAgain || isPlain(one))
    return fields.map((one) => branchOf(next, one.name, ids, passed)).join(' ')
  }
  const args = field.args.map((arg) => arg.name)
  const given = args.includes('id') ? `(id: ${ids[name]})` : ''
  const sized = args.includes('first') ? '(first: 3)' : ''
  return `${name}${given}${sized} { ${selecting(answered(field), below)} }`
}

/** Of the parent of an email or a document. */
const shortly = 'id name notes price'

/** Everything below a type at once; every field that needs an id gets this one. */
export function treeOf(type: string, id: string, without: readonly string[] = []): string {
  const fields = fieldsOf(type).filter(({ name }) => !without.includes(name))
  const selections = fields.map((field) => {
    if (isPlain(field)) return field.name
    const args = field.args.map(({ name }) => name)
    const sized = args.includes('first') ? '(first: 2)' : ''
    const given = args.includes('id') ? `(id: ${id})` : sized
    const isParent = /^(Email|Document)$/.test(type) && /s$/.test(field.name)
    const inner = (next: string) =>
      isParent && next !== 'EmailAttachment' ? shortly : treeOf(next, id)
    return `${field.name}${given} { ${selecting(answered(field), inner)} }`
  })
  return selections.join(' ')
}

/** An error's path as a coordinate: `Trip.hostings.results.price` below a root field. */
export const namesIn = (path: readonly (string | number)[] = []): string =>
  path.filter((step) => typeof step === 'string').join('.')
