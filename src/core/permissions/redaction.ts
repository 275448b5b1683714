/** The step that decides what of an object is shown, for each object by itself. */
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
 * A field whose line judges the object: its value, or the refusal in its place; in a copy, and over
 * REST where the line says so, the empty value of its type.
 */
export function showField(table: PermissionTable): Step<Context> {
  return ({ type, field }, next) => {
    const line = table[type]?.[field.name] ?? allow
    if (!isShown(line)) return next
    const once = `refused ${type}.${field.name}`
    const empty = emptyOf(field.type)
    return (parent, args, context, info) => {
      // Executors treat a returned error like a thrown one, which costs more.
      const shown = (verdict: Verdict) => {
        const answer = answerOf(verdict, context)
        if (answer === true) return next(parent, args, context, info)
        // One line for all objects of the request: a list may have thousands.
        context.shared(once, () => explain(context, line, info, answer))
        // One document serves a copy of all trips, whatever may be seen of each (B2).
        const { isOfCopy = false } = parent as { isOfCopy?: true }
        const isEmptied = isOfCopy || (context.emptiesHidden && line.keepsKey)
        return isEmptied ? empty : answer
      }
      const verdict = line.decide(parent as object, context)
      return verdict instanceof Promise ? verdict.then(shown) : shown(verdict)
    }
  }
}
