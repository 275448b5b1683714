/** The only importer of graphql-shield. */
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql'
import { applyMiddleware, type IMiddleware } from 'graphql-middleware'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import shield from './graphql-shield.cjs'

export const { rule, allow, deny } = shield

export type Rule =
  | ReturnType<ReturnType<typeof rule>>
  | ReturnType<typeof shield.chain>
  | typeof allow

/**
 * On a field of an object that was handed out with all that decides: one synchronous verdict, where
 * shield would make promises for each row of a list. What was not asked for then is a defect.
 */
export class Decided<Parent = never, Context = never> {
  readonly decide: (parent: Parent, context: Context) => true | Error

  constructor(decide: (parent: Parent, context: Context) => true | Error) {
    this.decide = decide
  }
}

const held = new WeakMap<object, (args: never) => boolean>()

/**
 * Marks a rule on mutations that reads the database: it decides in the transaction that writes, and
 * what it has found is held until the commit (src/core/transactions.ts). `reads` says for which
 * arguments that is so, where for others it needs no database.
 */
export function holding<R extends object, A>(rule: R, reads: (args: A) => boolean = () => true): R {
  held.set(rule, reads)
  return rule
}

export const isHeld = (rule: object, args: object) => held.get(rule)?.(args as never) ?? false

/**
 * Steps of one line, in the order of the specification; the first that refuses is the last. They
 * are held if one of them is.
 */
export function inOrder(...steps: Rule[]): Rule {
  const line = shield.chain(...steps)
  const reads = steps.flatMap((step) => held.get(step) ?? [])
  return reads.length > 0 ? holding(line, (args: never) => reads.some((of) => of(args))) : line
}

/** A line for every field of every type. A field without one is denied. */
export type Table = Record<string, Record<string, Rule | Decided>>

/**
 * The schema behind the table. Shield wraps every field in asynchronous functions, which costs more
 * than most resolvers; fields whose rule is the plain `allow`, and those that are `Decided`, are
 * left unwrapped.
 */
export function guard(schema: GraphQLSchema, table: Table): GraphQLSchema {
  const rules = rulesOf(schema, table)
  const middleware = shield.shield(rules, {
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
      if (rules[type]?.[field] === allow) delete fields[field]
    }
    if (Object.keys(fields).length === 0) delete tree[type]
  }
  return applyMiddleware(schema, tree as IMiddleware)
}

/** The lines for shield; the fields that others decide are given their resolvers here. */
function rulesOf(schema: GraphQLSchema, table: Table): Record<string, Record<string, Rule>> {
  const ruleOf = (type: string, field: string, line: Rule | Decided): Rule => {
    if (!(line instanceof Decided)) return line
    decideAtOnce(fieldOf(schema, type, field), line)
    return allow
  }
  const entries = Object.entries(table).map(([type, lines]) => {
    const rules = Object.entries(lines).map(([field, line]) => [field, ruleOf(type, field, line)])
    return [type, Object.fromEntries(rules)]
  })
  return Object.fromEntries(entries)
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

function decideAtOnce(field: GraphQLField<unknown, unknown>, { decide }: Decided): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (parent, args, context, info) => {
    const verdict = decide(parent as never, context as never)
    // Executors take an error that is returned as one that is thrown, which costs more on each row.
    return verdict === true ? resolve(parent, args, context, info) : verdict
  }
}
