/**
 * Versions of events with the same UID in one message, such as an invitation and its attachment.
 */
import { Doubt } from '../doubtful-bookings.ts'
import { textOfValue } from '../markup/markup-values.ts'
import type { Reservation } from '../reservation.ts'
import { spanInWords } from '../times/moment-in-words.ts'

/** The UID of the event; unlike a reservation number, which may belong to many events. */
function ownNumber({ kind, code, leg, fields }: Reservation): string | undefined {
  const isOwn = code !== '' && fields.providerReservationCode === undefined
  return isOwn ? JSON.stringify([kind, code, leg]) : undefined
}

const nameOf = (versions: readonly Reservation[]) =>
  textOfValue(
    versions.map(({ fields }) => fields.name ?? fields.transportNumber ?? '').find(Boolean),
  )

/** The newest version. Throws a Doubt if two equally new ones differ. */
function newest(versions: readonly Reservation[]): Reservation | undefined {
  const last = Math.max(...versions.map(({ sequence = 0 }) => sequence))
  const kept = versions.filter(({ sequence = 0 }) => sequence === last)
  const differ = (of: (one: Reservation) => unknown) => new Set(kept.map(of)).size > 1
  if (differ(({ isCancelled }) => isCancelled)) {
    throw new Doubt('confirmedAndCancelled', nameOf(kept))
  }
  if (differ(({ start, end }) => JSON.stringify([start, end]))) {
    throw new Doubt(
      'contradictory',
      kept.map(({ start, end }) => spanInWords(start, end)).join(' and '),
    )
  }
  return kept[0]
}

/** The events, each in its newest version. Throws a Doubt if it is unclear which that is. */
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
