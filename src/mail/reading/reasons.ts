/** Why an email waits in the inbox: sentences for the user who reviews it. */
export const reasons = {
  nothingFound: 'No machine-readable booking was found in this email.',
  unreadable: 'This email could not be parsed within the limits of size and time.',
  incomplete: 'The booking lacks required details.',
  unknownType: 'The booking is of a kind that is not known.',
  tooMany: 'This email contains more bookings than can be filed at once.',
  unstorable: 'The booking contains values that cannot be stored.',
  notConfirmed: 'The booking is not confirmed yet.',
  waitingList: 'The booking is on a waiting list.',
  unknownStatus: 'The status of the booking is not known.',
  severalThings: 'One reservation is for several things, with the times of one.',
  severalStatuses: 'The booking has more than one status.',
  confirmedAndCancelled: 'The email both confirms and cancels a booking.',
  postponed: 'The event was postponed and has no new date yet.',
  contradictory: 'The booking contains contradictory times.',
  otherWords: 'The words and the times of a calendar event disagree.',
  otherReading: 'The calendar and the rest of this email disagree about the booking.',
  unclearEvent: 'It is not clear whether an event in the calendar is part of the booking.',
  unknownAirport: 'An airport of the flight is not known.',
  unknownZone: 'The time zone of the booking is uncertain.',
  recurring: 'The calendar event takes place more than once.',
  unreadableTime: 'A date or time of the booking cannot be read.',
  noStart: 'The booking has no start date.',
  noTime: 'The booking has a start date but no start time.',
  noEnd: 'The booking has no certain end date.',
  noTrip: 'None of the trips that you can edit covers these dates.',
  tooMuchKnown: 'Your trips contain too much that this booking would have to be compared with.',
  severalTrips: 'More than one trip covers these dates.',
  differentTrips: 'The bookings in this email belong to different trips.',
  unclearStay: 'The trip already has what may be the same stay, or another one.',
  standsElsewhere: 'The booking is in another trip, on other dates, and still stands there.',
  unknownReservation: 'The email cancels a reservation that is not in any of your trips.',
  unclearCancellation: 'It is not clear which of your bookings the email cancels.',
  unclearChange: 'It is not clear which of several stays or visits of the booking has changed.',
  otherDay: 'The email cancels an event on another day than the one that is in the trip.',
  cancelsPart: 'The email cancels part of the booking, of which it is not clear whose it is.',
  unclearTicket: 'It is not clear whose seat, ticket or room of the booking the email changes.',
  movesPart: 'The email has other times for some of those in the booking, not for all.',
  severalNumbers: 'The email cancels only one of the confirmation numbers of the booking.',
  outdated: 'A newer email about this booking has already been processed.',
  undated: 'The booking is already known, and the date of the forwarded email is not readable.',
  cancelledSince: 'A newer email cancels this booking.',
  mayBeCancelled: 'A newer email cancels this booking, but on another day.',
  repeated: 'A cancellation of this booking has already been processed, and has left this.',
} as const

export type Reason = keyof typeof reasons

/** A reason, and the object or values that it is about; '' if the sentence is sufficient. */
export interface Explanation {
  reason: Reason
  about: string
}

export const because = (reason: Reason, about = ''): Explanation => ({ reason, about })

/** Maximum characters of `about`. */
const maxAbout = 300

/** The sentence for the user: `The email cancels part of the booking: Tomas Reis.` */
export function inWords({ reason, about }: Explanation): string {
  const shown = [...about].slice(0, maxAbout).join('')
  return shown === '' ? reasons[reason] : `${reasons[reason].replace(/\.$/, '')}: ${shown}.`
}

/** Reasons that another form of the message cannot resolve. */
const against: ReadonlySet<Reason | undefined> = new Set<Reason>([
  ...(['contradictory', 'otherWords', 'notConfirmed', 'waitingList'] as const),
  ...(['unknownStatus', 'severalStatuses', 'severalThings'] as const),
])

/** Reasons of what was left out of a message that is otherwise filed. */
const omitting: ReadonlySet<string> = new Set<Reason>([
  ...(['outdated', 'undated', 'cancelledSince', 'repeated'] as const),
])

/** Whether a reason only says that something has been processed before. */
export const isOmission = (reason: string): boolean => omitting.has(reason)

/** Whether a reason is an objection to a booking; others say that something is missing. */
export const isAgainst = (reason: Reason | undefined): boolean => against.has(reason)

const named = Object.entries(reasons) as [Reason, string][]

/** The reason of a sentence, with or without its object; undefined for any other text. */
export const reasonSaying = (text: string): Reason | undefined =>
  named.find(([, sentence]) => {
    const bare = sentence.replace(/\.$/, '')
    return text === sentence || text.startsWith(`${bare}: `)
  })?.[0]
