/**
 * The hot path's statements for items against the same reads in Prisma, written here from the
 * specification alone: over generated rows, selections and viewers.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { isChild } from '../../../src/core/store/access.ts'
import { type Kind, kinds } from '../../../src/core/store/kinds.ts'
import { listItems, readItem } from '../../../src/core/store/reads.ts'
import {
  chance,
  type GeneratedRow,
  random,
  selections,
  storedFields,
  words,
} from '../../outside/database/generated-rows.ts'
import { cast, db } from '../../world.ts'
import {
  contextOf,
  emailsAt,
  forbidden,
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

/** The item's expected form for a viewer who sees money or not. */
async function expectedItem(
  kind: Kind,
  row: GeneratedRow,
  asked: ReadonlySet<string>,
  money: boolean,
) {
  const fields = storedFields(kind).filter(
    (field) => asked.has(field) && (money || (field !== 'price' && field !== 'currency')),
  )
  const keys = ['id', 'tripId', ...(asked.has('owner') ? ['ownerId'] : [])]
  const wire = wired(row, kind.name)
  const answer = Object.fromEntries([...keys, ...fields].map((field) => [field, wire[field]]))
  const { owner } = row as { owner: { name: string; email: string; photoUrl: string | null } }
  const withEmails = asked.has('emails') && kind.name !== 'expense'
  return {
    ...answer,
    ...(asked.has('owner') && {
      ...{ ownerName: owner.name, ownerEmail: owner.email, ownerPhotoUrl: owner.photoUrl },
      ownerIsMember: (await membership(row.ownerId as number, row.tripId as number)) !== null,
    }),
    ...(withEmails && { emails: (await emailsAt(`${kind.name}Id`, row.id)) === 0 ? [] : null }),
  }
}

/** The requested page of the rows. */
function pageOf(rows: GeneratedRow[], { first, page }: typeof args) {
  const at = page === -1 ? Math.max(0, Math.ceil(rows.length / first) - 1) : page - 1
  const results = rows.slice(at * first, (at + 1) * first)
  if (page > 1 && results.length === 0) return { refusal: 'INVALID_PAGE' }
  return { count: rows.length, results }
}

/** A random page of random size, perhaps only of changes since one of the rows'. */
function anyPage(rows: GeneratedRow[]): typeof args & { updatedSince?: string } {
  const page = [1, 2, -1][random(3)] as number
  const row = chance() ? rows[random(rows.length)] : undefined
  const updatedSince = (row?.changedAt as Date | undefined)?.toISOString()
  const size = { first: chance() ? 2 : 100, page }
  return updatedSince === undefined ? size : { ...size, updatedSince }
}

const liveItems = (kind: Kind, tripId: number) =>
  words(kind.name).findMany({
    where: { tripId, deletedAt: null },
    include: { owner: true },
    orderBy: { id: 'asc' },
  })

const left = new Set(['id', 'deletedAt'])
const someSince = ['', '2031-04-20T00:00:00Z']

describe('items', () => {
  test.each(kinds)('lists and single reads of $plural return the rows', async (kind) => {
    for (const { name, person } of viewers) {
      for (const tripId of trips) {
        const member = await membership(person.id, tripId)
        const money = kind.name === 'expense' || member?.canSeeExpenses === true
        const isOpen = kind.name !== 'expense' || member?.canSeeExpenses === true
        for (const asked of selections([...storedFields(kind), 'owner', 'emails'])) {
          const live = await liveItems(kind, tripId)
          const rows = await Promise.all(
            (isOpen ? live : []).map((row) => expectedItem(kind, row, asked, money)),
          )
          const context = contextOf(person)
          const asks = anyPage(live)
          const what = `${name} ${tripId} ${[...asked]} ${JSON.stringify(asks)}`
          const list = async () => {
            const { count, results } = await listItems(context, kind, tripId, asks, asked)
            return { count, results: results.map(only) }
          }
          const isChanged = (_: GeneratedRow, n: number) =>
            !asks.updatedSince || (live[n]?.changedAt as Date) >= new Date(asks.updatedSince)
          const listed = isOpen ? pageOf(rows.filter(isChanged), asks) : forbidden
          expect(await outcome(list), what).toEqual(member ? listed : refused)
          const id = live[0]?.id as number
          const one = () => readItem(context, kind, { tripId, id }, asked)
          expect(await outcome(one), what).toEqual(member && isOpen ? rows[0] : refused)
        }
      }
    }
  })

  test.each(kinds)('tombstones of $plural', async (kind) => {
    for (const { name, person } of viewers) {
      for (const tripId of trips) {
        for (const updatedSince of someSince) {
          const since = updatedSince ? { gte: new Date(updatedSince) } : {}
          const member = await db.prisma.member.findFirst({
            where: { tripId, userId: person.id, joined: true },
          })
          const rows = await words(kind.name).findMany({
            where: { tripId, deletedAt: { not: null, ...since } },
            select: { id: true, tripId: true, deletedAt: true },
            orderBy: { id: 'asc' },
          })
          const isOpen = member && (kind.name !== 'expense' || member.canSeeExpenses)
          const expected = isOpen ? rows.map((row) => wired(row, kind.name)) : forbidden
          const context = contextOf(person)
          const asks = { ...args, ...(updatedSince && { updatedSince }) }
          const list = async () => {
            const found = await listItems(context, kind, tripId, asks, left, 'deleted_at')
            return found.results.map(only)
          }
          const open = await membership(person.id, tripId)
          const what = `${name} ${tripId} ${updatedSince}`
          expect(await outcome(list), what).toEqual(open ? expected : refused)
        }
      }
    }
  })
})

test.each(kinds)(
  'the read of whether a live $name is in a trip equals that of Prisma',
  async ({ name }) => {
    for (const { id, tripId, deletedAt } of await words(name).findMany({
      where: { tripId: { in: trips } },
    })) {
      for (const asked of trips) {
        const child = { kind: name, tripId: asked, id: id as number }
        expect(await isChild(db, child)).toBe(asked === tripId && deletedAt === null)
      }
    }
  },
)

test('olga: the last page of an empty list is its first, whatever its size', async () => {
  const { olga, trip } = await cast()
  for (const kind of kinds) {
    for (const first of [1, 2, 100]) {
      for (const state of ['changed_at', 'deleted_at'] as const) {
        const size = { first, page: -1 }
        const found = await listItems(contextOf(olga), kind, trip.id, size, new Set(), state)
        expect(found, `${kind.name} ${first} ${state}`).toEqual({ count: 0, results: [] })
      }
    }
  }
})
