/**
 * The words the hand-written statements are made of. Reads of trips and their children are SQL on
 * the pool, because Prisma's query layer costs half of what such a request costs; their writes are
 * SQL, because one statement then checks the right, holds it, and writes.
 */
import { snakeCase } from '../../names.ts'

/** A statement that each connection parses once and keeps while it is in use. */
export function prepared(text: string, values: unknown[]) {
  return { text, values, isPrepared: true }
}

/** `c.starts_at as "startsAt", …` */
export function columns(alias: string, fields: Iterable<string>): string {
  return [...fields].map((field) => `${alias}.${snakeCase(field)} as "${field}"`).join(', ')
}

/** The filter every read of a trip's content carries: the viewer `v` has joined the trip. */
export function joined(tripId: string, viewer: string, more = ''): string {
  return `exists (select from member v where v.trip_id = ${tripId} and v.user_id = ${viewer}
    and v.joined ${more})`
}

/** Collects the values of a statement: `bind(7)` answers `$1`, the next call `$2`. */
export function binder(): { values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** A record as the JSON that `json_populate_record` takes: keys are columns. */
export function snakeKeys(record: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).map(([key, value]) => [snakeCase(key), value])),
  )
}

/**
 * SQL: the end of a list without pages. One row more than the answer may hold is enough to refuse
 * it; the number stands in the text, for the planner.
 */
export function upTo(maxObjects: number | undefined): string {
  return maxObjects === undefined ? '' : `limit ${maxObjects + 1}`
}

/** Whether a write failed because another row has a value that must be unique. */
export const isUniqueViolation = (error: unknown) =>
  ['P2002', '23505'].includes(String((error as { code?: unknown }).code))
