/** Who invites to a trip, and who answers an invitation (test/spec/11.2, 17-invitations). */
import { holdMembers } from '../outside/database/locks/people.ts'
import { named, withRight } from './rules.ts'
import { holding } from './shield.ts'

/** What is missing or no id is a validation error about the input, which is read after this. */
export const invitesToTrip = holding(
  named<{ input: { tripId?: number | null } }>(
    'invitesToTrip',
    async (context, { input: { tripId } }) => {
      if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
      return typeof tripId === 'number' ? withRight(context, tripId, 'canAddGuests') : 'OK'
    },
  ),
)

/** The caller is invited to the trip, or has joined it already: two who accept at once both may. */
export const invitedToTrip = holding(
  named('invitedToTrip', async ({ viewer, db }, { tripId }) => {
    if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
    const members = await holdMembers(db.prisma, tripId, [viewer.user.id])
    return members.length > 0 ? 'OK' : 'NOT_FOUND'
  }),
)
