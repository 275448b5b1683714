/**
 * How a trusted document is run: as the facade's operations are, on the schema with all its steps
 * (core/steps.ts). graphql-jit merges selections under different `@skip` and `@include` wrongly, so
 * what the variables skip is removed before the rest is compiled
 * (test/surfaces/graphql/trusted-answers).
 */
import {
  type DirectiveNode,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import { compileOperation, type Program } from '../../../core/compiled.ts'

type Values = Readonly<Record<string, unknown>>

/** One request's variables: as they were sent, and as graphql-js has coerced them. */
export interface Variables {
  sent: Values
  coerced: Values
}

type Runner = (
  context: object,
  variables: Variables,
) => ExecutionResult | PromiseLike<ExecutionResult>

/**
 * Forms of one document that are compiled: `@skip` and `@include` on ten variables make a thousand.
 */
const maxForms = 32

/** The program of a valid document with one operation. Throws where it cannot be compiled. */
export function programOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Runner {
  const interpreted: Runner = (contextValue, { sent }) =>
    execute({ schema, document, contextValue, variableValues: sent })
  // Where graphql-jit may answer otherwise than graphql-js, a query is run again; a mutation must
  // not be.
  if (operation.operation !== 'query') return interpreted
  const conditions = conditionsOf(document)
  const forms = new Map<string, Program>()
  const compiled = (coerced: Values): Program | undefined => {
    const key = conditions.map((name) => Number(coerced[name] === true)).join('')
    const known = forms.get(key)
    if (known || forms.size >= maxForms) return known
    const run = compileOperation(schema, formOf(document, coerced))
    forms.set(key, run)
    return run
  }
  // One form now: a failure to compile stops the start.
  compiled(Object.fromEntries(conditions.map((name) => [name, true])))
  return (context, variables) => {
    const run = compiled(variables.coerced)
    return run ? run(context, variables.coerced) : interpreted(context, variables)
  }
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

/** The document with what these variables select. */
function formOf(document: DocumentNode, coerced: Values): DocumentNode {
  const isSkipped = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, coerced)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, coerced)?.if === false
  const unconditional = <Node extends SelectionNode>(node: Node) =>
    isSkipped(node) ? null : { ...node, directives: [] }
  return visit(document, {
    Field: unconditional,
    FragmentSpread: unconditional,
    InlineFragment: unconditional,
  })
}
