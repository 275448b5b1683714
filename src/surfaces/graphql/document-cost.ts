/**
 * Measures an operation before it runs, in one walk over the parsed document. Every fragment is
 * measured once, so nested spreads take no longer than their text. The document need not be valid:
 * unknown fields count as plain objects.
 */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { directive } from '../../base/directives.ts'
import type { Fragments } from '../../base/fragments.ts'
import { pageSizes } from './page-size.ts'

/** The two root fields of introspection. */
const introspectionRoots = new Set(['__schema', '__type'])

export interface Measured {
  /** Levels of fields, without those of introspection. */
  depth: number
  introspectionDepth: number
  /** Fields with an alias, counted again wherever their fragment is spread. */
  aliases: number
  /** Fields and spreads, counted again wherever their fragment is spread. */
  selections: number
  /** The response keys at the top of the answer, with their fields. */
  root: ReadonlyMap<string, string>
  /**
   * Maximum objects of the answer, with one object for each list that neither has `first` nor is in
   * a page: their lengths are counted while the operation runs (src/core/limits/running-cost.ts).
   * Also what fields cost by themselves (`@cost`).
   */
  cost: number
  /** Errors in the values of `first`. */
  pageErrors: ReadonlySet<string>
}

/** The measures of one selection set, field or fragment. */
interface Size {
  readonly depth: number
  readonly introspectionDepth: number
  readonly aliases: number
  readonly selections: number
  /** Objects, except those of `listed`. */
  readonly fixed: number
  /**
   * Objects of the plain lists directly in this selection, per element: the length depends on the
   * parent.
   */
  readonly listed: number
  /** What the fields cost by themselves, however many objects have them. */
  readonly own: number
}

const nothing: Size = {
  depth: 0,
  introspectionDepth: 0,
  aliases: 0,
  selections: 0,
  fixed: 0,
  listed: 0,
  own: 0,
}

const together = (a: Size, b: Size): Size => ({
  depth: Math.max(a.depth, b.depth),
  introspectionDepth: Math.max(a.introspectionDepth, b.introspectionDepth),
  aliases: a.aliases + b.aliases,
  selections: a.selections + b.selections,
  fixed: a.fixed + b.fixed,
  listed: a.listed + b.listed,
  own: a.own + b.own,
})

/** The maximum over the types of a union, of which each object has one. */
const either = (a: Size, b: Size): Size => ({
  depth: Math.max(a.depth, b.depth),
  introspectionDepth: Math.max(a.introspectionDepth, b.introspectionDepth),
  aliases: Math.max(a.aliases, b.aliases),
  selections: a.selections + b.selections,
  fixed: Math.max(a.fixed, b.fixed),
  listed: Math.max(a.listed, b.listed),
  own: a.own + b.own,
})

/** The measures of an operation with these variables. */
export function measure(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  variables: Readonly<Record<string, unknown>>,
): Measured {
  const pages = pageSizes(operation, variables)
  const known = new Map<string, Size>()

  const ofField = (field: FieldNode, parent: GraphQLOutputType | undefined): Size => {
    const definition = fieldOf(parent, field.name.value)
    const inner = field.selectionSet
      ? ofSelections(field.selectionSet, definition && getNamedType(definition.type))
      : nothing
    const isIntrospection = introspectionRoots.has(field.name.value)
    return {
      depth: isIntrospection ? 1 : inner.depth + 1,
      introspectionDepth: isIntrospection ? inner.depth + 1 : inner.introspectionDepth,
      aliases: inner.aliases + (field.alias ? 1 : 0),
      selections: inner.selections + 1,
      own: inner.own + ownCost(definition),
      ...(isIntrospection || !field.selectionSet
        ? { fixed: 0, listed: 0 }
        : objectsOf(definition, inner, definition && pages.read(field, definition))),
    }
  }

  const ofFragment = (name: string): Size => {
    const measured = known.get(name)
    if (measured) return measured
    // A recursive spread counts as nothing; graphql's own rules refuse the document.
    known.set(name, nothing)
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    const type = outputType(schema, fragment.typeCondition.name.value)
    const size = ofSelections(fragment.selectionSet, type)
    known.set(name, size)
    return size
  }

  const ofSelection = (node: SelectionNode, parent: GraphQLOutputType | undefined): Size => {
    if (node.kind === Kind.FIELD) return ofField(node, parent)
    const condition = node.kind === Kind.INLINE_FRAGMENT && node.typeCondition?.name.value
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(node.name.value)
        : ofSelections(node.selectionSet, condition ? outputType(schema, condition) : parent)
    return { ...inner, selections: inner.selections + 1 }
  }

  /** The type condition of a fragment; undefined for other selections. */
  const conditionOf = (node: SelectionNode): string | undefined => {
    if (node.kind === Kind.FIELD) return undefined
    if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value
    return fragments.get(node.name.value)?.typeCondition.name.value
  }

  const ofSelections = (set: SelectionSetNode, parent: GraphQLOutputType | undefined): Size => {
    const all = (nodes: readonly SelectionNode[]) =>
      nodes.map((node) => ofSelection(node, parent)).reduce(together, nothing)
    if (!isUnionType(parent)) return all(set.selections)
    const on = (type: string | undefined) =>
      all(set.selections.filter((node) => conditionOf(node) === type))
    const types = new Set(set.selections.map(conditionOf).filter((type) => type !== undefined))
    return together(on(undefined), [...types].map(on).reduce(either, nothing))
  }

  const rootType = schema.getRootType(operation.operation) ?? undefined
  const { fixed, listed, own, ...rest } = ofSelections(operation.selectionSet, rootType)
  const root = rootFields(operation.selectionSet, fragments)
  return { ...rest, root, cost: fixed + listed + own, pageErrors: pages.validationErrors }
}

/**
 * The objects of a field with a selection. `first` is the length of a list; on an object, which is
 * then a page, it is the length of the plain lists inside.
 */
function objectsOf(
  definition: GraphQLField<unknown, unknown> | undefined,
  inner: Size,
  pageSize: number | undefined,
): Pick<Size, 'fixed' | 'listed'> {
  if (definition && isListType(getNullableType(definition.type))) {
    const each = 1 + inner.fixed + inner.listed
    return pageSize === undefined
      ? { fixed: 0, listed: each }
      : { fixed: pageSize * each, listed: 0 }
  }
  return { fixed: 1 + inner.fixed + (pageSize ?? 1) * inner.listed, listed: 0 }
}

const ownCost = (definition: GraphQLField<unknown, unknown> | undefined): number =>
  ((definition && directive(definition, 'cost')?.each) as number | undefined) ?? 0

/** The root fields by response key; each fragment is read once. */
export function rootFields(set: SelectionSetNode, fragments: Fragments): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const look = (node: SelectionNode): void => {
    if (node.kind === Kind.FIELD) {
      found.set(node.alias?.value ?? node.name.value, node.name.value)
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      node.selectionSet.selections.forEach(look)
    } else if (!seen.has(node.name.value)) {
      seen.add(node.name.value)
      fragments.get(node.name.value)?.selectionSet.selections.forEach(look)
    }
  }
  set.selections.forEach(look)
  return found
}

function fieldOf(type: GraphQLOutputType | undefined, name: string) {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
}

function outputType(schema: GraphQLSchema, name: string): GraphQLOutputType | undefined {
  const type = schema.getType(name)
  return isObjectType(type) || isInterfaceType(type) ? type : undefined
}
