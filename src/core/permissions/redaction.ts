/** The step that decides what of an object is shown, for each object by itself. */
import type { Context } from '../context.ts'
import type { Step } from '../step.ts'
import { explain } from './explaining.ts'
import { allow, answerOf, isShown, type PermissionTable, type Verdict } from './rule.ts'

/** A field whose line judges the object: its value, or the refusal in its place. */
export function showField(table: PermissionTable): Step<Context> {
  return ({ type, field }, next) => {
    const line = table[type]?.[field.name] ?? allow
    if (!isShown(line)) return next
    const once = `refused ${type}.${field.name}`
    return (parent, args, context, info) => {
      // Executors treat a returned error like a thrown one, which costs more.
      const shown = (verdict: Verdict) => {
        const answer = answerOf(verdict, context)
        if (answer === true) return next(parent, args, context, info)
        // One line for all objects of the request: a list may have thousands.
        context.shared(once, () => explain(context, line, info, answer))
        // One document serves a copy of all trips, whatever may be seen of each (B2).
        return (parent as { isOfCopy?: true }).isOfCopy ? null : answer
      }
      const verdict = line.decide(parent as object, context)
      return verdict instanceof Promise ? verdict.then(shown) : shown(verdict)
    }
  }
}
