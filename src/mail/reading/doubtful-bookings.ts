/** Why a booking cannot be filed; thrown while a reservation is read. */
import type { Reason } from './reasons.ts'

export class Doubt extends Error {
  readonly reason: Reason
  /** The values that it is about. */
  readonly about: string

  constructor(reason: Reason, about = '') {
    super(reason)
    this.reason = reason
    this.about = about
  }
}

/** The value; throws a Doubt with this reason if it is missing. */
export function surely<T>(value: T | undefined, reason: Reason, about = ''): T {
  if (value === undefined || value === '') throw new Doubt(reason, about)
  return value
}
