/**
 * Arguments as rules and resolvers get them: null for one that may be left out means that it is. So
 * no one behind this has to tell the two apart. Null in an input is for src/input/input.ts to read.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
} from 'graphql'

function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

function dropNullsFirst(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (parent, args, context, info) =>
    resolve(parent, withoutNulls(args), context, info)
}

/** Takes null out of the arguments of every field of the schema that takes it. */
export function dropNullArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (field.args.some((argument) => !isNonNullType(argument.type))) dropNullsFirst(field)
    }
  }
  return schema
}
