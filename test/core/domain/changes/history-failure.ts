/** Plays a history, and makes the smallest one of it that still fails. */
import { Violation } from './copy.ts'
import { type History, historyOf, play } from './history.ts'
import { shrunk } from './shrinking.ts'
import type { Stage } from './stage.ts'

const chosen = ({ readers, steps }: History, kept: readonly number[]): History => ({
  readers,
  steps: kept.flatMap((at) => steps[at] ?? []),
})

/** What is wrong, without the ids: a smaller history must fail alike. */
const alike = (error: unknown) => String(error).replace(/\d+/g, 'N').slice(0, 60)

/** How a history fails; undefined where it does not. */
async function failureOf(stage: Stage, history: History, say?: (line: string) => void) {
  return play(stage, history, say).then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** The failure of a history, with the smallest one that fails alike, and how to play it again. */
export async function explained(stage: Stage, number: number, error: unknown): Promise<Error> {
  const history = historyOf(number)
  const kept = await shrunk(history.steps.length, async (some) => {
    const failure = await failureOf(stage, chosen(history, some))
    return failure !== undefined && alike(failure) === alike(error)
  })
  const lines: string[] = []
  await failureOf(stage, chosen(history, kept), (line) => lines.push(line))
  const again = `CHANGES_FROM=${number} CHANGES_STEPS=${kept} npm run test:long`
  const text = [String(error), ...lines, `again: ${again}`].join('\n')
  return new Error(text, { cause: error })
}

/** Plays the history of that number, or some of its turns; throws what is wrong, made small. */
export async function playHistory(stage: Stage, number: number, some?: readonly number[]) {
  const history = historyOf(number)
  if (some) {
    const lines: string[] = []
    const failure = await failureOf(stage, chosen(history, some), (line) => lines.push(line))
    if (failure) throw new Error([String(failure), ...lines].join('\n'), { cause: failure })
    return
  }
  const failure = await failureOf(stage, history)
  if (failure) throw await explained(stage, number, failure)
}

/** The first of these histories that finds something wrong; undefined for none. */
export async function firstFound(stage: Stage, numbers: readonly number[]) {
  for (const number of numbers) {
    const failure = await failureOf(stage, historyOf(number))
    if (failure instanceof Violation) return { number, failure }
    if (failure) throw failure
  }
  return undefined
}
