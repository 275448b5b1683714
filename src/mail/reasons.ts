/** Why a message waits in the inbox: sentences for the person who reviews it. */
export const reasons = {
  nothingFound: 'No booking could be recognized in this email.',
  unreadable: 'This email is too large or too complex to be read.',
  incomplete: 'The booking is incomplete: details that are needed to file it are missing.',
  unstorable: 'The booking contains values that cannot be stored.',
  notConfirmed: 'The booking is not confirmed yet.',
  contradictory: 'The booking states two different times for the same event.',
  noStart: 'The start date of the booking is missing or unclear.',
  noTrip: 'None of the trips that you can edit covers the dates of this booking.',
  severalTrips: 'More than one of your trips covers the dates of this booking.',
  differentTrips: 'The bookings in this email belong to different trips.',
  unknownReservation: 'This email cancels a booking that is not in any of your trips.',
} as const

export type Reason = keyof typeof reasons
