/**
 * Where items of a trip are handed out: with the access that decides on some of their fields, asked
 * for once for a list. The fields themselves ask no one (shield.ts, `Decided`).
 */
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { Context } from '../context.ts'
import { selected } from '../input/selection.ts'
import { Decided, type Table } from './shield.ts'

type Resolve = GraphQLFieldResolver<unknown, Context>
type Item = { tripId: number }
type HandedOut = Item | Item[] | { results: Item[] } | null | Error

function itemsIn(answer: HandedOut): Item[] {
  if (answer === null || answer instanceof Error) return []
  if ('results' in answer) return answer.results
  return Array.isArray(answer) ? answer : [answer]
}

/** The answer, once it is known for each trip of its items what the viewer may do there. */
function withAccess(answer: HandedOut, { access, knownAccess }: Context): unknown {
  const trips = new Set(itemsIn(answer).map(({ tripId }) => tripId))
  const unknown = [...trips].filter((tripId) => knownAccess(tripId) === undefined)
  if (unknown.length === 0) return answer
  // A failure is for the fields to tell: what was written stays written.
  return Promise.allSettled(unknown.map(access)).then(() => answer)
}

/** The fields of a type, or of those behind an interface, that are decided when handed out. */
function decidedFields(schema: GraphQLSchema, type: unknown, table: Table): string[] {
  if (isInterfaceType(type)) {
    return schema.getPossibleTypes(type).flatMap((one) => decidedFields(schema, one, table))
  }
  const lines = isObjectType(type) ? Object.entries(table[type.name] ?? {}) : []
  return lines.flatMap(([field, line]) => (line instanceof Decided ? [field] : []))
}

/** Asks for access in every field of the type that answers such objects, or a page of them. */
function askFirst(schema: GraphQLSchema, type: GraphQLObjectType, table: Table): void {
  for (const field of Object.values(type.getFields())) {
    const answered = getNamedType(field.type)
    const results = isObjectType(answered) ? answered.getFields().results : undefined
    const handed = results ? getNamedType(results.type) : answered
    const decided = decidedFields(schema, handed, table)
    if (decided.length === 0 || field.name === 'results') continue
    const resolve = field.resolve as Resolve | undefined
    if (!resolve) throw new Error(`${type.name}.${field.name} hands out items without a resolver`)
    const path = results ? ['results'] : []
    field.resolve = (async (parent, args, context: Context, info) => {
      const answer = (await resolve(parent, args, context, info)) as HandedOut
      const names = selected(info, ...path)
      return decided.some((name) => names.has(name)) ? withAccess(answer, context) : answer
    }) satisfies Resolve
  }
}

/** Has all fields that hand out items ask first; around mutations, which forget what they knew. */
export function handOutItems(schema: GraphQLSchema, table: Table): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) askFirst(schema, type, table)
  }
  return schema
}
