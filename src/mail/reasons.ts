/** Why a message waits in the inbox: sentences for the person who reviews it. */
export const reasons = {
  nothingFound: 'The message holds no booking in a form that can be read exactly.',
  unreadable: 'The message could not be read within its limits.',
  incomplete: 'The booking lacks what is needed to file it.',
  unstorable: 'The booking holds values that cannot be stored.',
  notConfirmed: 'The booking is not confirmed yet.',
  contradictory: 'The booking says two different things about the same time.',
  noStart: 'The booking has no start that can be placed on a day.',
  noTrip: 'No trip that you may edit covers these dates.',
  severalTrips: 'More than one trip covers these dates.',
  differentTrips: 'The bookings of this message belong to different trips.',
  unknownReservation: 'It cancels a reservation that is in none of your trips.',
} as const

export type Reason = keyof typeof reasons
