/** The kinds of items that reservations become. */
import { activity, hosting, type TimedKind, transportation } from '../../core/store/kinds.ts'
import type { ReservationKind } from '../reading/reservation.ts'

export const filedKinds: { [Kind in ReservationKind]: TimedKind<Kind> } = {
  hosting,
  activity,
  transportation,
}
