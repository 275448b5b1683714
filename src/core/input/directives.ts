/** The directives of the SDL on input. */
import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  getNullableType,
  isInputObjectType,
} from 'graphql'
import { directive } from '../../base/directives.ts'

/** The fields listed by `@mandatory` or `@ignored`. */
export function namesIn(found: Record<string, unknown> | undefined): readonly string[] {
  return (found?.fields ?? []) as string[]
}

/**
 * The fields of an input argument that have a directive, with its arguments; empty without an
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
