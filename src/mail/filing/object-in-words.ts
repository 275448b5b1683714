/** An object in the words of a reason (test/mail/moved-bookings). */
import type { FilingCandidate } from './candidates.ts'

/** `AP123, 2031-04-18`; `Casa do Largo, 2031-04-18`. */
export function objectInWords({ values, facts: [now] }: FilingCandidate): string {
  const { name, transportNumber, departureDescription, arrivalDescription } = values
  const journey = [departureDescription, arrivalDescription].filter(Boolean).join(' - ')
  return [name || transportNumber || journey, now?.firstDay].filter(Boolean).join(', ')
}
