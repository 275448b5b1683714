/**
 * How a trusted document is run. Where graphql-jit differs from graphql-js, it is bypassed:
 * graphql-js reads arguments when a field is resolved, and skipped selections are removed before
 * the rest is compiled (test/surfaces/graphql/trusted-answers).
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  type DirectiveNode,
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  execute,
  type FieldNode,
  type GraphQLFieldConfig,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileOperation, withExtensions } from '../../../core/compiled.ts'
import { fragmentsOf } from '../document.ts'
import { rootFields } from '../measure.ts'

type Values = Readonly<Record<string, unknown>>

/** One request's variables: as they were sent, and as graphql-js has coerced them. */
export interface Variables {
  sent: Values
  coerced: Values
}

type Program = (
  context: object,
  variables: Variables,
) => ExecutionResult | PromiseLike<ExecutionResult>

/** The schemas with which all documents are compiled. */
export interface Schemas {
  executable: GraphQLSchema
  withoutArguments: GraphQLSchema
}

/**
 * Forms of one document that are compiled: `@skip` and `@include` on ten variables make a thousand.
 */
const maxForms = 32

/** Where a compiled field keeps its original node, and a context the variables. */
const written = Symbol('written')
const values = Symbol('values')
type Stripped = FieldNode & { [written]?: FieldNode }
type Running = { [values]?: Values }

type Run = CompiledQuery['query']
type Config = GraphQLFieldConfig<unknown, object>

/** The same schema for graphql-jit, which reads no argument in it. */
export function schemasOf(executable: GraphQLSchema): Schemas {
  const read = (
    { resolve = defaultFieldResolver, ...config }: Config,
    name: string,
    of: string,
  ) => {
    const definition = (executable.getType(of) as GraphQLObjectType).getFields()[name]
    if (!definition || definition.args.length === 0) return undefined
    const reading: Config['resolve'] = (parent, _args, context: Running, info) => {
      const [node] = info.fieldNodes as Stripped[]
      const asWritten = node?.[written] as FieldNode
      const args = getArgumentValues(definition, asWritten, context[values])
      return resolve(parent, args, context, info)
    }
    return { ...config, args: {}, resolve: reading }
  }
  const withoutArguments = mapSchema(executable, {
    [MapperKind.OBJECT_FIELD]: read,
    [MapperKind.INTERFACE_FIELD]: (config) => ({ ...config, args: {} }),
  })
  return { executable, withoutArguments }
}

/** The program of a valid document with one operation. Throws where it cannot be compiled. */
export function programOf(
  schemas: Schemas,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Program {
  const { executable: schema, withoutArguments } = schemas
  const interpreted: Program = (contextValue, { sent }) =>
    execute({ schema, document, contextValue, variableValues: sent })
  if (!canBeCompiled(document, operation)) return interpreted
  const conditions = conditionsOf(document)
  const forms = new Map<string, Run>()
  const compiled = (coerced: Values): Run | undefined => {
    const key = conditions.map((name) => Number(coerced[name] === true)).join('')
    const known = forms.get(key)
    if (known || forms.size >= maxForms) return known
    const { query: run } = compileOperation(withoutArguments, formOf(document, coerced))
    forms.set(key, run)
    return run
  }
  // One form now: a failure to compile stops the start.
  compiled(Object.fromEntries(conditions.map((name) => [name, true])))
  return (context: Running, variables) => {
    const run = compiled(variables.coerced)
    if (!run) return interpreted(context, variables)
    context[values] = variables.coerced
    const result = run(undefined, context, {})
    return result instanceof Promise
      ? result.then(withExtensions)
      : withExtensions(result as ExecutionResult)
  }
}

/**
 * Where graphql-jit may answer otherwise than graphql-js, a query is run again, but a mutation
 * cannot be. Introspection would read the schema that was made for graphql-jit.
 */
function canBeCompiled(
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
) {
  const fields = [...rootFields(selectionSet, fragmentsOf(document)).values()]
  return operation === 'query' && !fields.some((name) => name === '__schema' || name === '__type')
}

const conditional: ReadonlySet<string> = new Set(['skip', 'include'])

/** The variables that affect the selection. */
function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ name, arguments: [argument] = [] }: DirectiveNode) {
      if (!conditional.has(name.value) || argument?.value.kind !== Kind.VARIABLE) return
      names.add(argument.value.name.value)
    },
  })
  return [...names].sort()
}

/** The document with what these variables select, without arguments and variables. */
function formOf(document: DocumentNode, coerced: Values): DocumentNode {
  const isSkipped = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if === false
  const bare = <Node extends SelectionNode>(node: Node) =>
    isSkipped(node) ? null : { ...node, directives: [] }
  return visit(document, {
    OperationDefinition: (node) => ({ ...node, variableDefinitions: [], directives: [] }),
    Field: (node) => {
      const form = bare(node)
      return form && { ...form, arguments: [], [written]: node }
    },
    FragmentSpread: bare,
    InlineFragment: bare,
  })
}
