/** Why a booking cannot be filed; thrown while a reservation is read. */
import type { Reason } from './reasons.ts'

export class Doubt extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/** The value; throws the doubt where it is missing. */
export function surely<T>(value: T | undefined, reason: Reason): T {
  if (value === undefined || value === '') throw new Doubt(reason)
  return value
}
