/**
 * Hostings, activities, transportations and expenses: one set of resolvers for all four kinds.
 * Every statement below filters by the viewer itself; the permission table is the other lock.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { emailsOf } from '../emails/emails-of.ts'
import { type ListArgs, list, listDeleted, type OwnerColumns, one } from './itinerary-reads.ts'
import { create, remove, update } from './itinerary-writes.ts'
import { type Kind, kinds } from './kinds.ts'

type Trip = { id: number }
type Resolve = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown

/** The creator of a child or a document, as a person. */
export const owner = (row: OwnerColumns) => ({
  id: row.ownerId,
  name: row.ownerName,
  email: row.ownerEmail,
  photoUrl: row.ownerPhotoUrl,
})

function resolversOf(kind: Kind): Record<string, Record<string, Resolve>> {
  const { name, type, plural } = kind
  const ofTrip: Record<string, Resolve> = {
    [name]: (trip: Trip, args: { id: number }, context, info) =>
      one(kind, trip.id, args.id, context, info),
    [plural]: (trip: Trip, args: ListArgs, context, info) => list(kind, trip, args, context, info),
  }
  if (kind.name !== 'expense') {
    ofTrip[`deleted${plural.charAt(0).toUpperCase()}${plural.slice(1)}`] = (
      trip: Trip,
      args: ListArgs,
      context,
    ) => listDeleted(kind, trip, args, context)
  }
  return {
    Trip: ofTrip,
    ...(name === 'expense' ? {} : { [type]: { owner, emails: emailsOf(name) } }),
    Mutation: {
      [`create${type}`]: (_: never, args: never, context) => create(kind, args, context),
      [`update${type}`]: (_: never, args: never, context, info) =>
        update(kind, args, context, info),
      [`delete${type}`]: (_: never, args: never, context) => remove(kind, args, context),
    },
  }
}

/** The resolvers of all four kinds. */
export const itineraryResolvers = kinds.map(resolversOf)
