/**
 * The compiled forms of one operation: the default one, and one for each set of keys that `fields`
 * keeps. Keys that are not requested are not read by the core either (test/spec/01.7).
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
  OperationTypeNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { type Fragments, fragmentsOf } from '../src/base/fragments.ts'
import { capitalized } from '../src/base/names.ts'
import { compileOperation, type Program } from '../src/core/compiled.ts'
import { itemNames } from '../src/core/parent-kinds.ts'
import { stateFields } from '../src/core/versioned-fields.ts'
import type { Filter } from './fields.ts'
import { type TagOf, taggerOf, withoutCovered, withStates } from './version-tags.ts'

/** The key a field is answered under. */
export const responseKeyOf = (field: FieldNode) => (field.alias ?? field.name).value

/** Whether a spread is `@onlyWhenNamed`. */
export function hasMark(node: { directives?: readonly { name: { value: string } }[] }): boolean {
  return node.directives?.some(({ name }) => name.value === 'onlyWhenNamed') ?? false
}

/**
 * Removes `@onlyWhenNamed`, which is the facade's own: the schema never sees it. Spreads with it
 * stay if `everything` does.
 */
export function unmarked(document: DocumentNode, everything: boolean): DocumentNode {
  return visit(document, {
    FragmentSpread: (node) => (hasMark(node) && !everything ? null : undefined),
    Directive: (node) => (node.name.value === 'onlyWhenNamed' ? null : undefined),
  })
}

/** The document without those fields of the type. */
function without(
  document: DocumentNode,
  dropped: readonly string[],
  of: string,
  schema: GraphQLSchema,
): DocumentNode {
  if (dropped.length === 0) return document
  const keys = new Set(dropped)
  const types = new TypeInfo(schema)
  const drop = (field: FieldNode) =>
    types.getParentType()?.name === of && keys.has(responseKeyOf(field)) ? null : undefined
  return visit(document, visitWithTypeInfo(types, { Field: drop }))
}

/**
 * Declares variables that the facade or the core reads as JSON, so that no executor checks them
 * first.
 */
function unread(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const isJudged = (name: string) => name === 'DateTime' || isInputObjectType(schema.getType(name))
  const anything = { kind: Kind.NAME, value: 'JSON' } as const
  const NamedType = (node: NamedTypeNode) =>
    isJudged(node.name.value) ? { ...node, name: anything } : undefined
  return visit(document, { VariableDefinition: (node) => visit(node, { NamedType }) })
}

/** The operation and the fragments it reaches. */
function alone(document: DocumentNode): DocumentNode {
  const { definitions } = document
  const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fragments = fragmentsOf(document)
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

interface Items {
  /** The type whose keys are filtered. */
  type: string
  /** All keys that a filter may keep. */
  keys: readonly string[]
  /** Path to the body in the result. */
  bodyPath: readonly string[]
}

/**
 * A form of an operation: the program that answers a request, and the one that makes its entity
 * tag.
 */
export interface CompiledForm {
  program: Program
  /**
   * For a read whose tag follows from versions: a program that reads only what the tag needs, and
   * the tag of a body from either program.
   */
  tag?: { readonly program: Program; of: TagOf }
  /** Whether clients may keep copies of the answer; any other is secret, or opens a file. */
  isStorable: boolean
}

/** The types that clients may keep copies of, besides pages and lists of them. */
const storable: ReadonlySet<string> = new Set([
  ...['Trip', ...itemNames.map(capitalized), 'Tombstone'],
  ...['Collaborator', 'Permissions', 'Person', 'Favorite', 'FavoriteUser', 'Category'],
])

function isStorable(document: DocumentNode, schema: GraphQLSchema): boolean {
  const types = new TypeInfo(schema)
  const reached = new Set<string>()
  const SelectionSet = () => void reached.add(types.getParentType()?.name ?? '')
  visit(document, visitWithTypeInfo(types, { SelectionSet }))
  reached.delete('Query')
  return [...reached].every((name) => storable.has(name.replace(/(Page|List)$/, '')))
}

/** Clients may request any set of keys; the most recently used ones stay compiled. */
export const filteredForms = () => new LRUCache<string, CompiledForm>({ max: 300 })

/** Makes the forms of an operation from their documents. */
function formsOf(
  schema: GraphQLSchema,
  { name, isRead, items }: { name: string; isRead: boolean; items: Items },
) {
  const compile = (form: DocumentNode) => compileOperation(schema, unread(form, schema), name)
  return (document: DocumentNode, kept: string): CompiledForm => {
    if (!isRead) return { program: compile(document), isStorable: false }
    const common = { isStorable: isStorable(document, schema) }
    if (stateFields(items.type).length === 0) return { ...common, program: compile(document) }
    const whole = withStates(document, schema)
    const reduced = alone(withoutCovered(whole, schema))
    let program: Program | undefined
    return {
      ...common,
      program: compile(whole),
      tag: {
        // Compiled when a client first asks with a condition.
        get program() {
          program ??= compile(reduced)
          return program
        },
        of: taggerOf({ document, reduced, kept }, items.bodyPath),
      },
    }
  }
}

/** The forms of a valid operation, each compiled on first use. */
export function programsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  items: Items,
  filtered: ReturnType<typeof filteredForms>,
): (filter?: Filter) => CompiledForm {
  const name = operation.name?.value ?? ''
  const whole = () =>
    alone({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments.values()] })
  const isRead = operation.operation === OperationTypeNode.QUERY
  const make = formsOf(schema, { name, isRead, items })
  let shown: CompiledForm | undefined
  return (filter) => {
    if (!filter) {
      shown ??= make(alone(unmarked(whole(), false)), '')
      return shown
    }
    const kept = items.keys.filter((key) => filter.keeps(key))
    // The id tells the parts of a long answer which row they belong to.
    const dropped = items.keys.filter((key) => key !== 'id' && !kept.includes(key))
    const key = `${name} with ${kept}`
    const known = filtered.get(key)
    if (known) return known
    const reduced = without(unmarked(whole(), true), dropped, items.type, schema)
    const form = make(alone(reduced), `${kept}`)
    filtered.set(key, form)
    return form
  }
}
