/**
 * What rows weigh, in SQL: the bytes that reading them brings here. PostgreSQL knows the length of
 * a value without reading it, so weighing costs nothing that is stored apart.
 */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { Kind } from './kinds.ts'
import { prepared } from './rows.ts'

/** Fields that may hold more than 255 characters (test/spec/12). */
export const longTexts: ReadonlySet<string> = new Set([
  ...['description', 'address', 'notes', 'providerReservationDescription', 'vehicleDescription'],
  ...['departureDescription', 'departureAddress', 'arrivalDescription', 'arrivalAddress'],
  ...['website', 'providerLocationUrl', 'providerDocument', 'providerUrl', 'coverImageUrl'],
  ...['url', 'thumbUrl', 'faviconUrl', 'subject'],
])

/** What everything else in a row weighs, if all of it is read. */
export const flat = 1_000

/** What a row weighs of which nothing but its keys is read, and each short field of it. */
const bare = 100
const shortField = 50

/** SQL: the bytes of the row `c`, of which these fields are read. */
export function weightOf(asked: ReadonlySet<string>): string {
  const long = [...asked].filter((field) => longTexts.has(field))
  const bytes = long.map((field) => `coalesce(octet_length(c.${snakeCase(field)}), 0)`)
  const short = bare + shortField * (asked.size - long.length)
  return [Math.min(flat, short), ...bytes].join(' + ')
}

/** The bytes of rows of which these fields are read; a map by id for each kind. */
export async function itemWeights(
  { db }: { db: Queryable },
  wanted: readonly { kind: Kind; asked: ReadonlySet<string>; ids: readonly number[] }[],
): Promise<Map<number, number>[]> {
  const found = wanted.map(() => new Map<number, number>())
  const values = wanted.map(({ ids }) => ids)
  const texts = wanted.map(({ kind, asked }, index) => {
    return `select ${index} as nth, c.id, (${weightOf(asked)})::int as bytes
      from ${kind.name} c where c.id = any ($${index + 1}::int[])`
  })
  const text = texts.join(' union all ')
  const rows = await db.query<{ nth: number; id: number; bytes: number }>(prepared(text, values))
  for (const { nth, id, bytes } of rows) found[nth]?.set(id, bytes)
  return found
}
