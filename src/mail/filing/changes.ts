/**
 * The changes of a message in an existing object; edits by people stay
 * (test/mail/filing/edited-objects).
 */
import { isDay } from '../reading/times/instants.ts'
import { plainCode, type Values } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import { filedKinds } from './kinds.ts'
import { dayOfReport, isSame, type LastReport, remembered } from './last-report.ts'
import type { PlannedPart } from './likeness.ts'
import { Notes, valueInWords } from './object-notes.ts'
import { clearedFields, isRebooked } from './rebooked.ts'
import { lacksTime, type StatedFields } from './stated-fields.ts'

/** Fields that are one value to a person; any other field is a value of its own. */
const compound: Readonly<Record<string, readonly string[]>> = {
  times: [
    'startsAt',
    'endsAt',
    'timezone',
    'allDay',
    'departureAt',
    'departureTimezone',
    'arrivalAt',
    'arrivalTimezone',
  ],
  price: ['price', 'currency'],
  location: ['address', 'latitude', 'longitude'],
  departure: [
    'departureDescription',
    'departureAddress',
    'departureLatitude',
    'departureLongitude',
  ],
  arrival: ['arrivalDescription', 'arrivalAddress', 'arrivalLatitude', 'arrivalLongitude'],
}
const valuesOf = new Map<string, string>(
  Object.entries(compound).flatMap(([value, names]) => names.map((name) => [name, value] as const)),
)

const namesOf = (value: string): readonly string[] => compound[value] ?? [value]

/** The reported fields, grouped by the value they are part of. */
function byValue(reported: StatedFields): Map<string, Values> {
  const found = new Map<string, Values>()
  for (const [name, field] of Object.entries(reported)) {
    const value = valuesOf.get(name) ?? name
    found.set(value, { ...found.get(value), [name]: field })
  }
  return found
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false

/** The reported fields, without times that the object has more exactly or that no longer fit. */
function reportedOf(part: PlannedPart, object: FilingCandidate): StatedFields {
  const { reservation, fields, facts } = part
  const isOther = isRebooked(part, object) && !isSupplement(part, object)
  const reported: Record<string, unknown> = {
    ...fields,
    ...(isOther && clearedFields(part, object)),
  }
  if (lacksTime(reservation)) {
    for (const name of compound.times ?? []) delete reported[name]
    return reported
  }
  const [now] = object.facts
  const { start, end } = reservation
  // A day is less exact than a time on that day.
  const isKept = start && isDay(start) && facts.firstDay === now?.firstDay
  if (isKept) for (const name of ['startsAt', 'timezone', 'allDay']) delete reported[name]
  const isEndKept = facts.lastDay === now?.lastDay || (isKept && facts.lastDay === facts.firstDay)
  if (end && isDay(end) && isEndKept) delete reported.endsAt
  const { start: from, end: to } = filedKinds[reservation.kind].times
  const before = object.said?.fields[from] ?? object.values[from]
  const isMoved = reported[from] !== undefined && !isSame(reported[from], before)
  // If the start moves and the message has no end, the old end no longer fits.
  if (isMoved && fields[to as 'endsAt'] === undefined) reported[to] = null
  return reported
}

/**
 * Whether a person has changed the value since mail wrote it, or entered it when mail had none, to
 * something other than what is reported now.
 */
function isEdited(value: string, own: Values, { values, said }: FilingCandidate): boolean {
  if (said === null) return false
  const isTouched = (name: string) =>
    Object.hasOwn(said.fields, name)
      ? !isSame(values[name], said.fields[name])
      : !isEmpty(values[name])
  return namesOf(value).some((name) => isTouched(name) && !isSame(values[name], own[name]))
}

/**
 * Whether the part has a different number from the object for the same booking: an agency's, or the
 * UID of an event.
 */
export function isSupplement(
  { booking }: PlannedPart,
  { bookings: [first] }: FilingCandidate,
): boolean {
  if (first === undefined || booking.code === '' || first.code === '') return false
  const isNumberOfEvent = first.isUid === true && !booking.isUid
  return first.code !== booking.code && !isNumberOfEvent
}

interface Changes {
  /** The columns to write, notes included. */
  fields: StatedFields
  /** What mail has reported for each field, even if it was not written. */
  reported: LastReport['fields']
}

const asRemembered = (fields: StatedFields): LastReport['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, remembered(field)]))

const isAlike = (one: unknown, other: unknown) =>
  isSame(one, other) ||
  (typeof one === 'string' && typeof other === 'string' && plainCode(one) === plainCode(other))

/** The additions of an agency's message; the only differences noted are those of times. */
function supplement(part: PlannedPart, object: FilingCandidate, notes: Notes): Changes {
  const { values, said } = object
  const { code, provider } = part.reservation
  const last = said?.fields ?? {}
  const added: Record<string, unknown> = {}
  for (const [value, own] of byValue(reportedOf(part, object))) {
    const isOpen = (name: string) => isEmpty(values[name]) && !Object.hasOwn(last, name)
    const reported = Object.entries(own)
    if (reported.every(([name, field]) => isOpen(name) || isSame(values[name], field))) {
      Object.assign(added, Object.fromEntries(reported.filter(([name]) => isOpen(name))))
    } else if (value === 'times') {
      notes.say('in', `times at ${provider}`, valueInWords(value, own))
    }
  }
  if (!part.booking.isUid) {
    notes.sayNumber(code, provider)
  }
  return { fields: added, reported: { ...last, ...asRemembered(added) } }
}

/** The changes of a message from the provider itself. */
function update(part: PlannedPart, object: FilingCandidate, notes: Notes): Changes {
  const { said, values, isOfMail } = object
  const last = said?.fields ?? {}
  const written: Record<string, unknown> = {}
  const reported = reportedOf(part, object)
  for (const [value, own] of byValue(reported)) {
    const names = Object.keys(own)
    if (names.every((name) => isSame(values[name], own[name]))) {
      notes.settle(value)
    } else if (isEdited(value, own, object)) {
      const isNew = names.some((name) => !isSame(last[name], own[name]))
      if (isNew) notes.say('in', value, valueInWords(value, own))
    } else {
      Object.assign(written, own)
      notes.settle(value)
      const isReplaced = names.some(
        (name) => !isEmpty(values[name]) && !isAlike(values[name], own[name]),
      )
      // The notes keep the value that was entered by hand.
      if (!isOfMail && isReplaced) {
        const before = Object.fromEntries(namesOf(value).map((name) => [name, values[name]]))
        notes.say('before', value, valueInWords(value, before))
      }
    }
  }
  return { fields: written, reported: { ...last, ...asRemembered(reported) } }
}

/** The changes of a message in the object, with notes about the rest. */
export function changesOf(part: PlannedPart, object: FilingCandidate): Changes {
  const notes = new Notes(object.values.notes, dayOfReport(part.reservation))
  const make = isSupplement(part, object) ? supplement : update
  const { fields, reported } = make(part, object, notes)
  const { changed } = notes
  return { fields: { ...fields, ...(changed !== undefined && { notes: changed }) }, reported }
}
