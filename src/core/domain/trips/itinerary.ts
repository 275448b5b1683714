/**
 * Hostings, activities, transportations and expenses share one set of resolvers. Their reads and
 * writes are in ../../store/, where every statement filters by the viewer: the second lock, after
 * the permission table.
 */
import type { GraphQLResolveInfo } from 'graphql'
import { capitalized } from '../../../base/names.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { isParentItem } from '../../parent-kinds.ts'
import { type TimelineArgs, timelineOf } from '../../queries/timeline.ts'
import { itemAnswer, type OwnerColumns } from '../../store/answers.ts'
import { type Kind, kinds } from '../../store/kinds.ts'
import { type ListArgs, listItems, readItem } from '../../store/reads.ts'
import { account } from '../../store/viewer.ts'
import { createItem, deleteRow, type StoredFields, updateRow } from '../../store/writes.ts'
import { emailsOf } from '../emails/emails-of.ts'
import { shownTo } from '../people/acquaintance.ts'
import type { PersonRow } from '../person.ts'

type Trip = { id: number }
type Resolve = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown

/** The creator of an item, from the item's own columns or Prisma's relation. */
function owner(
  row: OwnerColumns & { owner?: PersonRow },
  _args: unknown,
  context: Context,
  info: GraphQLResolveInfo,
) {
  if (row.owner) return shownTo(context, row.owner, info)
  const { ownerId: id, ownerName: name, ownerEmail: email, ownerPhotoUrl: photoUrl } = row
  const person = { id, name, email, photoUrl }
  return row.ownerIsMember ? person : shownTo(context, person, info)
}

const placeOf = (context: Context, tripId: number) => ({
  actor: account(context),
  tripId,
})

type CreateArgs = { tripId: number; input: StoredFields }

async function create(
  kind: Kind,
  { tripId, input }: CreateArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const fields = { ...input }
  if (kind.isMoney) fields.currency ??= account(context).defaultCurrency
  const answer = await itemAnswer(context, kind, tripId, selected(info))
  return createItem(context.db, kind, placeOf(context, tripId), fields, answer, context.keeping)
}

type ItemArgs = { tripId: number; id: number }
type UpdateArgs = ItemArgs & { input: StoredFields & { updateTrip?: number | null } }

async function update(
  kind: Kind,
  { tripId, id, input: { updateTrip, ...fields } }: UpdateArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const isMove = typeof updateTrip === 'number'
  const target = { ...placeOf(context, tripId), id, ...(isMove && { moveTo: updateTrip }) }
  const answer = await itemAnswer(context, kind, tripId, selected(info))
  const row = await updateRow(context.db, kind, target, fields, answer, context.keeping)
  return isMove ? null : row
}

async function remove(kind: Kind, { tripId, id }: ItemArgs, context: Context) {
  await deleteRow(context.db, kind, { ...placeOf(context, tripId), id }, context.keeping)
  return true
}

function resolversOf(kind: Kind): Record<string, Record<string, Resolve>> {
  const { name, type, plural } = kind
  const ofTrip: Record<string, Resolve> = {
    [name]: ({ id: tripId }: Trip, { id }: { id: number }, context, info) =>
      readItem(context, kind, { tripId, id }, selected(info)),
    [plural]: ({ id }: Trip, args: ListArgs, context, info) =>
      listItems(context, kind, id, args, selected(info, 'results')),
  }
  if (!kind.isMoney) {
    ofTrip[`deleted${capitalized(plural)}`] = ({ id }: Trip, args: ListArgs, context, info) =>
      listItems(context, kind, id, args, selected(info, 'results'), 'deleted_at')
  }
  return {
    Trip: ofTrip,
    ...(isParentItem(name) && { [type]: { owner, emails: emailsOf(name) } }),
    Mutation: {
      [`create${type}`]: (_: never, args: never, context, info) =>
        create(kind, args, context, info),
      [`update${type}`]: (_: never, args: never, context, info) =>
        update(kind, args, context, info),
      [`delete${type}`]: (_: never, args: never, context) => remove(kind, args, context),
    },
  }
}

const several = {
  Trip: {
    timeline: ({ id }: Trip, args: TimelineArgs, context: Context, info: GraphQLResolveInfo) =>
      timelineOf(context, id, args, selected(info, 'results')),
  },
  Tombstone: { isMoved: ({ isMoved = false }: { isMoved?: boolean }) => isMoved },
  ItineraryItem: { __resolveType: (item: { __typename: string }) => item.__typename },
}

/** The resolvers of all four kinds, of timelines, and of tombstones. */
export const itineraryResolvers = [several, ...kinds.map(resolversOf)]
