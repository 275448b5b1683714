/**
 * The bodies of answers as JSON Schemas: the selection under the alias `body`, its aliases as keys.
 * A fragment is a shape of the interface and becomes a component of its own name.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { hasMark, keyOf } from '../programs.ts'
import { nullable, type Schema, scalars, wireWords } from './values.ts'

/** Where the body of an operation lies in the schema. */
export interface Body {
  /** Coordinates of the fields on the way, the body's own last. */
  way: string[]
  field: GraphQLField<unknown, unknown>
  set: SelectionSetNode | undefined
}

/** Follows the selection down to the field aliased `body`. */
export function bodyOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Body {
  const seek = (set: SelectionSetNode, parent: GraphQLObjectType): Body | undefined => {
    for (const node of set.selections) {
      if (node.kind !== Kind.FIELD) continue
      const field = fieldOf(parent, node)
      const coordinate = `${parent.name}.${field.name}`
      if (keyOf(node) === 'body') return { way: [coordinate], field, set: node.selectionSet }
      const type = getNamedType(field.type)
      const found = node.selectionSet && isObjectType(type) && seek(node.selectionSet, type)
      if (found) return { ...found, way: [coordinate, ...found.way] }
    }
    return undefined
  }
  const root = schema.getRootType(operation.operation)
  const body = root && seek(operation.selectionSet, root)
  if (!body) throw new Error(`openapi: ${operation.name?.value} has no body`)
  return body
}

function fieldOf(parent: GraphQLObjectType, node: FieldNode) {
  const field = parent.getFields()[node.name.value]
  if (!field) throw new Error(`openapi: ${parent.name} has no field ${node.name.value}`)
  return field
}

/** An object of which nothing is asked but what is skipped is answered as `{}`. */
const isNeverAnswered = ({ directives }: FieldNode) =>
  directives?.some(({ name }) => name.value === 'skip') ?? false

interface Keys {
  properties: Record<string, Schema>
  required: string[]
}

/** An object that leaves these keys out rather than answer them with null. */
export function leavingOut(keys: readonly string[], schema: Schema): Schema {
  if (keys.length === 0) return schema
  const { properties, required } = schema as unknown as Keys
  const present = Object.entries(properties).map(([key, value]): [string, Schema] => {
    const types = keys.includes(key) && Array.isArray(value.type) ? value.type : []
    return [key, types.length > 0 ? { ...value, type: types[0] } : value]
  })
  return {
    ...schema,
    properties: Object.fromEntries(present),
    required: required.filter((key) => !keys.includes(key)),
  }
}

/** Draws the schemas of bodies; what it names on the way is in `components`. */
export class AnswerSchemas {
  readonly components: Record<string, Schema> = {}
  readonly #fragments: Map<string, FragmentDefinitionNode>
  readonly #guarded: ReadonlySet<string>

  /** @param guarded coordinates of fields that not every reader of their object may read */
  constructor(document: DocumentNode, guarded: ReadonlySet<string>) {
    this.#guarded = guarded
    this.#fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
  }

  /** The body itself is never null: what the core answers with null has no body at all. */
  of({ field, set }: Body): Schema {
    return this.#typed(getNullableType(field.type), set)
  }

  #typed(type: GraphQLOutputType, set: SelectionSetNode | undefined): Schema {
    if (isListType(type)) return { type: 'array', items: this.#value(type.ofType, set) }
    if (isObjectType(type) && set) return this.#object(type, set)
    if (isEnumType(type)) {
      return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    }
    const { name } = getNamedType(type)
    const found = scalars[name]
    if (!found) throw new Error(`openapi: no JSON Schema for ${name}`)
    return found
  }

  #value(type: GraphQLOutputType, set: SelectionSetNode | undefined): Schema {
    return isNonNullType(type) ? this.#typed(type.ofType, set) : nullable(this.#typed(type, set))
  }

  /** One plain fragment, perhaps with others that must be named, is that fragment's component. */
  #object(type: GraphQLObjectType, set: SelectionSetNode): Schema {
    const spreads = set.selections.filter(
      (node): node is FragmentSpreadNode => node.kind === Kind.FRAGMENT_SPREAD,
    )
    const [shape, ...more] = spreads.filter((node) => !hasMark(node))
    const keys: Keys = { properties: {}, required: [] }
    this.#collect(type, set, false, keys)
    const schema = { type: 'object', ...keys }
    if (!shape || more.length > 0 || spreads.length < set.selections.length) return schema
    const name = shape.name.value
    const known = this.components[name]
    // Inside another answer a shape has no fields that must be named: there it is written out.
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) return schema
    this.components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  #collect(type: GraphQLObjectType, set: SelectionSetNode, marked: boolean, keys: Keys): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(node.name.value)
        if (!fragment) throw new Error(`openapi: no fragment ${node.name.value}`)
        this.#collect(type, fragment.selectionSet, marked || hasMark(node), keys)
      } else if (node.kind === Kind.FIELD && !isNeverAnswered(node)) {
        const field = fieldOf(type, node)
        const guarded = this.#guarded.has(`${type.name}.${field.name}`)
        const notes = [
          field.description && wireWords(field.description),
          guarded && 'Omitted for callers without that permission.',
          marked && 'Returned only if `fields` names it.',
        ].filter(Boolean)
        const value = this.#value(field.type, node.selectionSet)
        keys.properties[keyOf(node)] =
          notes.length > 0 ? { ...value, description: notes.join(' ') } : value
        if (!guarded && !marked) keys.required.push(keyOf(node))
      }
    }
  }
}
