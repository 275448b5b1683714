/** What surrounds the resolvers of a schema: steps, each around those behind it (steps.ts). */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql'

export type Resolve<C> = GraphQLFieldResolver<unknown, C>

/** A field of a type, as the SDL and its resolvers make it. */
export interface FieldPlace {
  type: string
  field: GraphQLField<unknown, unknown>
}

/** Wraps the resolver of a field once more; returns `next` if there is nothing to add. */
export type Step<C> = (place: FieldPlace, next: Resolve<C>) => Resolve<C>

/** Surrounds every field of the schema, once, by these steps; the first is the outermost. */
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
  // Only now: a step may look at other fields, as the SDL and their resolvers made them.
  for (const [at, { field }] of places.entries()) {
    if (surrounded[at] !== defaultFieldResolver) field.resolve = surrounded[at] as Resolve<unknown>
  }
  return schema
}
