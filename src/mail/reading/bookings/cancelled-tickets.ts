/**
 * Which tickets of a booking are left after a cancellation (test/mail/filing/passengers,
 * test/mail/filing/namesakes).
 */
import type { Ticket } from '../reservation.ts'
import { isMarked, isMarkedAs, isSameTicket } from './people.ts'
import { isSameName, isTitledOtherwise } from './person-names.ts'

/** The tickets of the same person or kind of room that match everything in the cancellation. */
function narrowed(cancelled: Ticket, same: readonly Ticket[]): readonly Ticket[] {
  const { name } = cancelled
  if (same.length < 2) return same
  if (name === undefined) return []
  const marked = same.filter((one) => isMarkedAs(cancelled, one))
  const exact = same.filter((one) => one.name !== undefined && isSameName(one.name, name))
  const [only] = marked
  if (only && marked.length === 1) return exact.length === 0 || exact.includes(only) ? marked : []
  // Of relatives with similar names, only the one with exactly this name is meant.
  const meant = same.every((one) => one.name === same[0]?.name) ? same : exact
  const found = meant.filter((one) => marked.includes(one))
  if (found.length > 0) return found
  return meant.length > 1 && isMarked(cancelled) ? [] : meant
}

/** Whether a ticket is that of a relative of the same name, while one has exactly that name. */
const isOfNamesake = (cancelled: Ticket, one: Ticket, left: readonly Ticket[]) => {
  const { name = '' } = cancelled
  const isNamed = left.some((other) => other.name !== undefined && isSameName(other.name, name))
  return isNamed && one.name !== undefined && isTitledOtherwise(one.name, name)
}

/**
 * The tickets left after a cancellation; one without a name or number cancels all. Undefined if it
 * is unclear which ones it means.
 */
export function ticketsLeft(
  known: readonly Ticket[],
  cancelled: readonly Ticket[],
): Ticket[] | undefined {
  let left = [...known]
  for (const ticket of cancelled) {
    const verdicts = left.map(
      (one) => isSameTicket(ticket, one) ?? (isOfNamesake(ticket, one, left) ? false : undefined),
    )
    const same = left.filter((_, at) => verdicts[at])
    // Without a name, it means the only ticket left, unless a mark contradicts that.
    const isAll = left.length === 1 && ticket.name === undefined && verdicts[0] === undefined
    const isOpen = verdicts.includes(undefined)
    const meant = isAll ? left : isOpen ? [] : narrowed(ticket, same)
    if (meant.length === 0) return undefined
    left = left.filter((one) => !meant.includes(one))
  }
  return cancelled.length > 0 ? left : []
}
