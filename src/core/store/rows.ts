/**
 * Builds all hot statements. A list of columns has the type of its rows, derived from the Prisma
 * models, so that renaming a column breaks `tsc` instead of requests.
 */

import { capitalized, snakeCase } from '../../base/names.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable, Statement } from '../../outside/database/database.ts'
import type { RowKind } from './kinds.ts'

type Table = 'account' | RowKind['name'] | 'member'
type ModelOf<T extends Table> = T extends 'account' ? 'User' : Capitalize<T>
type Stored<T extends Table> = Prisma.TypeMap['model'][ModelOf<T>]['payload']['scalars']
export type Field<T extends Table> = keyof Stored<T> & string

/** A row as returned by statements: times are text in the wire format. */
export type RowOf<T extends Table> = {
  [F in Field<T>]: Stored<T>[F] extends infer Value ? (Value extends Date ? string : Value) : never
}

/** The fields of a table, in camelCase. */
export const fieldsOf = (table: RowKind['name']): object =>
  Prisma[`${capitalized(table)}ScalarFieldEnum`]

/** Whether a table has a column for a field. */
export const isStored = (table: RowKind['name'], field: string) =>
  Object.hasOwn(fieldsOf(table), field)

/** The columns of a record's stored fields; other keys never become SQL. */
export const given = (table: RowKind['name'], record: object) =>
  Object.entries(record).flatMap(([name, value]) =>
    value !== undefined && isStored(table, name) ? [snakeCase(name)] : [],
  )

declare const rowType: unique symbol

/** SQL of columns, with the type of their rows; made only by the functions below. */
export type Columns<Row> = string & { readonly [rowType]: Row }

/** Handwritten columns with the type of their rows, for cases that no other function covers. */
export const typed = <Row>(sql: string) => sql as Columns<Row>

/** Two lists of columns joined. */
export const both = <One, Other>(one: Columns<One>, other: Columns<Other>) =>
  typed<One & Other>(`${one}, ${other}`)

/** `c.starts_at as "startsAt", …`: these fields of the row `alias`. */
export const fields = <T extends Table, F extends Field<T>>(
  _table: T,
  alias: string,
  names: readonly F[],
) => {
  const columns = names.map((name) => `${alias}.${snakeCase(name)} as "${name}"`)
  return typed<Pick<RowOf<T>, F>>(columns.join(', '))
}

/** A row that may be missing in an outer join. */
export type Outer<Row> = { [F in keyof Row]: Row[F] | null }

/** The same columns from the optional side of an outer join. */
export const outer = <Row>(columns: Columns<Row>) => typed<Outer<Row>>(columns)

/** Whether the join has found a row; `key` is a non-null column. */
export const isFound = <Row>(row: Outer<Row>, key: keyof Row): row is Row => row[key] !== null

/** A statement that each connection parses once, and keeps while it is in use. */
export const prepared = (text: string, values: unknown[]): Statement => ({
  text,
  values,
  isPrepared: true,
})

/** Runs a statement that returns these columns, which `text` receives. */
export function rowsOf<Row>(
  db: Queryable,
  columns: Columns<Row>,
  text: (columns: string) => string,
  values: unknown[],
): Promise<Row[]> {
  return db.query<Row>(prepared(text(columns), values))
}

/** The row of a statement that always returns one. */
export async function oneRowOf<Row>(...given: Parameters<typeof rowsOf<Row>>): Promise<Row> {
  const [row] = await rowsOf(...given)
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/**
 * Collects the values of a statement, after the first `before`: `bind(7)` returns `$1`, the next
 * call `$2`.
 */
export function binder(before = 0): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value) + before}` }
}

/** Collects a value and returns its parameter. */
export type Bind = (value: unknown) => string

/** The same binder for parts of a statement that share values: each value is bound once. */
export function bindingOnce(bind: Bind): Bind {
  const bound = new Map<unknown, string>()
  return (value) => {
    const found = bound.get(value) ?? bind(value)
    bound.set(value, found)
    return found
  }
}

/** A record as JSON for `json_populate_record`, with columns as keys. */
export function snakeKeys(record: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).map(([key, value]) => [snakeCase(key), value])),
  )
}

/** The database with every statement marked as a short read (`Statement.isShort`). */
export const short = (db: Queryable): Queryable => ({
  query: (statement) => db.query({ ...statement, isShort: true }),
})
