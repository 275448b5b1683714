/**
 * A journey that becomes another flight: what was stated of the old one no longer holds
 * (test/mail/filing/rebooked).
 */
import { words } from '../../base/names.ts'
import type { Ticket } from '../reading/reservation.ts'
import { fullFlightNumber } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSame } from './last-report.ts'
import type { PlannedPart } from './likeness.ts'

/** What belongs to one flight; the class and the price are those of the booking. */
const ofFlight = words(`
  departureTerminal departureGate arrivalTerminal arrivalGate seatNumber
  providerReservationDescription`)

const flightIn = (number: unknown) =>
  typeof number === 'string' ? fullFlightNumber(number) : undefined

/** Whether the part is another flight than the object was in mail, not only under a codeshare. */
export function isRebooked({ fields, facts }: PlannedPart, { said, ...object }: FilingCandidate) {
  const known = said?.fields.transportNumber ?? object.values.transportNumber
  const [now, before] = [flightIn(fields.transportNumber), flightIn(known)]
  if (now === undefined || before === undefined || now === before) return false
  return !object.facts.some(({ startsAt }) => startsAt !== null && startsAt === facts.startsAt)
}

/** A ticket without the seat and the number that it had on the old flight. */
export function ofNoFlight({ seat, row, section, number, ...ticket }: Ticket): Ticket {
  return ticket
}

/** Empty values for what the part does not state of the new flight, unless a person wrote it. */
export function clearedFields(
  { fields }: Pick<PlannedPart, 'fields'>,
  { said, values }: FilingCandidate,
): Record<string, ''> {
  const isOpen = (name: string) => (fields[name] ?? '') === '' && Boolean(values[name])
  const isOfMail = (name: string) => !said || isSame(values[name], said.fields[name])
  const names = ofFlight.filter((name) => isOpen(name) && isOfMail(name))
  return Object.fromEntries(names.map((name) => [name, '' as const]))
}
