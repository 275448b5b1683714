/** The activities of a trip: a list, one, a new one (test/spec/03, 12). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Prisma, PrismaClient } from '../../../src/generated/prisma/client.ts'
import { fields, readBody } from '../baseline/input.ts'
import { refusals } from '../baseline/wire.ts'
import { pageFor } from './page.ts'
import { RefusedAnswer } from './refused.ts'

const included = {
  owner: { select: { id: true, name: true, email: true, photoUrl: true } },
} satisfies Prisma.ActivityInclude

type ActivityRow = Prisma.ActivityGetPayload<{ include: typeof included }>

type OfTrip = { Params: { trip: string } }
type OfActivity = { Params: { trip: string; id: string } }

export function activityRoutes(app: FastifyInstance, prisma: PrismaClient): void {
  const path = '/trip/:trip(^\\d{1,9}$)'

  app.get<OfTrip>(`/v2${path}/activities`, async (request) => {
    const member = await memberOf(prisma, request.userId, Number(request.params.trip))
    const where = { tripId: member.tripId, deletedAt: null }
    const page = await pageFor(request, {
      count: () => prisma.activity.count({ where }),
      read: (cut) =>
        prisma.activity.findMany({ where, orderBy: { id: 'asc' }, include: included, ...cut }),
    })
    const results = page.results.map((row) => activityAsJson(row, member.canSeeExpenses))
    return { ...page, results }
  })

  app.get<OfActivity>(`/v2${path}/activity/:id(^\\d{1,9}$)`, async (request) => {
    const member = await memberOf(prisma, request.userId, Number(request.params.trip))
    const row = await prisma.activity.findFirst({
      where: { id: Number(request.params.id), tripId: member.tripId, deletedAt: null },
      include: included,
    })
    if (!row) throw new RefusedAnswer(refusals.notFound)
    return activityAsJson(row, member.canSeeExpenses)
  })

  app.post<OfTrip>(`/v1${path}/activities`, async (request, reply) => {
    const member = await memberOf(prisma, request.userId, Number(request.params.trip))
    if (!member.canEdit) throw new RefusedAnswer(refusals.forbidden)
    const data = dataFrom(request, member)
    if (await isDuplicate(prisma, member.tripId, data.internalIdentifier)) return reply.send()
    const owner = { tripId: member.tripId, ownerId: request.userId }
    const row = await prisma.activity.create({ data: { ...owner, ...data }, include: included })
    return reply.code(201).send(activityAsJson(row, member.canSeeExpenses, { emails: [] }))
  })
}

/** The membership of the user in a trip that exists. */
async function memberOf(prisma: PrismaClient, userId: number, tripId: number) {
  const member = await prisma.member.findFirst({
    where: { tripId, userId, joined: true, trip: { deletedAt: null } },
    include: { trip: { select: { timezone: true } } },
  })
  if (!member) throw new RefusedAnswer(refusals.notFound)
  return member
}

type Member = Awaited<ReturnType<typeof memberOf>>

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
const names = fields.map(([name]) => camelCase(name))

type Data = Omit<Prisma.ActivityUncheckedCreateInput, 'tripId' | 'ownerId'> & {
  internalIdentifier: string
}

function dataFrom(request: FastifyRequest, member: Member): Data {
  const values = readBody(request)
  if (!Array.isArray(values)) throw new RefusedAnswer(values)
  const data = Object.fromEntries(names.map((name, n) => [name, values[n]])) as Data
  return {
    ...data,
    timezone: data.timezone ?? member.trip.timezone,
    ...(!member.canEditExpenses && { price: null, currency: '' }),
  }
}

/** An identifier is stored once in a trip, deleted rows included. */
async function isDuplicate(prisma: PrismaClient, tripId: number, internalIdentifier: string) {
  if (internalIdentifier === '') return false
  const where = { tripId, internalIdentifier }
  return (await prisma.activity.findFirst({ where, select: { id: true } })) !== null
}

const moment = (date: Date | null) => (date ? `${date.toISOString().slice(0, 19)}Z` : null)

function activityAsJson(row: ActivityRow, seesExpenses: boolean, more: { emails?: [] } = {}) {
  return {
    id: row.id,
    owner: {
      id: row.owner.id,
      name: row.owner.name,
      email: row.owner.email,
      photo_url: row.owner.photoUrl,
    },
    internal_identifier: row.internalIdentifier,
    trip: row.tripId,
    hidden: row.hidden,
    activity_type: row.activityType,
    period: row.period,
    starts_at: moment(row.startsAt),
    ends_at: moment(row.endsAt),
    all_day: row.allDay,
    name: row.name,
    description: row.description,
    checked: row.checked,
    address: row.address,
    longitude: row.longitude,
    latitude: row.latitude,
    timezone: row.timezone,
    ...more,
    ...(seesExpenses && { price: row.price, currency: row.currency }),
    created_at: moment(row.createdAt),
    updated_at: moment(row.updatedAt),
  }
}
