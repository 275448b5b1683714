/** Who invites to a trip, and who answers an invitation (test/spec/11.2, 17-invitations). */
import type { Context } from '../context.ts'
import { accessOrVerdict, named, withRight } from './rules.ts'

/** What is missing or no id is a validation error about the input, which is read after this. */
export const invitesToTrip = named<{ input: { tripId?: number | null } }>(
  'invitesToTrip',
  async (context, { input: { tripId } }) => {
    if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
    return typeof tripId === 'number' ? withRight(context, tripId, 'canAddGuests') : 'OK'
  },
)

const text = `select from member m join trip t on t.id = m.trip_id
  where m.trip_id = $1 and m.user_id = $2 and t.deleted_at is null`

/** Or has joined since access was asked for: two answers to one invitation both succeed. */
async function isInvited({ db, viewer }: Context, tripId: number): Promise<boolean> {
  if (viewer.kind !== 'user') return false
  const values = [tripId, viewer.user.id]
  return (await db.query({ text, values, isPrepared: true })).length > 0
}

/** The caller is invited to the trip, or has joined it already. */
export const invitedToTrip = named('invitedToTrip', async (context, { tripId }) => {
  const access = await accessOrVerdict(context, tripId)
  if (access !== 'NOT_FOUND') return typeof access === 'string' ? access : 'OK'
  return (await isInvited(context, tripId)) ? 'OK' : 'NOT_FOUND'
})
