/** The step that enforces the permission table, and the only importer of graphql-shield. */
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { type Code, Refusal } from '../../base/errors.ts'
import type { Page } from '../../base/pages.ts'
import { anew, type Context } from '../context.ts'
import type { Resolve, Step } from '../step.ts'
import { isKeptRow } from '../store/idempotent-writes.ts'
import { explain } from './explaining.ts'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import shield from './graphql-shield.cjs'
import { allow, answerOf, isShown, type Line, type PermissionTable, type ShownTo } from './rule.ts'

type Guard = (next: Resolve<Context>, ...asked: Parameters<Resolve<Context>>) => unknown
type Guards = Record<string, Record<string, Guard | { resolve: Guard }>>
type ResolverArgs = [parent: object, args: object, context: Context, info: GraphQLResolveInfo]

/**
 * A line as a single rule of shield, whose chains cost more than most of our rules; the first
 * refusal ends it. Errors are returned: an unavailable database neither permits nor denies.
 */
function shieldRule(name: string, { rules }: Line) {
  const ask = async (...[parent, args, context, info]: ResolverArgs): Promise<true | Error> => {
    try {
      for (const rule of rules) {
        const answer = answerOf(await rule.check(context, args, parent), context)
        if (answer === true) continue
        explain(context, rule, info, answer)
        return answer
      }
      return true
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  return shield.rule(name, { cache: 'no_cache' })(ask)
}

/** Converts lines for shield, which needs equal rules to be the same object everywhere. */
function shieldRules() {
  const known = new Map<string, { rules: Line['rules']; made: ReturnType<typeof shieldRule> }>()
  return (line: Line | ShownTo) => {
    if (isShown(line) || line === allow) return shield.allow
    const { rules } = line
    const name = rules.map((rule) => rule.name).join(', ')
    const found = known.get(name) ?? { rules, made: shieldRule(name, line) }
    if (found.rules.some((rule, nth) => rule !== rules[nth])) {
      throw new Error(`permissions: two rules have the name of one in ${name}`)
    }
    known.set(name, found)
    return found.made
  }
}

/** Shield's wrappers of the fields, by type and field. */
function guards(schema: GraphQLSchema, table: PermissionTable): Guards {
  const ruleOf = shieldRules()
  const rules = Object.entries(table).map(([type, lines]) => [
    type,
    Object.fromEntries(Object.entries(lines).map(([field, line]) => [field, ruleOf(line)])),
  ])
  const generator = shield.shield(Object.fromEntries(rules), {
    fallbackRule: shield.deny,
    allowExternalErrors: true,
    fallbackError: (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
  })
  return generator.generate(schema) as Guards
}

const codesOfNothing: readonly string[] = ['NOT_FOUND', 'INVALID_PAGE'] satisfies Code[]

/** Whether a read has found an empty list, or failed because it found nothing. */
function isNothing(found: unknown): boolean {
  if (found instanceof Refusal) return codesOfNothing.includes(found.code)
  const { count, results } = (found ?? {}) as Partial<Page<unknown>>
  // Rows are read before they are counted.
  return results?.length === 0 || count === 0
}

/** Asks a confirmed line again, after a read that found nothing. */
function confirming(ask: Resolve<Context>, guard: Guard): Resolve<Context> {
  return async (parent, args, context, info) => {
    // Shield returns errors.
    const found = await ask(parent, args, context, info)
    if (!isNothing(found)) return found
    const answer = await guard(() => true, parent, args, anew(context), info)
    return answer === true ? found : answer
  }
}

/** Shows null instead of a refusal in a copy of all trips, which uses one document (B2). */
function emptiedInCopies(ask: Resolve<Context>): Resolve<Context> {
  const isRefused = (answer: unknown) => answer instanceof Refusal && answer.code === 'FORBIDDEN'
  return (parent, args, context, info) => {
    const asked = ask(parent, args, context, info)
    if (!context.isOfCopy) return asked
    return Promise.resolve(asked).then((answer) => (isRefused(answer) ? null : answer))
  }
}

/**
 * Guards the field with its line of the table; denies it without one. Shield's asynchronous
 * wrappers cost more than most resolvers, so fields that are simply allowed, or decided by another
 * step, are not wrapped.
 */
export function askRule(schema: GraphQLSchema, table: PermissionTable): Step<Context> {
  const guarded = guards(schema, table)
  return ({ type, field }, next) => {
    const line = table[type]?.[field.name]
    if (line && (isShown(line) || line === allow)) return next
    const found = guarded[type]?.[field.name]
    if (!found) throw new Error(`permissions: nothing guards ${type}.${field.name}`)
    const guard = 'resolve' in found ? found.resolve : found
    const ask: Resolve<Context> = (...asked) => guard(next, ...asked)
    const confirmed = line?.isConfirmed ? confirming(ask, guard) : ask
    if (type !== 'Mutation') return emptiedInCopies(confirmed)
    // A repeated answer is not checked: the caller still has the rights under which it was kept.
    return (...asked) => (isKeptRow(asked[2].keeping) ? next(...asked) : ask(...asked))
  }
}
