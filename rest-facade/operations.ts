/**
 * The checked-in operations, compiled once at boot. The selection under the alias `body` is the
 * REST answer, aliases included, so no code here names a field.
 */
import { readdirSync, readFileSync } from 'node:fs'
import {
  concatAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  Source,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type Fragments, fragmentsOf } from '../src/base/fragments.ts'
import { capitalized } from '../src/base/names.ts'
import { root } from '../src/base/root.ts'
import { itemNames } from '../src/core/parent-kinds.ts'
import type { Filter, Keys } from './fields.ts'
import {
  type CompiledForm,
  filteredForms,
  hasMark,
  programsOf,
  responseKeyOf,
  unmarked,
} from './programs.ts'

/** The types to which field filtering applies (test/spec/01.7). */
const filtered: ReadonlySet<string> = new Set(['Trip', ...itemNames.map(capitalized)])

export interface FacadeOperation {
  name: string
  /** Such as `Query.trip`: its line in the permission table. */
  coordinate: string
  isMutation: boolean
  /** The names of its variables. */
  variables: ReadonlySet<string>
  /** Those that hold texts, which are opaque in a path; all others are ids. */
  texts: ReadonlySet<string>
  /** Those that the query may fill; ids come only from the path. */
  queried: ReadonlySet<string>
  /** Those that must have a value. */
  required: ReadonlySet<string>
  /** The mutation's argument filled by `$input`. */
  input?: GraphQLArgument
  /** Path to the body in the result. */
  bodyPath: readonly string[]
  /** Set if the answer can be filtered by field. */
  keys?: Keys
  /** The compiled form that answers what a filter keeps. */
  form(filter?: Filter): CompiledForm
}

const folder = new URL('rest-facade/operations/', root)

/** All files of `operations/` as one document, whose nodes know their files. */
export function readOperations(): DocumentNode {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'))
  return concatAST(
    files.map((name) => parse(new Source(readFileSync(new URL(name, folder), 'utf8'), name))),
  )
}

/** The response keys of a selection, and whether each must be named. */
function keysOf(set: SelectionSetNode, fragments: Fragments, marked = false): Map<string, boolean> {
  const keys = new Map<string, boolean>()
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) keys.set(responseKeyOf(node), marked)
    else if (node.kind === Kind.FRAGMENT_SPREAD) {
      const inner = fragments.get(node.name.value) as FragmentDefinitionNode
      for (const [key, named] of keysOf(inner.selectionSet, fragments, marked || hasMark(node))) {
        keys.set(key, named)
      }
    }
  }
  return keys
}

interface Body {
  path: string[]
  /** The type of an item: the body itself, or one of its `results`. */
  type: string
  items: SelectionSetNode | undefined
}

function findBody(operation: OperationDefinitionNode, schema: GraphQLSchema): Body {
  const path: string[] = []
  const bodies: Body[] = []
  const types = new TypeInfo(schema)
  const seek = {
    enter(field: FieldNode) {
      path.push(responseKeyOf(field))
      if (responseKeyOf(field) !== 'body') return
      const type = getNamedType(types.getType())
      const list = field.selectionSet?.selections.find(
        (node): node is FieldNode => node.kind === Kind.FIELD && responseKeyOf(node) === 'results',
      )
      const item = list && isObjectType(type) ? type.getFields().results?.type : type
      bodies.push({
        path: [...path],
        type: item ? getNamedType(item).name : '',
        items: (list ?? field).selectionSet,
      })
    },
    leave: () => void path.pop(),
  }
  visit(operation, visitWithTypeInfo(types, { Field: seek }))
  const [body, ...more] = bodies
  if (!body || more.length > 0) {
    throw new Error(`operations: ${operation.name?.value} must have exactly one field named body`)
  }
  return body
}

function operationFrom(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  fragments: Fragments,
  filtering: ReturnType<typeof filteredForms>,
): FacadeOperation {
  const name = definition.name?.value
  if (!name) throw new Error('operations: every operation has a name')
  const type = definition.operation === 'mutation' ? 'Mutation' : 'Query'
  const [root] = definition.selectionSet.selections
  if (root?.kind !== Kind.FIELD) throw new Error(`operations: ${name} starts with a fragment`)
  const declared = definition.variableDefinitions ?? []
  const { path, type: itemType, items } = findBody(definition, schema)
  const keys = items && filtered.has(itemType) ? [...keysOf(items, fragments)] : undefined
  const input = schema
    .getMutationType()
    ?.getFields()
    [root.name.value]?.args.find((argument) => argument.name === 'input')
  const pick = (named: boolean) =>
    new Set(keys?.filter(([, mark]) => mark === named).map(([key]) => key))
  return {
    name,
    coordinate: `${type}.${root.name.value}`,
    isMutation: type === 'Mutation',
    variables: new Set(declared.map(({ variable }) => variable.name.value)),
    texts: new Set(
      declared
        .filter(({ type }) => /^String!?$/.test(print(type)))
        .map(({ variable }) => variable.name.value),
    ),
    queried: new Set(
      declared
        .filter(({ type }) => /^(String|DateTime)$/.test(print(type)))
        .map(({ variable }) => variable.name.value),
    ),
    required: new Set(
      declared
        .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
        .map(({ variable }) => variable.name.value),
    ),
    bodyPath: path,
    form: programsOf(
      schema,
      definition,
      fragments,
      { type: itemType, keys: (keys ?? []).map(([key]) => key), bodyPath: path },
      filtering,
    ),
    ...(type === 'Mutation' && input && { input }),
    ...(keys && { keys: { shown: pick(false), named: pick(true) } }),
  }
}

/** All operations by name. Throws, with its file and line, for any that the schema refuses. */
export function compileOperations(schema: GraphQLSchema): Map<string, FacadeOperation> {
  const document = readOperations()
  const [problem] = validate(schema, unmarked(document, true))
  if (problem) throw new Error(`operations: ${problem}`)
  const fragments = fragmentsOf(document)
  const filtering = filteredForms()
  return new Map(
    document.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .map((node) => operationFrom(schema, node, fragments, filtering))
      .map((operation) => [operation.name, operation]),
  )
}
