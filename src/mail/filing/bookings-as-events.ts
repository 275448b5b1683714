/**
 * Bookings that a calendar has as an event, in an earlier or a later message: a stay by the house
 * and the nights (test/mail/filing/hotel-events), others by their minute and words
 * (test/mail/filing/bookings-as-events).
 */
import { wordsIn } from '../reading/compared-words.ts'
import { because, type Explanation } from '../reading/reasons.ts'
import { dayAfter } from '../reading/times/instants.ts'
import {
  type BookingFacts,
  isLikeName,
  isLikeNames,
  isLikeNumber,
  isSameNames,
  type Name,
  plainCode,
  type Values,
} from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import type { Comparisons } from './comparisons.ts'
import { isSame } from './last-report.ts'
import { type PlannedPart, startTogether } from './likeness.ts'
import { objectInWords } from './object-in-words.ts'

type Verdict = 'same' | 'unclear' | 'other'

const isOfCalendar = ({ isOfMail, bookings }: FilingCandidate) =>
  isOfMail && bookings.every(({ isUid }) => isUid)

/** Whether one of both is an event of a calendar, and the other one is or may be its booking. */
function mayBeOne({ reservation, booking }: PlannedPart, object: FilingCandidate): boolean {
  const [isEvent, isKnownEvent] = [booking.isUid === true, isOfCalendar(object)]
  const kinds = [reservation.kind, object.kind]
  if (!kinds.includes('hosting')) return object.isOfMail && isEvent !== isKnownEvent
  if (reservation.kind === 'activity') return isEvent
  if (object.kind === 'activity') return isKnownEvent
  return kinds.every((kind) => kind === 'hosting') && (isEvent || isKnownEvent)
}

/** The days on which it may end: an all-day event ends with the last night, or on the day after. */
const lastDays = ({ lastDay }: BookingFacts, isOfDays: boolean) =>
  isOfDays ? [lastDay, dayAfter(lastDay, 1)] : [lastDay]

/** Everything that an event says, as single words and as pairs: `AP 123`. */
function wordsOfEvent({ name, description, address }: Values): ReadonlySet<string> {
  const words = wordsIn([name, description, address].join(' '))
  return new Set(words.flatMap((word, at) => [word, word + (words[at + 1] ?? '')]))
}

/** Words that the names of many places have. */
const common = new Set(['airport', 'station', 'terminal', 'international', 'central'])

/** Whether an event names a booking: the house or the show, the flight, both ends of a journey. */
function isNamed(event: Values, { number, names }: BookingFacts): boolean {
  const words = wordsOfEvent(event)
  // Short numbers, such as `12`, may mean anything.
  if (plainCode(number).length > 3 && words.has(plainCode(number))) return true
  const isShared = ({ words: own }: Name) =>
    [...own].some((word) => word.length > 2 && !common.has(word) && words.has(word))
  const [what, ...more] = names
  if (more.length > 0) return names.every(isShared)
  return what !== undefined && what.sortedWords !== '' && areWithin(what.words, words)
}

const areWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].every((word) => all.has(word))

/** Whether both are one visit or journey: at the same minute, and named by the event. */
function compareMoments(part: PlannedPart, object: FilingCandidate, facts: BookingFacts): Verdict {
  const own = part.facts
  const isTyped = part.reservation.kind === object.kind && object.kind === 'transportation'
  const isOther =
    (isTyped && own.type !== facts.type) ||
    (own.number !== '' && facts.number !== '' && !isLikeNumber(own.number, facts.number))
  if (isOther || !startTogether(own, facts)) return 'other'
  const isEvent = part.booking.isUid === true
  const [event, booking] = isEvent ? [part.fields, facts] : [object.values, own]
  if (isNamed(event, booking) || (!isTyped && isLikeNames(own.names, facts.names))) return 'same'
  // Many things begin on a day.
  return event.allDay === true ? 'other' : 'unclear'
}

/** Whether both are one. */
function compare(part: PlannedPart, object: FilingCandidate, facts: BookingFacts): Verdict {
  const kinds = new Set([part.reservation.kind, object.kind])
  const of = kinds.has('hosting') ? compareStays : compareMoments
  const verdict = of(part, object, facts)
  const { code } = part.booking
  const isKnown = object.bookings.some((one) => one.isUid === true && one.code === code)
  // The event of the booking has moved.
  return verdict === 'other' && isKnown && kinds.size > 1 ? 'unclear' : verdict
}

/** Whether both are one stay, by the name of the house and the nights. */
function compareStays(part: PlannedPart, object: FilingCandidate, facts: BookingFacts): Verdict {
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

/** The part as an addition to an object of another kind: that the calendar has it, too. */
const asAddition = (
  { reservation, ...part }: PlannedPart,
  { kind }: FilingCandidate,
): PlannedPart => ({
  ...part,
  reservation: { ...reservation, kind, start: undefined, end: undefined, fields: {} },
  fields: {},
})

/**
 * The parts, those that are events of a booking as additions to it, and bookings with the event
 * that they replace. `before` has the objects that are known for parts, and gets those of the
 * additions. An explanation where it is not clear whether an object is the same booking.
 */
export async function withEvents(
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
    const isOfOtherKind = object.kind !== part.reservation.kind
    const isReplaced = isOfOtherKind && object.kind === 'activity'
    if (verdict === 'unclear' || (isReplaced && !isUntouched(object))) {
      return because('mayBeKnown', objectInWords(object))
    }
    taken.add(object)
    const own = isOfOtherKind && !isReplaced ? asAddition(part, object) : part
    if (isReplaced) found.push({ ...own, replaces: object })
    else {
      found.push(own)
      before.set(own, object)
    }
  }
  return found
}
