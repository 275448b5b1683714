/** Every way through the SDL to every type, as documents (target Z3). */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
} from 'graphql'

const file = new URL('../../schema/public.graphql', import.meta.url)
const schema = buildSchema(readFileSync(file, 'utf8'))

function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no object type of the SDL`)
  return type
}

const fieldsOf = (type: string) => Object.values(objectType(type).getFields())
const answered = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type)

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
    .filter((field) => !isObjectType(answered(field)))
    .map(({ name }) => name)

/** A way down from a type: fields one below the other, and the type at its end. */
export interface Path {
  fields: string[]
  /** `Trip.expenses`: each field with its type. */
  coordinates: string[]
  type: string
}

/** Every way down from a type; the SDL has no cycles, or this would not end. */
export function pathsBelow(type: string, depth = 0): Path[] {
  if (depth > 8) throw new Error(`${type}: the types form a cycle`)
  return fieldsOf(type).flatMap((field) => {
    const next = answered(field)
    if (!isObjectType(next)) return []
    const step = { fields: [field.name], coordinates: [`${type}.${field.name}`], type: next.name }
    const below = pathsBelow(next.name, depth + 1).map((path) => ({
      fields: [field.name, ...path.fields],
      coordinates: [...step.coordinates, ...path.coordinates],
      type: path.type,
    }))
    return [step, ...below]
  })
}

/** The types below a root field, its own one included. */
export function typesBelow(root: string): string[] {
  const [field] = ['Query', 'Mutation'].flatMap((type) =>
    fieldsOf(type).filter(({ name }) => name === root),
  )
  const type = field && answered(field)
  if (!isObjectType(type)) return []
  return [type.name, ...pathsBelow(type.name).map((path) => path.type)]
}

/** The coordinates of the plain values at the end of a path. */
export const leavesAt = ({ type }: Pick<Path, 'type'>): string[] =>
  leaves(type).map((name) => `${type}.${name}`)

/** The way as a selection; `ids` are those of fields that want one. */
export function selectionOf(path: Path, ids: Readonly<Record<string, string>>): string {
  const start = leaves(path.type).join(' ')
  return path.fields.reduceRight((inner, name, at) => {
    const [type = ''] = path.coordinates[at]?.split('.') ?? []
    const args =
      objectType(type)
        .getFields()
        [name]?.args.map((arg) => arg.name) ?? []
    const given = args.includes('id') ? `(id: ${ids[name]})` : ''
    const sized = args.includes('first') ? '(first: 3)' : ''
    return `${name}${given}${sized} { ${inner} }`
  }, start || '__typename')
}

/** Everything below a type at once; every field that wants an id gets this one. */
export function treeOf(type: string, id: string, without: readonly string[] = []): string {
  const fields = fieldsOf(type).filter(({ name }) => !without.includes(name))
  const selections = fields.map((field) => {
    const next = answered(field)
    const args = field.args.map(({ name }) => name)
    const sized = args.includes('first') ? '(first: 3)' : ''
    const given = args.includes('id') ? `(id: ${id})` : sized
    return isObjectType(next) ? `${field.name}${given} { ${treeOf(next.name, id)} }` : field.name
  })
  return selections.join(' ')
}

/** An error's path as a coordinate: `Trip.hostings.results.price` below a root field. */
export const namesIn = (path: readonly (string | number)[] = []): string =>
  path.filter((step) => typeof step === 'string').join('.')
