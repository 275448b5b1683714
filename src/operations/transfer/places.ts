import { ProgramFailure } from '../../process/failure.ts'

/** An error in an export, with its place; the message is one sentence for an operator. */
export class WrongExport extends ProgramFailure {
  constructor(place: string, problem: string) {
    super(1, `${place}: ${problem}`)
  }
}

/** Runs `work`; adds the place to a WrongValue that it throws. */
export function placed<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof WrongValue) throw new WrongExport(place, error.message)
    throw error
  }
}

/** A value that breaks the rules of its record. */
export class WrongValue extends Error {}
