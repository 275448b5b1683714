/** The scene for comparing hot reads with Prisma's, and how both become comparable. */
import { type Context, makeContext } from '../../../src/core/context.ts'
import { maxOperationBytes, Reading } from '../../../src/core/limits/read-budget.ts'
import { kinds } from '../../../src/core/store/kinds.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { anyTime, chance, fill, type GeneratedRow } from '../../outside/database/generated-rows.ts'
import { insertEmail } from '../../sync.ts'
import { allRights, cast, db, join, type Person, people, premium } from '../../world.ts'

interface Viewer {
  name: string
  person: Person
}

export interface HotPathScene {
  viewers: Viewer[]
  trips: number[]
}

/** Trips with items, active and deleted, of owners who are Pro and not, and who looks at them. */
export async function scene(): Promise<HotPathScene> {
  const { olga, ed, vera, pia, stan, trip } = await cast()
  const [nora, max] = (await people('nora', 'max')) as [Person, Person]
  const own = { ownerId: nora.id, name: 'Not Pro' }
  const plain = await db.prisma.trip.create({ data: own })
  const gone = await db.prisma.trip.create({ data: { ownerId: olga.id, deletedAt: new Date() } })
  const late = await db.prisma.trip.create({ data: { ownerId: olga.id, startsAt: anyTime() } })
  const trips = [trip.id, plain.id, gone.id, late.id]
  for (const id of trips) {
    await join(id, max, { can_see_expenses: true, is_travelling: chance() })
    if (id !== trip.id) await join(id, ed, { ...allRights, joined: id !== late.id })
  }
  await premium(olga, true)
  for (const id of trips) for (const kind of kinds) await fill(kind, id, olga)
  await insertEmail(olga, { trip_id: trip.id })
  const all = { olga, ed, vera, pia, stan, nora, max }
  return { viewers: Object.entries(all).map(([name, person]) => ({ name, person })), trips }
}

/** What a request knows, of a user; the reads want no more. */
export function contextOf({ id }: Person): Context {
  const user = { id, username: '', email: '', name: '', photoUrl: null }
  return makeContext({
    viewer: {
      kind: 'user',
      user: { ...user, timezone: '', defaultCurrency: '', history: '' },
      keyHash: null,
    },
    db,
    reading: new Reading(maxOperationBytes),
  } as unknown as Parameters<typeof makeContext>[0])
}

/** The result of a read: rows without the keys that only its statement needs, or the refusal. */
export async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return { refusal: (error as { code?: string }).code ?? String(error) }
  }
}

export const refused = { refusal: 'NOT_FOUND' }
export const forbidden = { refusal: 'FORBIDDEN' }
const beside = ['listNumber', 'listCount', 'listBytes', 'isSeen']
export const only = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !beside.includes(key)))

const isDay = (field: string, table: string) => table === 'trip' && /^(starts|ends)At$/.test(field)

/** A Prisma row with its times in wire format. */
export function wired(row: GeneratedRow, table: string): GeneratedRow {
  const entries = Object.entries(row).map(([field, value]) => {
    if (!(value instanceof Date)) return [field, value]
    const text = value.toISOString()
    return [field, isDay(field, table) ? text.slice(0, 10) : `${text.slice(0, 19)}Z`]
  })
  return Object.fromEntries(entries)
}

/** The membership that gives a user access to an active trip, with its owner. */
export function membership(userId: number, tripId: number) {
  const where = { userId, tripId, joined: true, trip: { deletedAt: null } }
  return db.prisma.member.findFirst({ where, include: { trip: { include: { owner: true } } } })
}

export const emailsAt = (key: string, id: unknown) =>
  db.prisma.email.count({ where: { [key]: id, deletedAt: null } as Prisma.EmailWhereInput })
