/**
 * The only importer of graphql-shield. Its published builds call `util.isUndefined`, which newer
 * Nodes no longer have, so it is put back before the CommonJS build loads.
 */
import { createRequire } from 'node:module'
import type { GraphQLSchema } from 'graphql'
import { applyMiddleware, type IMiddleware } from 'graphql-middleware'
import type * as Shield from 'graphql-shield'

const require = createRequire(import.meta.url)
const util = require('node:util') as { isUndefined?: (value: unknown) => boolean }
util.isUndefined ??= (value) => value === undefined

const shield = require('graphql-shield') as typeof Shield
export const { rule, allow, deny } = shield

export type Rule = ReturnType<ReturnType<typeof rule>> | typeof allow
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
  return applyMiddleware(schema, tree as IMiddleware)
}
