/** An answer that is thrown. */
import type { Answer } from '../baseline/wire.ts'

export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
