/** What is wrong with an export, and where; the message is one sentence for an operator. */
export class WrongExport extends Error {
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`)
  }
}

/** Runs `work`, and says of what is wrong in it where that is. */
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
