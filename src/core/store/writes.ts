/**
 * Writes of trips and of the four kinds of items: creates, updates, soft deletes (test/spec/06,
 * 12). One statement checks the right, locks it, and writes. Writes run on the database or in a
 * transaction, and throw Conflict if the right or the row is missing.
 */
import { Conflict } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { writesMoney } from '../carried-money.ts'
import type { KeyHolder } from '../narrowing.ts'
import { isParentItem } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import { permitting, tripsLeft } from './access.ts'
import { type Answer, columnsOf, joinedTo, keysOf, type Row, withGuests } from './answers.ts'
import {
  claimFor,
  endsFor,
  isKeptRow,
  type Keeping,
  keepable,
  keptRow,
  noRights,
  rightsOfMember,
  rightsOfOwner,
  settle,
} from './idempotent-writes.ts'
import { type Kind, type RowKind, trip, tripOf } from './kinds.ts'
import {
  binder,
  both,
  type Field,
  given,
  isFound,
  isStored,
  outer,
  rowsOf,
  snakeKeys,
  typed,
} from './rows.ts'

/** The trip of a write, and the writer. */
interface Place {
  actor: KeyHolder
  tripId: number
}
/** The row to write. For a trip, `tripId` is its own id. */
type Target = Place & { id: number }

type Time = 'createdAt' | 'updatedAt' | 'changedAt' | 'deletedAt'
type Version = 'version' | 'datedVersion' | 'peopleVersion' | 'entered'
type Kept = 'id' | 'tripId' | Time | Version
type FieldOf<Name> = Name extends RowKind['name'] ? Field<Name> : never
/** Stored fields of a row, by their names in camelCase; times as ISO 8601 text. */
export type StoredFields<Name = Kind['name']> = { [F in Exclude<FieldOf<Name>, Kept>]?: unknown }

/** SQL: the writer's rights, which a write within a trip does not change. */
const ofMember = { rights: 'permitted.rights', from: 'x, permitted' }

/** SQL: `permitted`, for a statement with this start and end. */
const permittingFor = (
  { also }: { also: string },
  rights: readonly Right[],
  trips: string,
  user: string,
) => permitting(rights, trips, user, also ? { also, columns: `${rightsOfMember} as rights` } : {})

/** The rights needed to write these fields: money needs a separate one (test/core/permissions). */
const rightsFor = ({ isMoney, writes }: RowKind, fields: object): Right[] =>
  !isMoney && writesMoney(fields) ? [writes, 'canEditExpenses'] : [writes]

/** Stores a trip, and returns its selected fields; null if its identifier is taken. */
export async function createTrip(
  db: Queryable,
  fields: StoredFields<'trip'> & { ownerId: number },
  selection: ReadonlySet<string>,
  keeping?: Keeping,
): Promise<Row<'trip'> | null> {
  if (isKeptRow(keeping)) return keptRow(db, trip, keeping)
  const claim = claimFor(keeping, trip, selection)
  const into = given('trip', fields).join(', ')
  const values: unknown[] = [snakeKeys(fields)]
  const { first, also, select } = endsFor(claim, values)
  const from = 'x join account o on o.id = x."ownerId"'
  const text = (list: string) => `with ${first}c as (
      insert into trip (${into}) select ${into} from json_populate_record(null::trip, $1)
      ${also && `where ${also}`} returning *)
    ${select(list, 'c', { rights: rightsOfOwner, from })}`
  const [row] = await rowsOf(db, columnsOf(trip, selection), text, values)
  settle(claim, row, isMade(row))
  return row ?? null
}

const isMade = (row: { id: number } | undefined) => row !== undefined && row.id !== null

/**
 * Stores an item, in the time zone of its trip unless one is given. Returns the answer; null if its
 * identifier is taken in the trip (test/spec/01.10).
 */
export async function createItem(
  db: Queryable,
  kind: Kind,
  { actor, tripId }: Place,
  fields: StoredFields,
  answer: Answer<Kind['name']> = keysOf(kind),
  keeping?: Keeping,
): Promise<Row<Kind['name']> | null> {
  if (isKeptRow(keeping)) return keptRow(db, kind, keeping)
  const claim = claimFor(keeping, kind, answer.selection)
  const own = given(kind.name, fields)
  const zone = isStored(kind.name, 'timezone') && fields.timezone === undefined ? ['timezone'] : []
  const into = ['trip_id', 'owner_id', ...own, ...zone]
  const from = ['permitted.id', '$2', ...own.map((column) => `r.${column}`)]
  if (zone.length > 0) from.push('permitted.timezone')
  const count = typed<{ permitted: number }>('(select count(*)::int from permitted) as permitted')
  const rights = rightsFor(kind, fields)
  const values = [tripsLeft(actor, rights, [tripId]), actor.id, snakeKeys(fields)]
  const ends = endsFor(claim, values, { answer, actor })
  const source = `(select) as one left join c on true ${joinedTo(answer)}`
  const text = (
    list: string,
  ) => `with ${ends.first}${permittingFor(ends, rights, '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from permitted, json_populate_record(null::${kind.name}, $3) r returning *)
    ${ends.select(list, source, ofMember)}`
  const [row] = await rowsOf(db, both(count, outer(answer.columns)), text, values)
  settle(claim, row, Boolean(row?.permitted))
  if (!row?.permitted) throw new Conflict()
  return isFound<Row<Kind['name']>>(row, 'id') ? row : null
}

/**
 * SQL: locks the members whom an update assigns, before the item. The removal of a member locks in
 * the same order: first the member, then the items (test/core/races/members). `trip` is the trip of
 * the item after the update: an item that moves is locked already, and not yet in that trip.
 */
const assigning = (users: string, trip: string) => `, assigned as (
    select from member m where m.trip_id = ${trip} and m.user_id = any (${users}::int[])
    order by m.user_id for key share)`

/**
 * Updates a row, and returns the answer. With `moveTo`, the item moves to that trip; the rule has
 * checked and locked what it carries (permissions/rules-of-moves.ts).
 */
export async function updateRow<N extends RowKind['name']>(
  db: Queryable,
  kind: RowKind<N>,
  { actor, tripId, id, moveTo = tripId }: Target & { moveTo?: number },
  fields: StoredFields<N>,
  answer: Answer<N> = keysOf(kind),
  keeping?: Keeping,
): Promise<Row<N>> {
  if (isKeptRow(keeping)) return withGuests((await keptRow(db, kind, keeping)) ?? lost())
  const claim = claimFor(keeping, kind, answer.selection)
  const { values, bind } = binder()
  // Money that moves with an item counts as carried.
  const rights = moveTo === tripId ? rightsFor(kind, fields) : [kind.writes]
  const places = [...new Set([tripId, moveTo])]
  const trips = bind(tripsLeft(actor, rights, places))
  const user = bind(actor.id)
  const record = bind(snakeKeys(fields))
  const target = `c.id = ${bind(id)} and ${tripOf(kind)} = ${bind(tripId)}`
  // Without new values, the row is written too, which updates the time of change of an item.
  const sets = ['created_at', ...given(kind.name, fields)].map(
    (column) => `${column} = ${column === 'created_at' ? 'c' : 'r'}.${column}`,
  )
  if (moveTo !== tripId) sets.push(`trip_id = ${bind(moveTo)}`)
  const { assignedUsers } = fields as StoredFields
  const assigned = Array.isArray(assignedUsers) ? assigning(bind(assignedUsers), bind(moveTo)) : ''
  const ends = endsFor(claim, values, { answer, actor })
  // `assigned` is counted because a CTE that is not read would not run, and so not lock.
  const text = (list: string) => `with ${ends.first}${permittingFor(ends, rights, trips, user)}
      ${assigned}, c as (
      update ${kind.name} c set ${sets.join(', ')}
      from json_populate_record(null::${kind.name}, ${record}) r
      where ${target} and c.deleted_at is null
        and (select count(*) from permitted) = ${places.length}
        ${assigned && 'and (select count(*) from assigned) >= 0'} ${claim ? keepable(answer) : ''}
      returning c.*)
    ${ends.select(list, `c ${joinedTo(answer)}`, ofMember)}`
  const [row] = await rowsOf(db, answer.columns, text, values)
  settle(claim, row, isMade(row))
  return row ? withGuests(row) : lost()
}

const lost = (): never => {
  throw new Conflict()
}

/** Soft-deletes a row. */
export async function deleteRow(
  db: Queryable,
  kind: RowKind,
  { actor, tripId, id }: Target,
  keeping?: Keeping,
): Promise<void> {
  if (isKeptRow(keeping)) return
  const claim = claimFor(keeping, kind)
  // Attachments that are deleted with it are locked first, as in every other write.
  const carries = isParentItem(kind.name)
  const held = carries
    ? `, held as materialized (
      select hold_attached('${kind.name}', c.id) from ${kind.name} c, permitted
      where c.id = $3 and c.trip_id = permitted.id)`
    : ''
  const rights = [kind.deletes]
  const values: unknown[] = [tripsLeft(actor, rights, [tripId]), actor.id, id]
  const ends = endsFor(claim, values)
  const keep = kind.name === 'trip' ? { rights: noRights, from: 'x' } : ofMember
  const text = (list: string) => `with ${ends.first}${permittingFor(ends, rights, '$1', '$2')}
      ${held}, c as (
      update ${kind.name} c set deleted_at = clock_timestamp()
      from permitted ${carries ? ', held' : ''}
      where c.id = $3 and ${tripOf(kind)} = permitted.id and c.deleted_at is null
      returning c.*)
    ${ends.select(list, 'c', keep)}`
  const [row] = await rowsOf(db, keysOf(kind).columns, text, values)
  settle(claim, row, isMade(row))
  if (!row) lost()
}

/**
 * Allows `addRows` to store duplicate identifiers in a trip, until the end of the transaction:
 * changed or moved rows may share one (test/spec/01.10).
 */
export async function keepIdentifiers(tx: Queryable): Promise<void> {
  await tx.query({ text: "set local trips.identifiers = 'kept'" })
}

/**
 * Stores trips or items unchanged, with their times, and returns their ids in order. All must have
 * the same fields. Without checks, for imports only (src/operations/transfer).
 */
export async function addRows(
  tx: Queryable,
  { name }: RowKind,
  rows: readonly object[],
): Promise<number[]> {
  const keys = Object.keys(rows[0] ?? {}).filter((key) => isStored(name, key))
  const columns = keys.map((key) => [key, snakeCase(key)] as const)
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column, Reflect.get(row, key)])),
  )
  const into = columns.map(([, column]) => column).join(', ')
  const insert = (list: string) => `with c as (
      insert into ${name} (${into}) select ${into} from json_populate_recordset(null::${name}, $1)
      returning id)
    select ${list} from c order by c.id`
  const stored = await rowsOf(tx, typed<{ id: number }>('c.id'), insert, [JSON.stringify(records)])
  return stored.map(({ id }) => id)
}
