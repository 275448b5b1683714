/**
 * The hot path's statements for trips and viewers against the same reads in Prisma, written here
 * from the specification alone: over generated rows, selections, viewers.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { loadAccess } from '../../../src/core/store/access.ts'
import { listTrips, readTrip } from '../../../src/core/store/reads.ts'
import { viewerFinder } from '../../../src/core/store/viewer.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type GeneratedRow, selections } from '../../outside/database/generated-rows.ts'
import { db, sha256 } from '../../world.ts'
import {
  contextOf,
  emailsAt,
  type HotPathScene,
  membership,
  only,
  outcome,
  refused,
  scene,
  wired,
} from './hot-path-scene.ts'

let viewers: HotPathScene['viewers']
let trips: HotPathScene['trips']
beforeAll(async () => {
  ;({ viewers, trips } = await scene())
})

const args = { first: 100, page: 1 }

/** The people on a trip, as its answer shows them. */
async function guestsOf(tripId: number) {
  const members = await db.prisma.member.findMany({
    where: { tripId, joined: true },
    orderBy: [{ isOwner: 'desc' }, { userId: 'asc' }],
    include: { user: { select: { name: true, email: true, photoUrl: true } } },
  })
  const guests = members
    .filter(({ isOwner, isTravelling }) => !(isOwner && isTravelling))
    .map(({ user, userId, createdAt: _, ...member }) => {
      const { invitationHash: _h, invitedBy: _i, entered: _e, ...shown } = member
      return { id: userId, ...user, ...shown }
    })
  return { collaboratorsCount: members.length, guests }
}

async function expectedTrip(row: GeneratedRow, asked: ReadonlySet<string>) {
  const wire = wired(row, 'trip')
  const fields = Object.keys(Prisma.TripScalarFieldEnum).filter((field) => asked.has(field))
  const answer = Object.fromEntries(['id', 'ownerId', ...fields].map((name) => [name, wire[name]]))
  const withPeople = asked.has('guests') || asked.has('collaboratorsCount')
  return {
    ...answer,
    ...(withPeople && (await guestsOf(row.id as number))),
    ...(asked.has('emails') && { emails: (await emailsAt('tripId', row.id)) === 0 ? [] : null }),
  }
}

const tripFields = [
  ...Object.keys(Prisma.TripScalarFieldEnum),
  ...['guests', 'collaboratorsCount', 'emails'],
]

describe('trips', () => {
  test.each(['live', 'deleted'])(
    'lists of %s trips, and single reads, return the rows',
    async (state) => {
      const deletedAt = state === 'live' ? null : { not: null }
      for (const { name, person } of viewers) {
        const rows = await db.prisma.trip.findMany({
          where: { deletedAt, members: { some: { userId: person.id, joined: true } } },
          orderBy: { id: 'asc' },
        })
        for (const asked of selections(tripFields)) {
          const what = `${name} ${[...asked]}`
          const context = contextOf(person)
          if (state === 'live') {
            const expected = await Promise.all(rows.map((row) => expectedTrip(row, asked)))
            const { results } = await listTrips(context, args, asked)
            expect(results.map(only), what).toEqual(expected)
            for (const id of trips) {
              const found = expected.find((row) => (row as GeneratedRow).id === id)
              expect(await outcome(() => readTrip(context, id, asked)), what).toEqual(
                found ?? refused,
              )
            }
          } else {
            const left = new Set(['id', 'deletedAt'])
            const { results } = await listTrips(context, args, left, 'deleted_at')
            const expected = rows.map(({ id, ownerId, deletedAt }) =>
              wired({ id, ownerId, deletedAt }, 'trip'),
            )
            expect(results.map(only), what).toEqual(expected)
          }
        }
      }
    },
  )
})

describe('the viewer and the access', () => {
  test('accounts behind keys, with what they may do', async () => {
    const find = viewerFinder(db)
    for (const { name, person } of viewers) {
      for (const tripId of trips) {
        const member = await membership(person.id, tripId)
        const isPro = member?.trip.owner.isPremium === true
        const access = member && {
          tripId,
          isOwner: member.isOwner,
          canEdit: member.canEdit,
          canAddGuests: member.canAddGuests,
          canSeeExpenses: member.canSeeExpenses,
          canEditExpenses: member.canEditExpenses,
          canSeeDocuments: member.canSeeDocuments && isPro,
          canEditDocuments: member.canEditDocuments && isPro,
        }
        const what = `${name} ${tripId}`
        expect(await loadAccess(db, person.id, [tripId]), what).toEqual(access ? [access] : [])
        const found = await find({ by: 'key', name: sha256(person.key), tripId })
        const account = await db.prisma.user.findUniqueOrThrow({ where: { id: person.id } })
        const { id, username, email, photoUrl, timezone, defaultCurrency } = account
        const viewer = {
          id,
          username,
          email,
          name: account.name,
          photoUrl,
          timezone,
          defaultCurrency,
        }
        expect(found, what).toMatchObject({ ...viewer, ...(access ?? { tripId: null }) })
      }
    }
    expect(await find({ by: 'key', name: sha256('no key'), tripId: 0 })).toBeUndefined()
  })
})
