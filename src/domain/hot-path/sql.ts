/** What the statements of this folder are made of, beside their typed columns (rows.ts). */
import { snakeCase } from '../../names.ts'

/** A statement that each connection parses once and keeps while it is in use. */
export function prepared(text: string, values: unknown[]) {
  return { text, values, isPrepared: true }
}

/** The filter every read of a trip's content carries: the viewer `v` has joined the trip. */
export function joined(tripId: string, viewer: string, more = ''): string {
  return `exists (select from member v where v.trip_id = ${tripId} and v.user_id = ${viewer}
    and v.joined ${more})`
}

/**
 * Collects the values of a statement: `bind(7)` answers `$1`, the next call `$2`; with so many
 * before them, as in a list (page.ts), they follow these.
 */
export function binder(before = 0): { values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value) + before}` }
}

/** A record as the JSON that `json_populate_record` takes: keys are columns. */
export function snakeKeys(record: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).map(([key, value]) => [snakeCase(key), value])),
  )
}
