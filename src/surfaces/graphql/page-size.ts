/** Reads and checks the argument `first`, the length of pages. */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  visit,
} from 'graphql'
import { directive } from '../../base/directives.ts'

/** The maximum length of a page, unless the SDL sets another (`@pageSize`). */
const maxPageSize = 100

const maxOf = (argument: GraphQLArgument): number =>
  (directive(argument, 'pageSize')?.max as number | undefined) ?? maxPageSize

/**
 * A reader of `first` for one operation; `validationErrors` collects the errors in its values,
 * in the sentences of test/spec/01.5.
 */
export function pageSizes(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) {
  const validationErrors = new Set<string>()

  /** Undefined if the request leaves the argument out. */
  const sent = (node: ArgumentNode | undefined): unknown => {
    if (node?.value.kind !== Kind.VARIABLE) return literal(node?.value)
    const name = node.value.name.value
    if (Object.hasOwn(variables, name)) return variables[name]
    const isIt = (of: { variable: { name: { value: string } } }) => of.variable.name.value === name
    return literal(operation.variableDefinitions?.find(isIt)?.defaultValue)
  }

  /**
   * The page length of a field, from 1 to its maximum; undefined if the field has no argument
   * `first`. Other values count as the maximum: graphql refuses them later, or the resolver
   * chooses.
   */
  const read = (field: FieldNode, of: GraphQLField<unknown, unknown>): number | undefined => {
    const argument = of.args.find(({ name }) => name === 'first')
    if (!argument) return undefined
    const value = sent(field.arguments?.find(({ name }) => name.value === 'first'))
    const size = value === undefined ? argument.defaultValue : value
    const most = maxOf(argument)
    if (typeof size !== 'number' || !Number.isInteger(size)) return most
    if (size < 1) validationErrors.add('Ensure this value is greater than or equal to 1.')
    if (size > most) {
      validationErrors.add(`Ensure this value is less than or equal to ${most}.`)
    }
    return Math.min(Math.max(size, 1), most)
  }

  return { read, validationErrors }
}

/** The variables used as page lengths. */
export function sizeVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Argument({ name, value }) {
      if (name.value === 'first' && value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

function literal(node: ValueNode | undefined): unknown {
  if (node?.kind === Kind.INT) return Number(node.value)
  return node && null
}
