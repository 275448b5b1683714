/** Steps wrap the resolvers of a schema, each step around the next ones (steps.ts). */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql'

export type Resolve<C> = GraphQLFieldResolver<unknown, C>

/** A field of a type, before it is wrapped. */
export interface FieldPlace {
  type: string
  field: GraphQLField<unknown, unknown>
}

/** Wraps the resolver of a field; returns `next` if there is nothing to add. */
export type Step<C> = (place: FieldPlace, next: Resolve<C>) => Resolve<C>

/** Wraps every field of the schema in these steps, once; the first is the outermost. */
export function surround<C>(schema: GraphQLSchema, steps: readonly Step<C>[]): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const places = types
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type) => {
      return Object.values(type.getFields()).map((field) => ({ type: type.name, field }))
    })
  const surrounded = places.map((place) => {
    const { resolve = defaultFieldResolver } = place.field
    return steps.reduceRight<Resolve<C>>((next, step) => step(place, next), resolve)
  })
  // Last, because a step may look at other fields, which must not be wrapped yet.
  for (const [at, { field }] of places.entries()) {
    if (surrounded[at] !== defaultFieldResolver) field.resolve = surrounded[at] as Resolve<unknown>
  }
  return schema
}
