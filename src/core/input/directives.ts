/** The directives of the SDL on input, as the readers of input ask for them. */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNullableType,
  isInputObjectType,
  valueFromASTUntyped,
} from 'graphql'

export type Declared = Pick<GraphQLInputField, 'astNode'>

/** The arguments of a directive where it stands; undefined where it does not. */
export function directive(
  of: Declared | GraphQLArgument,
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

/** The fields that `@mandatory` or `@ignored` names. */
export function namesIn(found: Record<string, unknown> | undefined): readonly string[] {
  return (found?.fields ?? []) as string[]
}

/**
 * The fields of an input argument that carry a directive, with its arguments; none without an
 * input.
 */
export function markedFields(
  argument: GraphQLArgument,
  mark: string,
): ReadonlyMap<string, Record<string, unknown>> {
  const ignored = namesIn(directive(argument, 'ignored'))
  const marked = Object.values(inputTypeOf(argument).getFields()).map(
    (field) => [field.name, directive(field, mark)] as const,
  )
  return new Map(
    marked.filter(
      (entry): entry is [string, Record<string, unknown>] =>
        entry[1] !== undefined && !ignored.includes(entry[0]),
    ),
  )
}

/** The type of an argument that is an input object. */
export function inputTypeOf(argument: GraphQLArgument): GraphQLInputObjectType {
  const type = getNullableType(argument.type)
  if (!isInputObjectType(type)) throw new Error(`${argument.name} is not an input object`)
  return type
}
