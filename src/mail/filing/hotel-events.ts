/**
 * Stays that a calendar has as an event named after the house, before or after the booking of the
 * same nights (test/mail/filing/hotel-events).
 */
import { because, type Explanation } from '../reading/reasons.ts'
import { dayAfter } from '../reading/times/instants.ts'
import { type BookingFacts, isLikeName, isSameNames } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import type { Comparisons } from './comparisons.ts'
import { isSame } from './last-report.ts'
import type { PlannedPart } from './likeness.ts'
import { objectInWords } from './object-in-words.ts'

type Verdict = 'same' | 'unclear' | 'other'

const isOfCalendar = ({ isOfMail, bookings }: FilingCandidate) =>
  isOfMail && bookings.every(({ isUid }) => isUid)

/** Whether one of both is an event of a calendar, and the other one is or may be its stay. */
function mayBeOne({ reservation, booking }: PlannedPart, object: FilingCandidate): boolean {
  if (reservation.kind === 'activity') return booking.isUid === true && object.kind === 'hosting'
  if (reservation.kind !== 'hosting') return false
  if (object.kind === 'activity') return isOfCalendar(object)
  return object.kind === 'hosting' && (booking.isUid === true || isOfCalendar(object))
}

/** The days on which it may end: an all-day event ends with the last night, or on the day after. */
const lastDays = ({ lastDay }: BookingFacts, isOfDays: boolean) =>
  isOfDays ? [lastDay, dayAfter(lastDay, 1)] : [lastDay]

/** Whether both are one stay, by the name of the house and the nights. */
function compare(part: PlannedPart, object: FilingCandidate, facts: BookingFacts): Verdict {
  const own = part.facts
  const [name, other] = [own.names[0], facts.names[0]]
  if (!name || !other || own.firstDay === '' || facts.firstDay === '') return 'other'
  if (!isLikeName(name, other)) return 'other'
  const isSure =
    isSameNames(own.names, facts.names) || Math.min(name.words.size, other.words.size) > 1
  const ifSure: Verdict = isSure ? 'same' : 'unclear'
  const isShort = [own, facts].some(({ firstDay, lastDay }) => lastDay <= firstDay)
  if (isShort) return own.startsAt === facts.startsAt ? ifSure : 'other'
  const isOfDays = (kind: string, allDay: unknown) => kind === 'activity' && allDay === true
  const ends = lastDays(own, isOfDays(part.reservation.kind, part.fields.allDay))
  const otherEnds = lastDays(facts, isOfDays(object.kind, object.values.allDay))
  const isSameEnd = ends.some((day) => otherEnds.includes(day))
  if (own.firstDay === facts.firstDay && isSameEnd) return ifSure
  return own.firstDay < facts.lastDay && facts.firstDay < own.lastDay ? 'unclear' : 'other'
}

/** Whether it is unchanged since mail wrote it. */
const isUntouched = ({ values, said }: FilingCandidate) =>
  said !== null &&
  (values.notes ?? '') === '' &&
  Object.entries(said.fields).every(([name, value]) => isSame(values[name], value))

/** The part as an addition to a stay: that the calendar has it, too. */
const asAddition = ({ reservation, ...part }: PlannedPart): PlannedPart => ({
  ...part,
  reservation: { ...reservation, kind: 'hosting', start: undefined, end: undefined, fields: {} },
  fields: {},
})

/**
 * The parts, those that are events of a stay as additions to it, and stays with the event that they
 * replace. `before` has the objects that are known for parts, and gets those of the additions. An
 * explanation where it is not clear whether an object is the same stay.
 */
export async function withHotelEvents(
  parts: readonly PlannedPart[],
  before: Map<PlannedPart, FilingCandidate>,
  here: readonly FilingCandidate[],
  comparisons: Comparisons,
): Promise<PlannedPart[] | Explanation> {
  const taken = new Set(before.values())
  const found: PlannedPart[] = []
  for (const part of parts) {
    const possible = before.has(part)
      ? []
      : here.filter((object) => !taken.has(object) && mayBeOne(part, object))
    comparisons.count(possible.length)
    await comparisons.giveWay()
    const verdicts = possible.flatMap((object) =>
      object.facts.map((facts) => ({ object, verdict: compare(part, object, facts) })),
    )
    const { object, verdict } =
      verdicts.find((one) => one.verdict === 'same') ??
      verdicts.find((one) => one.verdict === 'unclear') ??
      {}
    if (!object) {
      found.push(part)
      continue
    }
    const isReplaced = object.kind !== part.reservation.kind && object.kind === 'activity'
    if (verdict === 'unclear' || (isReplaced && !isUntouched(object))) {
      return because('unclearStay', objectInWords(object))
    }
    taken.add(object)
    const own = part.reservation.kind === 'activity' ? asAddition(part) : part
    if (isReplaced) found.push({ ...own, replaces: object })
    else {
      found.push(own)
      before.set(own, object)
    }
  }
  return found
}
