/** The checks of the doctor (test/operations/doctor). */
import { capitalized } from '../../base/names.ts'
import { reasonOf } from '../../base/reason.ts'
import { withoutCredentials } from '../../process/log.ts'
import type { Config } from '../../settings/config.ts'

type State = 'ok' | 'warning' | 'failed'

export interface Finding {
  /** The name of the check. */
  check: string
  state: State
  /** The finding, and what to do about it. */
  sentence: string
}

/** The result of a check; of several, the first that is not ok counts. */
export type CheckResult = Pick<Finding, 'state' | 'sentence'>

export const ok = (sentence: string): CheckResult => ({ state: 'ok', sentence })
export const warning = (sentence: string): CheckResult => ({ state: 'warning', sentence })
export const failed = (sentence: string): CheckResult => ({ state: 'failed', sentence })

/** `1 warning`, `2 warnings`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The input of all checks. */
export interface Patient {
  config: Config
  service: 'ready' | 'unavailable' | 'absent' | 'stranger'
  /** Milliseconds by which the clocks of other servers are ahead, by server. */
  clocks: Map<string, number>
}

export interface Check {
  name: string
  /** Returns undefined if the check does not apply to these settings. */
  run(patient: Patient): Promise<CheckResult | CheckResult[] | undefined>
}

/** Notes how far the clock of an HTTP server is ahead, if its response has a date. */
export function noteClock({ clocks }: Pick<Patient, 'clocks'>, whose: string, response: Response) {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (date) clocks.set(whose, date - Date.now())
}

/** Milliseconds for one check. */
const patience = 15_000

/** Runs a check; an error or a timeout counts as a failure. */
export async function findingsOf(
  { name, run }: Check,
  patient: Patient,
  limit = patience,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckResult>((resolve) => {
    const sentence = `No response within ${limit / 1000} seconds. Check the address and firewalls.`
    timer = setTimeout(() => resolve(failed(sentence)), limit)
  })
  const found = await Promise.race([late, run(patient)]).catch((error) => failed(sentenceOf(error)))
  clearTimeout(timer)
  const all = found === undefined ? [] : [found].flat()
  return all.map((one) => ({
    check: name,
    state: one.state,
    sentence: withoutCredentials(one.sentence),
  }))
}

/** The error in one line, with a full stop. */
export function sentenceOf(error: unknown): string {
  // The message of `fetch` errors is useless; the cause has the reason.
  const isEmpty = error instanceof Error && error.message === 'fetch failed'
  const reason = reasonOf(isEmpty && error.cause ? error.cause : error)
  return asSentence(reason)
}

/** The text with a capital and a full stop. */
export const asSentence = (text: string) => `${capitalized(text)}.`
