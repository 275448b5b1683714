/** `GET /v2/trips` (test/spec/01.8, 02.1, 03). */
import type { FastifyInstance } from 'fastify'
import type { Prisma, PrismaClient } from '../../../src/generated/prisma/client.ts'
import { invalidMoment, readMoment } from '../baseline/input.ts'
import { refusals } from '../baseline/wire.ts'
import { pageFor } from './page.ts'
import { RefusedAnswer } from './refused.ts'

const twoDays = 2 * 24 * 60 * 60 * 1000

const included = {
  members: {
    where: { joined: true },
    orderBy: [{ isOwner: 'desc' }, { userId: 'asc' }],
    include: { user: { select: { id: true, name: true, email: true, photoUrl: true } } },
  },
} satisfies Prisma.TripInclude

type TripRow = Prisma.TripGetPayload<{ include: typeof included }>
type MemberRow = TripRow['members'][number]

export function tripRoutes(app: FastifyInstance, prisma: PrismaClient): void {
  app.get<{ Querystring: { updatedSince?: string } }>('/v2/trips', async (request) => {
    const where = tripsOf(request.userId, sinceOf(request.query.updatedSince))
    const page = await pageFor(request, {
      count: () => prisma.trip.count({ where }),
      read: (cut) =>
        prisma.trip.findMany({ where, orderBy: { id: 'asc' }, include: included, ...cut }),
    })
    return { ...page, results: page.results.map(tripAsJson) }
  })
}

/** The moment from which own trips are listed, two days before the one that was sent. */
function sinceOf(sent: string | undefined): Date | undefined {
  if (!sent) return undefined
  const moment = readMoment(sent, true)
  if (!moment) throw new RefusedAnswer(refusals.invalid({ updatedSince: [invalidMoment] }))
  return new Date(Date.parse(moment) - twoDays)
}

const tripsOf = (userId: number, since: Date | undefined): Prisma.TripWhereInput => ({
  deletedAt: null,
  OR: [
    { ownerId: userId, ...(since && { changedAt: { gte: since } }) },
    { members: { some: { userId, joined: true, isOwner: false } } },
  ],
})

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

function tripAsJson(trip: TripRow) {
  return {
    id: trip.id,
    internal_identifier: trip.internalIdentifier,
    name: trip.name,
    timezone: trip.timezone,
    hidden: trip.hidden,
    description: trip.description,
    starts_at: day(trip.startsAt),
    ends_at: day(trip.endsAt),
    cover_gradient: trip.coverGradient,
    cover_image_url: trip.coverImageUrl,
    owner: trip.ownerId,
    collaborators: trip.members.length,
    has_dates: trip.hasDates,
    number_of_days: trip.numberOfDays,
    guests: trip.members
      .filter(({ isOwner, isTravelling }) => !isOwner || !isTravelling)
      .map(guestAsJson),
  }
}

function guestAsJson(member: MemberRow) {
  return {
    id: member.user.id,
    name: member.user.name,
    email: member.user.email,
    photo_url: member.user.photoUrl,
    permissions: {
      is_owner: member.isOwner,
      can_edit: member.canEdit,
      can_add_guests: member.canAddGuests,
      can_see_expenses: member.canSeeExpenses,
      can_edit_expenses: member.canEditExpenses,
      can_see_documents: member.canSeeDocuments,
      can_edit_documents: member.canEditDocuments,
      is_travelling: member.isTravelling,
      receive_notifications: member.receiveNotifications,
    },
    joined: member.joined,
  }
}
