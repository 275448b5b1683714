/** Who invites to a trip, and who answers an invitation (test/spec/11.2, 17-invitations). */
import { holdMembers } from '../../outside/database/locks/people.ts'
import { includesTrip } from '../narrowing.ts'
import { namedHeld } from './rule.ts'
import { ofUser, withRight } from './rules.ts'

/** A missing or wrong id is a validation error, reported later. */
export const invitesToTrip = namedHeld<{ input: { tripId?: number | null } }>(
  'invitesToTrip',
  ofUser(async (context, { input: { tripId } }) =>
    typeof tripId === 'number' ? withRight(context, tripId, 'canAddGuests') : 'OK',
  ),
)

/** The caller is invited to the trip or has joined it, so two concurrent accepts both pass. */
export const invitedToTrip = namedHeld<{ tripId: number }>(
  'invitedToTrip',
  ofUser(async ({ tx }, { tripId }, viewer) => {
    if (!includesTrip(viewer, tripId)) return 'NOT_FOUND'
    return (await holdMembers(tx, tripId, [viewer.id])).length > 0 ? 'OK' : 'NOT_FOUND'
  }),
)
