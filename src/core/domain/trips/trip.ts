/** Trips: reads, creates, updates and deletes (test/spec/02.1, 03, 06). */
import type { GraphQLResolveInfo } from 'graphql'
import type { GuestInviteInput } from '../../../generated/types.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { answered, asksTrip } from '../../store/answers.ts'
import { refuseHot } from '../../store/idempotent-writes.ts'
import { trip as kind } from '../../store/kinds.ts'
import { type ListArgs, listTrips, readTrip } from '../../store/reads.ts'
import { account } from '../../store/viewer.ts'
import { createTrip, deleteRow, type StoredFields, updateRow } from '../../store/writes.ts'
import { emailsOf } from '../emails/emails-of.ts'
import { addGuests, type Guests, guestsAmong } from '../people/guest-invites.ts'

type TripFields = StoredFields<'trip'>
type NewTrip = TripFields & { ownerId: number }

/** Stores the trip with its guests and the mails to invitees, or none of them. */
function createWithGuests(
  trip: NewTrip,
  guests: Guests,
  selection: ReadonlySet<string>,
  context: Context,
) {
  return context.db.transaction(async (tx) => {
    const row = await createTrip(tx, trip, selection)
    if (!row) return null
    const named = { id: row.id, name: String(trip.name ?? '') }
    return { ...row, ...(await addGuests(tx, named, guests, context)), emails: [] }
  })
}

type CreateArgs = { input: TripFields & { guestInvites?: readonly GuestInviteInput[] } }

async function create(
  _: unknown,
  { input: { guestInvites = [], ...input } }: CreateArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const viewer = account(context)
  const trip = {
    timezone: viewer.timezone,
    hasDates: Boolean(input.startsAt ?? input.endsAt),
    ...input,
    ownerId: viewer.id,
  }
  const selection = selected(info)
  const guests = guestsAmong(guestInvites, context)
  // Nothing is read after the write: if that read failed, a retry would create a second trip.
  if (guests.size > 0) {
    refuseHot(context.keeping)
    const made = await createWithGuests(trip, guests, selection, context)
    context.mailWaits()
    return made
  }
  const row = await createTrip(context.db, trip, selection, context.keeping)
  return row && { ...row, collaboratorsCount: 1, guests: [], emails: [] }
}

const targetOf = (context: Context, id: number) => ({
  id,
  tripId: id,
  actor: account(context),
})

async function update(
  _: unknown,
  { id, input }: { id: number; input: TripFields },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const selection = selected(info)
  // An empty update writes nothing, so it need not wait for others of the trip.
  if (Object.keys(input).length === 0) return readTrip(context, id, selection)
  const answer = answered(kind, selection)
  return updateRow(context.db, kind, targetOf(context, id), input, answer, context.keeping)
}

async function remove(_: unknown, { id }: { id: number }, context: Context) {
  await deleteRow(context.db, kind, targetOf(context, id), context.keeping)
  return true
}

/** Most operations only need access to the trip, which the rule has just checked. */
async function trip(
  _: unknown,
  { id }: { id: number },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const selection = selected(info)
  return asksTrip(selection) ? readTrip(context, id, selection) : { id }
}

export const tripResolvers = {
  Trip: { emails: emailsOf('trip') },
  Query: {
    trip,
    trips: (_: unknown, args: ListArgs, context: Context, info: GraphQLResolveInfo) =>
      listTrips(context, args, selected(info, 'results')),
    deletedTrips: (_: unknown, args: ListArgs, context: Context, info: GraphQLResolveInfo) =>
      listTrips(context, args, selected(info, 'results'), 'deleted_at'),
  },
  Mutation: { createTrip: create, updateTrip: update, deleteTrip: remove },
}
