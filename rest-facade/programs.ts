/**
 * The compiled forms of one operation: with or without the stored fields that must be named, and
 * without the parts that `fields` leaves out. A part is what has a selection of its own, such as
 * `emails`: the core reads it separately, so what no one is shown must not be asked for.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type CompiledQuery, compileOperation } from '../src/compiled.ts'
import type { Filter } from './fields.ts'

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The key a field is answered under. */
export const keyOf = (field: FieldNode) => (field.alias ?? field.name).value

/** Whether a spread is `@onlyWhenNamed`. */
export function hasMark(node: { directives?: readonly { name: { value: string } }[] }): boolean {
  return node.directives?.some(({ name }) => name.value === 'onlyWhenNamed') ?? false
}

/** `@onlyWhenNamed` is the facade's own: the schema never sees it. */
function unmarked(document: DocumentNode, everything: boolean): DocumentNode {
  return visit(document, {
    FragmentSpread: (node) => (hasMark(node) && !everything ? null : undefined),
    Directive: (node) => (node.name.value === 'onlyWhenNamed' ? null : undefined),
  })
}

/** The document without those fields of the type. */
function without(
  document: DocumentNode,
  keys: readonly string[],
  of: string,
  schema: GraphQLSchema,
): DocumentNode {
  if (keys.length === 0) return document
  const types = new TypeInfo(schema)
  const drop = (field: FieldNode) =>
    types.getParentType()?.name === of && keys.includes(keyOf(field)) ? null : undefined
  return visit(document, visitWithTypeInfo(types, { Field: drop }))
}

/** What the facade has read, or hands to the core to be read: no executor judges it before. */
function unread(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const isJudged = (name: string) => name === 'DateTime' || isInputObjectType(schema.getType(name))
  const anything = { kind: Kind.NAME, value: 'JSON' } as const
  const NamedType = (node: NamedTypeNode) =>
    isJudged(node.name.value) ? { ...node, name: anything } : undefined
  return visit(document, { VariableDefinition: (node) => visit(node, { NamedType }) })
}

/** The operation with the fragments it reaches. */
function alone(document: DocumentNode): DocumentNode {
  const { definitions } = document
  const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fragments = new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const reached = new Set<FragmentDefinitionNode>()
  const follow = (set: SelectionSetNode) =>
    visit(set, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment) throw new Error(`operations: no fragment ${name.value}`)
        if (reached.has(fragment)) return
        reached.add(fragment)
        follow(fragment.selectionSet)
      },
    })
  if (!operation) throw new Error('operations: a document without an operation')
  follow(operation.selectionSet)
  return { kind: Kind.DOCUMENT, definitions: [operation, ...reached] }
}

/** The keys of the parts of a selection. */
export function partsOf(set: SelectionSetNode | undefined, fragments: Fragments): string[] {
  const parts = (set?.selections ?? []).flatMap((node): string[] => {
    if (node.kind === Kind.FIELD) return node.selectionSet ? [keyOf(node)] : []
    if (node.kind !== Kind.FRAGMENT_SPREAD) return []
    return partsOf(fragments.get(node.name.value)?.selectionSet, fragments)
  })
  return [...new Set(parts)]
}

interface Items {
  /** The type whose keys are filtered. */
  type: string
  parts: readonly string[]
}

/**
 * The programs of an operation, each compiled when it is first asked for. Throws at once for what
 * the schema refuses of the two whole forms.
 */
export function programsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  items: Items,
): (filter?: Filter) => CompiledQuery {
  const name = operation.name?.value ?? ''
  const definitions = [operation, ...fragments.values()]
  const whole = alone({ kind: Kind.DOCUMENT, definitions })
  const shown = unmarked(whole, false)
  // A visit that changes nothing answers what it was given.
  const everything = shown === whole ? shown : unmarked(whole, true)
  const valid = (form: DocumentNode, dropped: readonly string[] = []): DocumentNode => {
    const document = alone(without(form, dropped, items.type, schema))
    const [problem] = validate(schema, document)
    if (problem) throw new Error(`operations: ${name}: ${problem.message}`)
    return document
  }
  const wholes = new Map([[shown, valid(shown)]])
  if (everything !== shown) wholes.set(everything, valid(everything))
  const programs = new Map<string, CompiledQuery>()
  const program = (form: DocumentNode, dropped: readonly string[] = []): CompiledQuery => {
    const key = `${form === shown} ${dropped}`
    const known = programs.get(key)
    if (known) return known
    const whole = dropped.length === 0 ? wholes.get(form) : undefined
    const document = unread(whole ?? valid(form, dropped), schema)
    const compiled = compileOperation(schema, document, name)
    programs.set(key, compiled)
    return compiled
  }
  return (filter) =>
    filter
      ? program(
          filter.everything ? everything : shown,
          items.parts.filter((part) => !filter.keeps(part)),
        )
      : program(shown)
}
