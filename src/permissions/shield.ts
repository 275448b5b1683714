/** The only importer of graphql-shield. */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import { applyMiddleware, type IMiddleware } from 'graphql-middleware'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import shield from './graphql-shield.cjs'

export const { rule, allow, deny } = shield

export type Rule = ReturnType<ReturnType<typeof rule>> | typeof allow

/** The verdict of a rule that needs nothing but facts the request already has. */
export type Known = (parent: never, context: never) => true | Error | undefined
const knownVerdicts = new WeakMap<object, Known>()

/** Lets a rule answer at once where it can; undefined sends the field through shield. */
export function answersAtOnce<R extends object>(rule: R, known: Known): R {
  knownVerdicts.set(rule, known)
  return rule
}

const held = new WeakMap<object, (args: never) => boolean>()

/**
 * Marks a rule on mutations that reads the database: it decides in the transaction that writes, and
 * what it has found is held until the commit (src/transactions.ts). `reads` says for which arguments
 * that is so, where for others it needs no database.
 */
export function holding<R extends object, A>(rule: R, reads: (args: A) => boolean = () => true): R {
  held.set(rule, reads)
  return rule
}

export const isHeld = (rule: object, args: object) => held.get(rule)?.(args as never) ?? false

/** A line for every field of every type. A field without one is denied. */
export type Table = Record<string, Record<string, Rule>>

/**
 * The schema behind the table. Shield wraps every field in asynchronous functions, which costs more
 * than most resolvers; fields whose rule is the plain `allow` are left unwrapped.
 */
export function guard(schema: GraphQLSchema, table: Table): GraphQLSchema {
  const middleware = shield.shield(table, {
    fallbackRule: deny,
    allowExternalErrors: true,
    fallbackError: (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  })
  const tree = (
    middleware as unknown as {
      generate(schema: GraphQLSchema): Record<string, Record<string, unknown>>
    }
  ).generate(schema)
  for (const [type, fields] of Object.entries(tree)) {
    for (const field of Object.keys(fields)) {
      if (table[type]?.[field] === allow) delete fields[field]
    }
    if (Object.keys(fields).length === 0) delete tree[type]
  }
  const resolvers = rememberResolvers(schema, table)
  const guarded = applyMiddleware(schema, tree as IMiddleware)
  for (const { type, name, known, plain } of resolvers) shortcut(guarded, type, name, known, plain)
  return guarded
}

type Resolver = GraphQLFieldResolver<unknown, unknown>

/** The fields whose rules may answer at once, with their resolvers before shield wraps them. */
function rememberResolvers(schema: GraphQLSchema, table: Table) {
  return Object.entries(table).flatMap(([type, rules]) =>
    Object.entries(rules).flatMap(([name, fieldRule]) => {
      const known = knownVerdicts.get(fieldRule)
      const plain = fieldOf(schema, type, name).resolve ?? defaultFieldResolver
      return known ? [{ type, name, known, plain }] : []
    }),
  )
}

function fieldOf(
  schema: GraphQLSchema,
  type: string,
  name: string,
): GraphQLField<unknown, unknown> {
  const object = schema.getType(type)
  const field = isObjectType(object) ? object.getFields()[name] : undefined
  if (!field) throw new Error(`permissions: there is no field ${type}.${name}`)
  return field
}

/** Two hundred prices of a list are two hundred promises otherwise. */
function shortcut(
  schema: GraphQLSchema,
  type: string,
  name: string,
  known: Known,
  plain: Resolver,
) {
  const field = fieldOf(schema, type, name)
  const throughShield = field.resolve ?? defaultFieldResolver
  field.resolve = (parent, args, context, info) => {
    const verdict = known(parent as never, context as never)
    if (verdict === true) return plain(parent, args, context, info)
    if (verdict === undefined) return throughShield(parent, args, context, info)
    // Executors take an error that is returned as one that is thrown, which costs more on each row.
    return verdict
  }
}
