/**
 * The roster of a trip, and the viewer's rights on it (test/spec/06.2, 11.3,
 * test/core/permissions).
 */
import DataLoader from 'dataloader'
import { Refusal } from '../../../base/errors.ts'
import { type Page, type PageArgs, pageOfList } from '../../../base/pages.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { joinedMember } from '../../../outside/database/joined.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { rights } from '../../rights.ts'
import { account } from '../../store/viewer.ts'
import { prismaPage } from '../pages.ts'
import { knownAmong, peopleById } from './acquaintance.ts'
import { memberFields } from './members.ts'

type CollaboratorRow = Prisma.MemberGetPayload<{ select: typeof memberFields }>

/** Prisma: the rosters of the trips, with invitees only for viewers who may add guests. */
function listing(context: Context, tripIds: readonly number[]) {
  const [viewer, now] = [account(context), context.clock()]
  return {
    where: {
      tripId: { in: [...tripIds] },
      trip: tripsWith(viewer, now),
      OR: [joinedMember, { trip: tripsWith(viewer, now, 'canAddGuests') }],
    },
    orderBy: [{ isOwner: 'desc' }, { userId: 'asc' }],
    select: memberFields,
  } satisfies Prisma.MemberFindManyArgs
}

/** A page of the roster of one trip. */
function pageOf(context: Context, tripId: number, args: PageArgs): Promise<Page<CollaboratorRow>> {
  const { member } = context.db.prisma
  return prismaPage(args, member, listing(context, [tripId]))
}

/**
 * Maximum length of rosters that are read together and cut here, since Prisma cannot page groups.
 */
const maxLength = 100

/** A page of the roster of each of these trips. */
async function pagesOf(context: Context, tripIds: readonly number[], args: PageArgs) {
  const { member } = context.db.prisma
  const { where } = listing(context, tripIds)
  const counts = await member.groupBy({ by: ['tripId'], where, _count: true })
  const long = new Set(
    counts.filter(({ _count }) => _count > maxLength).map(({ tripId }) => tripId),
  )
  const others = tripIds.filter((tripId) => !long.has(tripId))
  const rows = await member.findMany(listing(context, others))
  return tripIds.map((tripId) => {
    if (long.has(tripId)) return pageOf(context, tripId, args)
    return pageOfList(
      args,
      rows.filter((found) => found.tripId === tripId),
    )
  })
}

/**
 * The people whom the viewer may see: members, and invitees whom the viewer knows from elsewhere.
 * Other invitees remain nameless (test/spec/06.2).
 */
async function peopleIn(context: Context, rows: readonly CollaboratorRow[]) {
  const { prisma } = context.db
  const ids = (isMember: boolean) =>
    rows.filter(({ joined }) => joined === isMember).map(({ userId }) => userId)
  const invited = ids(false)
  const known = invited.length > 0 ? await knownAmong(prisma, account(context), invited) : []
  return peopleById(prisma, [...ids(true), ...known])
}

const nameless = { name: '', email: '', photoUrl: null }
/** The estimated weight of a row (src/core/limits/read-budget.ts). */
const rowBytes = 1_000

/** Members and invitees as the viewer sees them. */
async function shownMembers(context: Context, rows: readonly CollaboratorRow[]) {
  const people = await peopleIn(context, rows)
  return rows.map((member) => ({
    ...member,
    ...nameless,
    ...people.get(member.userId),
    id: member.userId,
  }))
}

/** The given members and invitees of each trip, if the viewer sees them. */
export async function readMembers(context: Context, userIds: ReadonlyMap<number, number[]>) {
  const { where, select } = listing(context, [...userIds.keys()])
  const named = [...userIds].map(([tripId, ids]) => ({ tripId, userId: { in: ids } }))
  const { member } = context.db.prisma
  const rows = await member.findMany({ where: { AND: [where, { OR: named }] }, select })
  return shownMembers(context, rows)
}

/** The rosters of one operation, each with its own refusal. */
async function rosters(context: Context, tripIds: readonly number[], args: PageArgs) {
  const [only = 0, ...more] = tripIds
  const pages =
    more.length > 0 ? await pagesOf(context, tripIds, args) : [pageOf(context, only, args)]
  const settled = await Promise.allSettled(pages)
  const rows = settled.flatMap((page) => (page.status === 'fulfilled' ? page.value.results : []))
  const shown = await shownMembers(context, rows)
  const value = settled.map((page): Page<object> | Error => {
    if (page.status === 'rejected') return page.reason
    // A member sees at least themselves: the viewer has left since the rule was asked.
    if (page.value.count === 0) return new Refusal('NOT_FOUND')
    return { ...page.value, results: shown.splice(0, page.value.results.length) }
  })
  return { value, bytes: rows.length * rowBytes }
}

function collaborators(trip: { id: number }, args: PageArgs, context: Context) {
  const read = (tripIds: readonly number[]) =>
    context.reading.take(async (budget) => {
      const { value, bytes } = await rosters(context, tripIds, args)
      return { value: bytes <= budget ? value : undefined, bytes }
    })
  const key = `collaborators ${args.first} ${args.page}`
  return context
    .shared(key, () => new DataLoader<number, Page<object>>(read, { cache: false }))
    .load(trip.id)
}

/** The viewer's rights on a trip, from the record used by the rules; all false without access. */
async function viewerCan(trip: { id: number }, _: unknown, context: Context) {
  const access = await context.access(trip.id)
  return Object.fromEntries(rights.map(({ name, can }) => [can, access?.[name] ?? false]))
}

export const collaboratorResolvers = {
  Trip: { collaborators, viewerCan },
  Collaborator: { permissions: (member: object) => member },
}
