/**
 * Entity tags from versions: the hash of an answer without the fields that the versions of its
 * objects cover (src/core/versioned-fields.ts). What remains is read by the same operation, rules
 * and filters, for much less than the answer. So equal tags mean equal bodies, although a tag may
 * change when the body has not.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type Fragments, fragmentsOf } from '../src/base/fragments.ts'
import { version } from '../src/base/version.ts'
import { isCovered, stateFields } from '../src/core/versioned-fields.ts'
import { etagOf } from '../src/surfaces/http/etag.ts'

/** The prefix of state keys in results; no key of an answer starts like this. */
const mark = '_'
const isMarked = (key: string) => key.startsWith(mark)

const keyOf = (field: FieldNode) => (field.alias ?? field.name).value
const named = (value: string) => ({ kind: Kind.NAME, value }) as const
const marked = (name: string): FieldNode => ({
  kind: Kind.FIELD,
  name: named(name),
  alias: named(mark + name),
})

/** The document, also selecting the state of every object in the body that has one. */
export function withStates(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const types = new TypeInfo(schema)
  const SelectionSet = (node: SelectionSetNode) => {
    const state = stateFields(types.getParentType()?.name ?? '').map(marked)
    const isAround = node.selections.some(hasKey((key) => key === 'body'))
    return state.length > 0 && !isAround && !node.selections.some(isState)
      ? { ...node, selections: [...node.selections, ...state] }
      : undefined
  }
  return visit(document, visitWithTypeInfo(types, { SelectionSet }))
}

const hasKey = (fits: (key: string) => boolean) => (node: SelectionNode) =>
  node.kind === Kind.FIELD && fits(keyOf(node))
const isState = hasKey(isMarked)

/** The document without the fields covered by states. */
export function withoutCovered(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const types = new TypeInfo(schema)
  const Field = (node: FieldNode) =>
    !isState(node) && isCovered(types.getParentType()?.name ?? '', node.name.value)
      ? null
      : undefined
  return visit(document, visitWithTypeInfo(types, { Field }))
}

/** The keys of an object, each with the keys of the objects below it. */
type Shape = Map<string, Shape | undefined>

function shapeOf(set: SelectionSetNode, fragments: Fragments, shape: Shape = new Map()): Shape {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      const inner = node.selectionSet && shapeOf(node.selectionSet, fragments)
      shape.set(keyOf(node), inner)
    } else if (node.kind === Kind.FRAGMENT_SPREAD) {
      shapeOf(fragments.get(node.name.value)?.selectionSet ?? set, fragments, shape)
    }
  }
  return shape
}

/**
 * The part of a value that a shape describes; removes states from it, because answers do not show
 * them.
 */
function taken(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((one) => taken(one, shape))
  if (value === null || typeof value !== 'object') return value
  const record = value as Record<string, unknown>
  const found: Record<string, unknown> = {}
  for (const [key, inner] of shape) {
    found[key] = inner ? taken(record[key], inner) : record[key]
    if (isMarked(key)) record[key] = undefined
  }
  return found
}

/** The tag of a result's body for what was asked; removes the states from the body. */
export type TagOf = (body: unknown, asked: readonly unknown[]) => string

/**
 * Tags the bodies of `document` by the part of them that `reduced` selects. `kept` are the keys
 * that a filter keeps. Another release has other tags, because its answers may have another form.
 */
export function taggerOf(
  { document, reduced, kept }: Record<'document' | 'reduced', DocumentNode> & { kept: string },
  bodyPath: readonly string[],
): TagOf {
  const [operation] = reduced.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  let shape: Shape | undefined = shapeOf(
    operation?.selectionSet as SelectionSetNode,
    fragmentsOf(reduced),
  )
  for (const key of bodyPath) shape = shape?.get(key)
  const found = shape as Shape
  const form = etagOf(JSON.stringify([version, print(document), kept]))
  return (body, asked) => etagOf(JSON.stringify([form, asked, taken(body, found)]))
}
