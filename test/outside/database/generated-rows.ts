/** Rows and selections for the comparison of the hot path, the same in every run. */
import type { Kind } from '../../../src/core/store/kinds.ts'
import { fieldsOf } from '../../../src/core/store/rows.ts'
import { insertEmail } from '../../sync.ts'
import { db, type Person } from '../../world.ts'

let state = 11
export const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((state / 2 ** 31) * below)
}
export const chance = () => random(2) === 1
const day = 24 * 60 * 60 * 1000
export const anyTime = () => new Date(Date.UTC(2031, 3, 1) + random(40 * day))

const kept =
  /^(id|tripId|ownerId|assignedUsers|reservation(Key|Codes)|(created|updated|changed|deleted)At)$/

/** A value for a stored field, by its name. */
function generated(field: string): unknown {
  if (/At$|^date$/.test(field)) return anyTime()
  if (/price|longitude|latitude/i.test(field)) return chance() ? random(9000) / 4 - 90 : undefined
  if (/hidden|allDay|checked|automaticUpdates/.test(field)) return chance()
  if (/sortOrder|distanceMeters/.test(field)) return random(9)
  return chance() ? `${field} ${random(1000)}` : undefined
}

export type GeneratedRow = Record<string, unknown>
interface Words {
  findMany(args: object): Promise<GeneratedRow[]>
  createManyAndReturn(args: object): Promise<{ id: number }[]>
}
/** Prisma's methods for a kind, of rows whose fields are named by the kind. */
export const words = (name: Kind['name']) => db.prisma[name] as unknown as Words

/** What the database computes. */
const unwritable = new Set([
  'reservationCodes',
  'version',
  'entered',
  'datedVersion',
  'peopleVersion',
])

/** The stored fields that can be selected. */
export const storedFields = ({ name }: Kind) =>
  Object.keys(fieldsOf(name)).filter((field) => !unwritable.has(field))

/** Stores some items of a kind, of which some are deleted and some have emails. */
export async function fill(kind: Kind, tripId: number, owner: Person): Promise<void> {
  const fields = storedFields(kind).filter((field) => !kept.test(field))
  const data = Array.from({ length: 7 }, (_, n) => {
    const given = fields.map((field) => [field, generated(field)] as const)
    const row = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const isDeleted = n % 3 === 2
    return {
      ...{ ...row, tripId, ownerId: owner.id, ...(isDeleted && { deletedAt: anyTime() }) },
      ...('currency' in row && { currency: 'EUR' }),
      ...(kind.name === 'transportation' && { transportationType: 'train' }),
      ...(kind.name === 'expense' && { title: `t${n}`, price: n, currency: 'EUR' }),
    }
  })
  const made = await words(kind.name).createManyAndReturn({ data })
  if (kind.name === 'expense') return
  for (const { id } of made) {
    if (random(3) > 0) continue
    const deleted_at = chance() ? '2031-03-02T00:00:00Z' : null
    await insertEmail(owner, { [`${kind.name}_id`]: id }, { deleted_at })
  }
}

/** Selections: nothing, everything, and some of the fields. */
export function selections(fields: Iterable<string>): Set<string>[] {
  const all = [...fields]
  const some = () => new Set(all.filter(chance))
  return [new Set(), new Set(all), some(), some()]
}
