/** Reads the directives of the SDL. */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  valueFromASTUntyped,
} from 'graphql'

export type Declared = Pick<GraphQLInputField, 'astNode'>

/** The arguments of a directive on a node; undefined if the node does not have it. */
export function directive(
  of: Declared | GraphQLArgument | GraphQLField<unknown, unknown>,
  name: string,
): Record<string, unknown> | undefined {
  const node = of.astNode?.directives?.find(
    (found: ConstDirectiveNode) => found.name.value === name,
  )
  return (
    node &&
    Object.fromEntries(
      (node.arguments ?? []).map((argument) => [
        argument.name.value,
        valueFromASTUntyped(argument.value),
      ]),
    )
  )
}
