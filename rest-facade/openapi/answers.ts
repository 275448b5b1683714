/**
 * The bodies of answers as JSON Schemas: the selection under the alias `body`, with its aliases as
 * keys. Every object becomes a component, so that generated types have names.
 */
import {
  type DocumentNode,
  type FieldNode,
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
import { type Fragments, fragmentsOf } from '../../src/base/fragments.ts'
import { hasMark, responseKeyOf } from '../programs.ts'
import type { Route } from '../routes/route.ts'
import { nullable, openApiScalars, type Schema, wireWords } from './values.ts'

/** The place of an operation's body in the schema. */
export interface Body {
  /** Coordinates of the fields on the way, ending with the body's own. */
  way: string[]
  field: GraphQLField<unknown, unknown>
  set: SelectionSetNode | undefined
}

/** Follows the selection down to the field aliased `body`. */
export function bodyFieldOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Body {
  const seek = (set: SelectionSetNode, parent: GraphQLObjectType): Body | undefined => {
    for (const node of set.selections) {
      if (node.kind !== Kind.FIELD) continue
      const field = fieldOf(parent, node)
      const coordinate = `${parent.name}.${field.name}`
      if (responseKeyOf(node) === 'body')
        return { way: [coordinate], field, set: node.selectionSet }
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

/** An object whose only requested fields are skipped is answered as `{}`. */
const isNeverAnswered = ({ directives }: FieldNode) =>
  directives?.some(({ name }) => name.value === 'skip') ?? false

interface Keys {
  properties: Record<string, Schema>
  required: string[]
}

/** An object that omits these keys instead of answering null. */
function leavingOut(keys: readonly string[], { properties, required }: Keys): Keys {
  const present = Object.entries(properties).map(([key, value]): [string, Schema] => {
    const types = keys.includes(key) && Array.isArray(value.type) ? value.type : []
    return [key, types.length > 0 ? { ...value, type: types[0] } : value]
  })
  return {
    properties: Object.fromEntries(present),
    required: required.filter((key) => !keys.includes(key)),
  }
}

/** The envelope of pages (test/spec/01.6) around `count` and `results`. */
function envelope({ properties: { count = {}, results = {} } }: Keys): Keys {
  const linkTo = (which: string, end: string) => ({
    type: ['string', 'null'],
    format: 'uri',
    description: `URL of the ${which} page; null on the ${end} page.`,
  })
  return {
    properties: {
      count,
      next: linkTo('next', 'last'),
      previous: linkTo('previous', 'first'),
      results,
    },
    required: ['count', 'next', 'previous', 'results'],
  }
}

/** Whether the first shape has all keys of the second, and its additional keys are not required. */
function covers(one: Keys, other: Keys): boolean {
  const own = Object.fromEntries(
    Object.entries(one.properties).filter(([key]) => key in other.properties),
  )
  return (
    JSON.stringify(own) === JSON.stringify(other.properties) &&
    JSON.stringify(one.required) === JSON.stringify(other.required)
  )
}

/** Builds the schemas of bodies; every object on the way becomes one of `components`. */
export class AnswerSchemas {
  readonly components: Record<string, Schema & Keys> = {}
  readonly #fragments: Fragments
  readonly #guarded: ReadonlySet<string>

  /** @param guarded coordinates of fields that not every reader of their object may read */
  constructor(document: DocumentNode, guarded: ReadonlySet<string>) {
    this.#guarded = guarded
    this.#fragments = fragmentsOf(document)
  }

  /** The body itself is never null: for null from the core there is no body. */
  of({ field, set }: Body, { paged, omitNull = [] }: Route): Schema {
    const type = getNullableType(field.type)
    if (!isObjectType(type) || !set) return this.#typed(type, set)
    return this.#object(type, set, (keys) => leavingOut(omitNull, paged ? envelope(keys) : keys))
  }

  #typed(type: GraphQLOutputType, set: SelectionSetNode | undefined): Schema {
    if (isListType(type)) return { type: 'array', items: this.#value(type.ofType, set) }
    if (isObjectType(type) && set) return this.#object(type, set)
    if (isEnumType(type)) {
      return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    }
    const { name } = getNamedType(type)
    const found = openApiScalars[name]
    if (!found) throw new Error(`openapi: no JSON Schema for ${name}`)
    return found
  }

  #value(type: GraphQLOutputType, set: SelectionSetNode | undefined): Schema {
    return isNonNullType(type) ? this.#typed(type.ofType, set) : nullable(this.#typed(type, set))
  }

  #object(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    change: (keys: Keys) => Keys = (keys) => keys,
  ): Schema {
    const collected: Keys = { properties: {}, required: [] }
    this.#collect(type, set, false, collected)
    const keys = change(collected)
    const name = this.#nameOf(type, set)
    const known = this.components[name]
    // Inside another answer, a shape lacks the fields that must be named.
    if (!known || covers(keys, known)) {
      const description = wireWords(type.description ?? '')
      this.components[name] = { type: 'object', description, ...keys }
    } else if (!covers(known, keys)) {
      throw new Error(
        `openapi: two different objects are called ${name}: make one of them a fragment`,
      )
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /**
   * The name of a selection: its fragment's, without the version of the routes that write; else,
   * for a list, that of its results; else its type's.
   */
  #nameOf(type: GraphQLObjectType, { selections }: SelectionSetNode): string {
    const spreads = selections.filter((node) => node.kind === Kind.FRAGMENT_SPREAD)
    const [shape, ...more] = spreads.filter((node) => !hasMark(node))
    if (shape && more.length === 0 && spreads.length === selections.length) {
      return shape.name.value.replace(/V1$/, '')
    }
    const fields = selections.filter((node) => node.kind === Kind.FIELD)
    const results = fields.find((node) => responseKeyOf(node) === 'results')
    if (!results?.selectionSet) return type.name
    const item = getNamedType(fieldOf(type, results).type) as GraphQLObjectType
    return `${this.#nameOf(item, results.selectionSet)}${fields.length > 1 ? 'Page' : 'List'}`
  }

  #collect(type: GraphQLObjectType, set: SelectionSetNode, marked: boolean, keys: Keys): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(node.name.value)
        if (!fragment) throw new Error(`openapi: no fragment ${node.name.value}`)
        this.#collect(type, fragment.selectionSet, marked || hasMark(node), keys)
      } else if (node.kind === Kind.FIELD && !isNeverAnswered(node)) {
        const field = fieldOf(type, node)
        const coordinate = `${type.name}.${field.name}`
        if (!field.description) throw new Error(`openapi: ${coordinate} has no description`)
        const guarded = this.#guarded.has(coordinate)
        const notes = [
          wireWords(field.description),
          guarded && 'Omitted for callers without that permission.',
          marked && 'Returned only if `fields` names it.',
        ].filter(Boolean)
        const value = this.#value(field.type, node.selectionSet)
        keys.properties[responseKeyOf(node)] = { ...value, description: notes.join(' ') }
        if (!guarded && !marked) keys.required.push(responseKeyOf(node))
      }
    }
  }
}
