/** The tries of an operation, in which its calls go wrong in turn. */
import type { FailingApplication } from './application.ts'
import type { CallKind } from './calls.ts'
import type { CoreOperation } from './operation.ts'
import { attempt, wholeEffect } from './wrong-call.ts'

/** Whether each call goes wrong in all ways, instead of one. */
export const isAll = process.env.FAILING_CALLS === 'all'

export interface Turns {
  kind: CallKind
  ways: readonly string[]
  /** How many calls have gone wrong. */
  made: number
}

/** The problems of all tries of an operation, by call and way; the first call takes that way. */
export async function problemsOf(
  failing: FailingApplication,
  operation: CoreOperation,
  turns: Turns,
  firstWay: number,
): Promise<string[]> {
  const { kind, ways } = turns
  const problems: string[] = []
  for (const isKeyed of operation.takesKey ? [true, false] : [false]) {
    const whole = await wholeEffect(failing, operation, isKeyed)
    let turn = firstWay + Number(isKeyed)
    for (let at = 1, isOver = false; !isOver; at += 1) {
      turn += 1
      const tried = isAll ? ways : [ways[turn % ways.length] as string]
      for (const way of tried) {
        const result = await attempt(failing, operation, whole, { kind, at, way, isKeyed })
        const call = `call ${at}, ${way}${isKeyed ? ', with a key' : ''}`
        problems.push(...result.problems.map((one) => `${call}: ${result.made[at - 1]}: ${one}`))
        turns.made += Number(result.isMet)
        isOver = !result.isMet
      }
    }
  }
  return problems
}
