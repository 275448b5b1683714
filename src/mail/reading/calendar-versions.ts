/** Events of one number in one message, such as an invitation and its attachment. */
import { Doubt } from './doubts.ts'
import type { Reservation } from './reservation.ts'

/** The number of the event itself; a number of a reservation may have many events. */
function ownNumber({ kind, code, leg, fields }: Reservation): string | undefined {
  const isOwn = code !== '' && fields.providerReservationCode === undefined
  return isOwn ? JSON.stringify([kind, code, leg]) : undefined
}

/** The newest version; a Doubt where two that are equally new tell different things. */
function newest(versions: readonly Reservation[]): Reservation | undefined {
  const last = Math.max(...versions.map(({ sequence = 0 }) => sequence))
  const kept = versions.filter(({ sequence = 0 }) => sequence === last)
  const differ = (said: (one: Reservation) => unknown) => new Set(kept.map(said)).size > 1
  if (differ(({ isCancelled }) => isCancelled)) throw new Doubt('confirmedAndCancelled')
  if (differ(({ start, end }) => JSON.stringify([start, end]))) throw new Doubt('contradictory')
  return kept[0]
}

/** The events, each in its newest version. Throws a Doubt where none is. */
export function newestOf(events: readonly Reservation[]): Reservation[] {
  const versions = new Map<string, Reservation[]>()
  for (const event of events) {
    const number = ownNumber(event) ?? ''
    versions.set(number, [...(versions.get(number) ?? []), event])
  }
  return events.filter((event) => {
    const number = ownNumber(event)
    return number === undefined || newest(versions.get(number) ?? []) === event
  })
}
