/** An answer that is thrown. */
import type { WireAnswer } from '../baseline/wire.ts'

export class RefusedAnswer extends Error {
  readonly answer: WireAnswer

  constructor(answer: WireAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
