/**
 * The one builder of hot statements. A list of columns carries the type of its rows, which follows
 * from the Prisma models: a column that is renamed there breaks `tsc`, not a request.
 */
import {
  type Activity,
  type Expense,
  type Hosting,
  type Member,
  Prisma,
  type Transportation,
  type Trip,
  type User,
} from '../../generated/prisma/client.ts'
import { snakeCase } from '../../names.ts'
import type { Queryable, Statement } from '../../outside/database/database.ts'

interface Models {
  account: User
  member: Member
  trip: Trip
  hosting: Hosting
  activity: Activity
  transportation: Transportation
  expense: Expense
}

export type Table = keyof Models

/** A row as statements answer it: times are text in the form of the wire. */
export type RowOf<T extends Table> = {
  [Field in keyof Models[T]]: Models[T][Field] extends infer Value
    ? Value extends Date
      ? string
      : Value
    : never
}
export type Field<T extends Table> = keyof Models[T] & string

const fieldsOf: { [T in Table]: Record<Field<T>, string> } = {
  account: Prisma.UserScalarFieldEnum,
  member: Prisma.MemberScalarFieldEnum,
  trip: Prisma.TripScalarFieldEnum,
  hosting: Prisma.HostingScalarFieldEnum,
  activity: Prisma.ActivityScalarFieldEnum,
  transportation: Prisma.TransportationScalarFieldEnum,
  expense: Prisma.ExpenseScalarFieldEnum,
}

/** Whether a table has a column for a field. */
export const isStored = (table: Table, field: string) => Object.hasOwn(fieldsOf[table], field)

/** The fields of a record that are given and stored: what else there is never becomes SQL. */
export const given = (table: Table, record: object) =>
  Object.entries(record).flatMap(([name, value]) =>
    value !== undefined && isStored(table, name) ? [name] : [],
  )

declare const rowType: unique symbol

/** SQL of columns, which knows what rows they make; only the functions below make any. */
export type Columns<Row> = string & { readonly [rowType]: Row }

const columnsOf = <Row>(sql: readonly string[]) => sql.join(', ') as Columns<Row>

/** Columns written out by hand, with the type of their rows; what the other words cannot say. */
export const typed = <Row>(sql: string) => columnsOf<Row>([sql])

/** What the SQL types of computed columns are here. */
interface Computed {
  int: number
  boolean: boolean
  text: string
  json: unknown
}

const list = (alias: string, names: Iterable<string>) =>
  [...names].map((name) => `${alias}.${snakeCase(name)} as "${name}"`)

/** `c.starts_at as "startsAt", …`: these fields of the row `alias`. */
export function fields<T extends Table, F extends Field<T>>(
  _table: T,
  alias: string,
  names: readonly F[],
): Columns<Pick<RowOf<T>, F>> {
  return columnsOf(list(alias, names))
}

/** Fields under other names: `{ ownerName: 'name' }`. */
export function renamed<T extends Table, Names extends Record<string, Field<T>>>(
  _table: T,
  alias: string,
  names: Names,
): Columns<{ [Name in keyof Names]: RowOf<T>[Names[Name]] }> {
  const pairs = Object.entries(names)
  return columnsOf(pairs.map(([name, field]) => `${alias}.${snakeCase(field)} as "${name}"`))
}

/** The same of those that are always read, with those that are asked for and stored. */
export function fieldsAsked<T extends Table, F extends Field<T>>(
  table: T,
  alias: string,
  always: readonly F[],
  asked: Iterable<string>,
): Columns<Pick<RowOf<T>, F> & Partial<RowOf<T>>> {
  const stored = [...asked].filter((name) => isStored(table, name))
  return columnsOf(list(alias, new Set([...always, ...stored])))
}

/** Columns that are computed; what they hold follows from the SQL type they are cast to. */
export function computed<Name extends string, Type extends keyof Computed>(
  names: readonly Name[],
  type: Type,
  sql: (name: Name) => string,
): Columns<Record<Name, Computed[Type]>> {
  return columnsOf(names.map((name) => `(${sql(name)})::${type} as "${name}"`))
}

/** Several lists of columns as one. */
export function both<One, Other>(one: Columns<One>, other: Columns<Other>): Columns<One & Other> {
  return columnsOf([one, other])
}

/** A row that an outer join may not have found. */
export type Outer<Row> = { [F in keyof Row]: Row[F] | null }

/** The same columns where they come from the far side of an outer join. */
export const outer = <Row>(columns: Columns<Row>) => columnsOf<Outer<Row>>([columns])

/** Whether the join has found the row; `key` is null in no row. */
export const isFound = <Row>(row: Outer<Row>, key: keyof Row): row is Row => row[key] !== null

/** A statement that knows what rows it answers. */
export interface Read<Row> extends Statement {
  readonly [rowType]?: Row
}

/** A statement that answers these columns, for which `text` has a place. */
export function read<Row>(
  columns: Columns<Row>,
  text: (columns: string) => string,
  values: unknown[],
): Read<Row> {
  return { text: text(columns), values, isPrepared: true }
}

/** Runs it on the database, or in a transaction. */
export function rowsOf<Row>(db: Queryable, statement: Read<Row>): Promise<Row[]> {
  return db.query<Row>(statement)
}
