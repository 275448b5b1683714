/** The step that decides what of an object is shown, for each object by itself. */
import type { Context } from '../context.ts'
import type { Step } from '../step.ts'
import { allow, answerOf, isShown, type Table, type Verdict } from './rule.ts'

/** A field whose line judges the object: its value, or the refusal in its place. */
export function showField(table: Table): Step<Context> {
  return ({ type, field }, next) => {
    const line = table[type]?.[field.name] ?? allow
    if (!isShown(line)) return next
    return (parent, args, context, info) => {
      // Executors treat a returned error like a thrown one, which costs more.
      const shown = (verdict: Verdict) => {
        const answer = answerOf(verdict, context)
        return answer === true ? next(parent, args, context, info) : answer
      }
      const verdict = line.decide(parent as object, context)
      return verdict instanceof Promise ? verdict.then(shown) : shown(verdict)
    }
  }
}
