/**
 * The weights of rows in SQL: the bytes that reading them transfers. PostgreSQL knows the length of
 * a value without reading it, so weighing never reads values stored out of line.
 */
import { snakeCase, words } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { RowKind } from './kinds.ts'
import { prepared } from './rows.ts'

/** Fields that may hold more than 255 characters (test/spec/12). */
export const longTexts: ReadonlySet<string> = new Set(
  words(`
    description address notes providerReservationDescription vehicleDescription
    departureDescription departureAddress arrivalDescription arrivalAddress website
    providerLocationUrl providerDocument providerUrl coverImageUrl url thumbUrl faviconUrl
    subject`),
)

/** The weight of all other fields of a row, if all are read. */
export const flat = 1_000

/** The weight of a row's keys, and of each short field. */
const bare = 100
const shortField = 50

/** SQL: the weight of the row `c`, if these fields are read. */
export function weightOf(selection: ReadonlySet<string>): string {
  const long = [...selection].filter((field) => longTexts.has(field))
  const bytes = long.map((field) => `coalesce(octet_length(c.${snakeCase(field)}), 0)`)
  const short = bare + shortField * (selection.size - long.length)
  return [Math.min(flat, short), ...bytes].join(' + ')
}

/** The weights of rows, if these fields are read, as a map by id for each kind. */
export async function itemWeights(
  { db }: { db: Queryable },
  wanted: readonly { kind: RowKind; selection: ReadonlySet<string>; ids: readonly number[] }[],
): Promise<Map<number, number>[]> {
  const found = wanted.map(() => new Map<number, number>())
  const values = wanted.map(({ ids }) => ids)
  const texts = wanted.map(({ kind, selection }, index) => {
    return `select ${index} as nth, c.id, (${weightOf(selection)})::int as bytes
      from ${kind.name} c where c.id = any ($${index + 1}::int[])`
  })
  const text = texts.join(' union all ')
  const rows = await db.query<{ nth: number; id: number; bytes: number }>(prepared(text, values))
  for (const { nth, id, bytes } of rows) found[nth]?.set(id, bytes)
  return found
}
