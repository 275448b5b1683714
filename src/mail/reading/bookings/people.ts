/**
 * Assigns tickets to people: the passengers, guests and rooms of one booking in several nodes or
 * messages (test/mail/filing/passengers).
 */
import { areWithin, plainText, wordsIn } from '../compared-words.ts'
import type { Paid, ReservationKind, Ticket } from '../reservation.ts'
import { hasSameWords, isSameName, isSamePerson } from './person-names.ts'

/** Whether a ticket has no details. */
export const saysNothing = (ticket: Ticket) => Object.keys(ticket).length === 0

type Mark = 'number' | 'seat' | 'roomNumber' | 'roomType'
/** Fields that distinguish tickets without names, the most reliable first. */
const marks: readonly Mark[] = ['number', 'seat', 'roomNumber', 'roomType']

function isSameMark(mark: Mark, one: Ticket, other: Ticket): boolean | undefined {
  const [a, b] = [one[mark], other[mark]]
  if (a === undefined || b === undefined) return undefined
  if (mark === 'roomType') return areWithin(wordsIn(a), wordsIn(b))
  const isOfBoth = (place: 'section' | 'row') =>
    one[place] === undefined ||
    other[place] === undefined ||
    plainText(one[place]) === plainText(other[place])
  const isThere = mark !== 'seat' || (isOfBoth('section') && isOfBoth('row'))
  return plainText(a) === plainText(b) && isThere
}

/** Whether the first mark that both have is equal; undefined if they have none in common. */
export const isMarkedAs = (one: Ticket, other: Ticket) =>
  marks.map((mark) => isSameMark(mark, one, other)).find((verdict) => verdict !== undefined)

/** Whether both are the same ticket, whatever its name; undefined if unknown. */
export function isSameTicket(one: Ticket, other: Ticket): boolean | undefined {
  if (isSameMark('number', one, other)) return true
  const isNamed = one.name !== undefined && other.name !== undefined
  const person = isNamed ? isSamePerson(one.name ?? '', other.name ?? '') : undefined
  return person ?? isMarkedAs(one, other)
}

/** Whether a ticket has a mark. */
export const isMarked = (ticket: Ticket) => marks.some((mark) => ticket[mark] !== undefined)

const isSameMoney = (one: Paid | undefined, other: Paid | undefined) =>
  one?.price === other?.price && one?.currency === other?.currency

/** Whether two nodes are the same ticket; in a stay, a guest may have several rooms. */
function areOne(kind: ReservationKind, one: Ticket, other: Ticket): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true
  const telling: readonly Mark[] =
    kind === 'hosting' ? ['number', 'roomNumber'] : ['number', 'seat']
  const verdicts = telling.map((mark) => isSameMark(mark, one, other))
  if (kind !== 'hosting' && one.name !== undefined && other.name !== undefined) {
    // Without a mark, similar names may be those of relatives.
    const isSame = verdicts.includes(true) ? isSamePerson : hasSameWords
    verdicts.push(isSame(one.name, other.name) ?? false)
  }
  return verdicts.includes(true) && !verdicts.includes(false)
}

/**
 * The tickets in two nodes of one message, without duplicates. `areSure` is false if two nodes of
 * one ticket state different totals.
 */
export function unitedTickets(
  kind: ReservationKind,
  known: readonly Ticket[],
  more: readonly Ticket[],
) {
  const tickets = [...known]
  let areSure = true
  for (const ticket of more) {
    const at = tickets.findIndex((one) => areOne(kind, one, ticket))
    const before = tickets[at]
    if (before?.total && ticket.total && !isSameMoney(before.total, ticket.total)) areSure = false
    if (before) tickets[at] = completed(before, ticket)
    else tickets.push(ticket)
  }
  return { tickets: areSure ? tickets : tickets.map(withoutPrice), areSure }
}

/** A ticket without its prices, for bookings with a total. */
export function withoutPrice({ money: _, total: __, ...ticket }: Ticket): Ticket {
  return ticket
}

/** A ticket completed by later data, with the longer of the two names. */
function completed(known: Ticket, said: Ticket): Ticket {
  const [name] = [known.name ?? '', said.name ?? ''].sort((a, b) => b.length - a.length)
  return { ...known, ...said, ...(name && { name }) }
}

/** Whether the only known ticket may differ from the only one in a message. */
function isOther(known: Ticket, said: Ticket): boolean {
  const differs = (mark: Mark) => isSameMark(mark, known, said) === false
  return said.name === undefined && differs('number') && differs('seat')
}

/** The tickets that replace or complete those of one person, or of everybody if none is named. */
function renewed(own: readonly Ticket[], said: readonly Ticket[]): Ticket[] | undefined {
  const [only, one] = [own[0], said[0]]
  if (only && one && own.length + said.length === 2) {
    return isOther(only, one) ? undefined : [completed(only, one)]
  }
  const pairs = new Map<Ticket, Ticket>()
  for (const ticket of said) {
    const [same, ...others] = own.filter((known) => isMarkedAs(known, ticket))
    if (same && others.length === 0) pairs.set(same, ticket)
  }
  if (pairs.size === said.length)
    return own.map((known) => completed(known, pairs.get(known) ?? {}))
  const isOfAll = one && said.length === 1 && !isMarked(one)
  if (isOfAll) return own.map((known) => completed(known, one))
  return said.length >= own.length ? [...said] : undefined
}

/** A ticket without the fields that another one states. */
const without = (ticket: Ticket, other: Ticket): Ticket =>
  Object.fromEntries(Object.entries(ticket).filter(([name]) => !Object.hasOwn(other, name)))

/** Names with several tickets, which are therefore those of the bookers. */
function bookersOf(known: readonly Ticket[]): ReadonlySet<string> {
  const names = known.flatMap(({ name }) => name ?? [])
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

/**
 * The tickets including that of a person with a new name, who may hold one of the unnamed tickets.
 * Undefined if it is unclear which.
 */
function withNewcomer(known: readonly Ticket[], ticket: Ticket): Ticket[] | undefined {
  const named = ticket.name ?? ''
  const numbered = known.filter((one) => isSameMark('number', one, ticket))
  if (numbered.length === 1)
    return known.map((one) => (one === numbered[0] ? { ...one, ...ticket } : one))
  const bookers = bookersOf(known)
  const open = known.filter(
    ({ name }) => name === undefined || bookers.has(name) || isSamePerson(name, named) !== false,
  )
  const same = open.filter((one) => isMarkedAs(one, ticket))
  const [only] = same.length > 0 ? same : open
  if (only === undefined || open.every((one) => isSameMark('number', one, ticket) === false))
    return [...known, ticket]
  if (same.length === 1) return known.map((one) => (one === only ? completed(one, ticket) : one))
  if (open.some(({ name }) => name !== undefined)) return undefined
  if (open.length === 1) {
    // The rest stays, as it may belong to others.
    return [...known.map((one) => (one === only ? without(one, ticket) : one)), ticket]
  }
  const isOpen = open.every((one) => isMarkedAs(one, ticket) === undefined)
  return isOpen ? [...known, ticket] : undefined
}

/** Whether exactly this name is known, and another ticket is in a name that only resembles it. */
function isOfRelative(known: readonly Ticket[], ticket: Ticket, other: Ticket): boolean {
  const name = ticket.name ?? ''
  if (other.name === undefined || isSameName(other.name, name)) return false
  return known.some((one) => one.name !== undefined && isSameName(one.name, name))
}

/** The tickets of a named person; without a name, all. */
function ownOf(known: readonly Ticket[], { name }: Ticket): readonly Ticket[] {
  if (name === undefined) return known
  const named = known.filter((one) => one.name !== undefined)
  const equal = named.filter((one) => isSameName(one.name ?? '', name))
  return equal.length > 0
    ? equal
    : named.filter((one) => isSamePerson(one.name ?? '', name) === true)
}

/** The tickets after a message about one person, or without a name, about all. */
function withGroup(known: readonly Ticket[], said: readonly Ticket[]): Ticket[] | undefined {
  const own = ownOf(known, said[0] ?? {})
  if (own.length > 0) {
    const now = renewed(own, said)
    const replaced = new Set(own)
    return now && known.flatMap((one) => (one === own[0] ? now : replaced.has(one) ? [] : [one]))
  }
  let all: Ticket[] | undefined = [...known]
  for (const ticket of said) all = all && withNewcomer(all, ticket)
  return all
}

/** If all shared one total, a new one of some tickets is not that of the whole. */
function withTotals(known: readonly Ticket[], now: readonly Ticket[]): Ticket[] {
  const total = known.length > 1 ? known[0]?.total : undefined
  const isOfAll = total && known.every((one) => isSameMoney(one.total, total))
  const isLeft = now.some((one) => isSameMoney(one.total, total))
  return isOfAll && isLeft ? now.map((one) => ({ ...one, total })) : [...now]
}

/**
 * The tickets of a booking after a message: those of the named people are replaced or completed,
 * others stay. Undefined if their holders are unclear.
 */
export function updatedTickets(
  known: readonly Ticket[],
  said: readonly Ticket[],
): Ticket[] | undefined {
  const groups: Ticket[][] = []
  const areRelatives = (one: Ticket, other: Ticket) =>
    isOfRelative(known, one, other) && isOfRelative(known, other, one)
  for (const ticket of said) {
    const group = groups.find(([first]) =>
      first?.name === undefined || ticket.name === undefined
        ? first?.name === ticket.name
        : isSamePerson(first.name, ticket.name) === true && !areRelatives(first, ticket),
    )
    if (group) group.push(ticket)
    else groups.push([ticket])
  }
  let now: Ticket[] | undefined = [...known]
  for (const group of groups) now = now && withGroup(now, group)
  return now && withTotals(known, now)
}

/** Whether a message concerns all tickets: it names every one, or none. */
export const areAllMeant = (known: readonly Ticket[], said: readonly Ticket[]): boolean =>
  said.length === 0 ||
  said.some((ticket) => ticket.name === undefined && !isMarked(ticket)) ||
  known.every(
    (one) =>
      saysNothing(one) ||
      said.some(
        (ticket) => (isSameTicket(ticket, one) ?? true) && !isOfRelative(known, ticket, one),
      ),
  )

/** A ticket for the text of a reason: its person, else a distinguishing mark. */
export const ticketInWords = (ticket: Ticket): string =>
  ticket.name ?? marks.map((mark) => ticket[mark]).find((words) => words !== undefined) ?? ''
