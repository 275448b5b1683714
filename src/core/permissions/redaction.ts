/** The step that decides, object by object, which fields are shown. */
import { type GraphQLOutputType, isNonNullType } from 'graphql'
import type { Context } from '../context.ts'
import type { Step } from '../step.ts'
import { explain } from './explaining.ts'
import { allow, answerOf, isShown, type PermissionTable, type Verdict } from './rule.ts'

const emptyValues: Readonly<Record<string, unknown>> = { String: '', Boolean: false, Int: 0 }

/** The empty value of a type: null, unless only `""`, `false` or 0 will do. */
const emptyOf = (type: GraphQLOutputType): unknown =>
  isNonNullType(type) ? (emptyValues[type.ofType.toString()] ?? null) : null

/**
 * Shows a field if its line permits, else the refusal. The empty value replaces a refusal in
 * copies, and over REST if the line says so.
 */
export function showField(table: PermissionTable): Step<Context> {
  return ({ type, field }, next) => {
    const line = table[type]?.[field.name] ?? allow
    if (!isShown(line)) return next
    const once = `refused ${type}.${field.name}`
    const empty = emptyOf(field.type)
    return (parent, args, context, info) => {
      // Executors treat returned errors like thrown ones, which cost more.
      const shown = (verdict: Verdict) => {
        const answer = answerOf(verdict, context)
        if (answer === true) return next(parent, args, context, info)
        // Explained once per request: a list may have thousands of objects.
        context.shared(once, () => explain(context, line, info, answer))
        // A copy of all trips uses one document, whatever may be seen of each (B2).
        const isEmptied = context.isOfCopy || (context.emptiesHidden && line.keepsKey)
        return isEmptied ? empty : answer
      }
      const verdict = line.decide(parent as object, context)
      return verdict instanceof Promise ? verdict.then(shown) : shown(verdict)
    }
  }
}
