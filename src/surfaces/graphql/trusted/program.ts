/**
 * Runs a trusted document like the facade's operations, on the schema with all steps
 * (core/steps.ts). graphql-jit merges selections under different `@skip` and `@include` wrongly, so
 * skipped selections are removed before the rest is compiled
 * (test/surfaces/graphql/trusted-answers).
 */
import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  visit,
} from 'graphql'
import { compileOperation, type Program } from '../../../core/compiled.ts'
import { isIncluded } from '../selected-fields.ts'

type Values = Readonly<Record<string, unknown>>

/** The program for coerced variables; undefined if graphql-js must run the document. */
type Programs = (coerced: Values) => Program | undefined

/**
 * Maximum compiled forms of one document: ten variables in `@skip` and `@include` have a thousand.
 */
const maxForms = 32

/** The programs of a valid document with one query. Throws if it cannot be compiled. */
export function queryPrograms(schema: GraphQLSchema, document: DocumentNode): Programs {
  const conditions = conditionsOf(document)
  const forms = new Map<string, Program>()
  const programFor = (coerced: Values): Program | undefined => {
    const key = conditions.map((name) => Number(coerced[name] === true)).join('')
    const known = forms.get(key)
    if (known || forms.size >= maxForms) return known
    const program = compileOperation(schema, formOf(document, coerced))
    forms.set(key, program)
    return program
  }
  // Compiles one form now, so that a failure stops the start.
  programFor(Object.fromEntries(conditions.map((name) => [name, true])))
  return programFor
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

/** The document reduced to what these variables select. */
function formOf(document: DocumentNode, coerced: Values): DocumentNode {
  const unconditional = <Node extends SelectionNode>(node: Node) =>
    isIncluded(node, coerced) ? { ...node, directives: [] } : null
  return visit(document, {
    Field: unconditional,
    FragmentSpread: unconditional,
    InlineFragment: unconditional,
  })
}
