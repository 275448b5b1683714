import { readOr } from '../../base/values.ts'
import { ProgramFailure } from '../../process/failure.ts'

/** An error in an export, with its place; the message is one sentence for an operator. */
export class WrongExport extends ProgramFailure {
  constructor(place: string, problem: string) {
    super(1, `${place}: ${problem}`)
  }
}

/** Runs `work`; adds the place to a WrongValue that it throws. */
export const placed = <T>(place: string, work: () => T): T =>
  readOr(work, ({ message }) => {
    throw new WrongExport(place, message)
  })
