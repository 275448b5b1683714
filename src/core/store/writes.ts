/**
 * Writes of trips and of the four kinds of items: creates, updates, soft deletes (test/spec/06,
 * 12). One statement checks the right, holds it, and writes. They run on the database or in a
 * transaction alike, and throw Conflict where the right or the row is not there.
 */
import { Conflict } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { writesMoney } from '../carried.ts'
import type { Right } from '../rights.ts'
import { permitting } from './access.ts'
import { type Answer, columnsOf, joinedTo, keysOf, type Row, withGuests } from './answers.ts'
import { type Kind, type Stored, trip, tripOf } from './kinds.ts'
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

/** The trip that is written in, and the user who writes. */
interface Place {
  userId: number
  tripId: number
}
/** Which row is written. Of a trip, `tripId` is its own. */
type Target = Place & { id: number }

type Kept = 'id' | 'tripId' | 'createdAt' | 'updatedAt' | 'changedAt' | 'deletedAt'
type FieldOf<Name> = Name extends Stored['name'] ? Field<Name> : never
/** Stored fields of a row, by their names in camelCase; times as ISO 8601 text. */
export type Fields<Name = Kind['name']> = { [F in Exclude<FieldOf<Name>, Kept>]?: unknown }

/**
 * The rights that writing these fields needs: those with money need one of their own
 * (test/core/permissions).
 */
const rightsFor = ({ name, writes }: Stored, fields: object): Right[] =>
  name !== 'expense' && writesMoney(fields) ? [writes, 'canEditExpenses'] : [writes]

/** Stores a trip, and answers these of its fields; null if its owner has one of its identifier. */
export async function createTrip(
  db: Queryable,
  fields: Fields<'trip'> & { ownerId: number },
  asked: ReadonlySet<string>,
): Promise<Row<'trip'> | null> {
  const into = given('trip', fields).join(', ')
  const text = (list: string) => `with c as (
      insert into trip (${into}) select ${into} from json_populate_record(null::trip, $1)
      returning *)
    select ${list} from c`
  const [row] = await rowsOf(db, columnsOf(trip, asked), text, [snakeKeys(fields)])
  return row ?? null
}

/**
 * Stores an item, in the time zone of its trip unless one is given. Answers what is asked of it;
 * null if its identifier is taken in the trip (test/spec/01.10).
 */
export async function createItem(
  db: Queryable,
  kind: Kind,
  { userId, tripId }: Place,
  fields: Fields,
  answer: Answer<Kind['name']> = keysOf(kind),
): Promise<Row<Kind['name']> | null> {
  const own = given(kind.name, fields)
  const zone = isStored(kind.name, 'timezone') && fields.timezone === undefined ? ['timezone'] : []
  const into = ['trip_id', 'owner_id', ...own, ...zone]
  const from = ['permitted.id', '$2', ...own.map((column) => `r.${column}`)]
  if (zone.length > 0) from.push('permitted.timezone')
  const count = typed<{ permitted: number }>('(select count(*)::int from permitted) as permitted')
  const text = (list: string) => `with ${permitting(rightsFor(kind, fields), '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from permitted, json_populate_record(null::${kind.name}, $3) r returning *)
    select ${list} from (select) as one left join c on true ${joinedTo(answer)}`
  const values = [[tripId], userId, snakeKeys(fields)]
  const [row] = await rowsOf(db, both(count, outer(answer.columns)), text, values)
  if (!row?.permitted) throw new Conflict()
  return isFound<Row<Kind['name']>>(row, 'id') ? row : null
}

/**
 * SQL: holds the members whom an update assigns, before the item. Whoever takes a member off the
 * trip holds that member first, and then the items (test/core/races/members). They are those of the
 * trip where the item is afterwards: one that moves is held already, and is not yet among its
 * items.
 */
const assigning = (users: string, trip: string) => `, assigned as (
    select from member m where m.trip_id = ${trip} and m.user_id = any (${users}::int[])
    order by m.user_id for key share)`

/**
 * Updates a row, and answers of it what is asked. With `moveTo` an item moves to that trip: its
 * rule has decided what it takes along, and holds that (permissions/rules-of-moves.ts).
 */
export async function updateRow<N extends Stored['name']>(
  db: Queryable,
  kind: Stored<N>,
  { userId, tripId, id, moveTo = tripId }: Target & { moveTo?: number },
  fields: Fields<N>,
  answer: Answer<N> = keysOf(kind),
): Promise<Row<N>> {
  const { values, bind } = binder()
  const trips = bind([...new Set([tripId, moveTo])])
  const user = bind(userId)
  const record = bind(snakeKeys(fields))
  const target = `c.id = ${bind(id)} and ${tripOf(kind)} = ${bind(tripId)}`
  // A row that nothing is set of is written all the same: that dates an item.
  const sets = ['created_at', ...given(kind.name, fields)].map(
    (column) => `${column} = ${column === 'created_at' ? 'c' : 'r'}.${column}`,
  )
  if (moveTo !== tripId) sets.push(`trip_id = ${bind(moveTo)}`)
  const { assignedUsers } = fields as Fields
  const assigned = Array.isArray(assignedUsers) ? assigning(bind(assignedUsers), bind(moveTo)) : ''
  // The money that a move brings counts as carried.
  const rights = moveTo === tripId ? rightsFor(kind, fields) : [kind.writes]
  const text = (list: string) => `with ${permitting(rights, trips, user)} ${assigned}, c as (
      update ${kind.name} c set ${sets.join(', ')}
      from json_populate_record(null::${kind.name}, ${record}) r
      where ${target} and c.deleted_at is null
        and (select count(*) from permitted) = cardinality(${trips}::int[])
        ${assigned && 'and (select count(*) from assigned) >= 0'}
      returning c.*)
    select ${list} from c ${joinedTo(answer)}`
  const [row] = await rowsOf(db, answer.columns, text, values)
  return row ? withGuests(row) : lost()
}

const lost = (): never => {
  throw new Conflict()
}

/** Deletes a row softly. */
export async function deleteRow(db: Queryable, kind: Stored, target: Target): Promise<void> {
  const { userId, tripId, id } = target
  const text = (list: string) => `with ${permitting([kind.deletes], '$1', '$2')}
    update ${kind.name} c set deleted_at = clock_timestamp() from permitted
    where c.id = $3 and ${tripOf(kind)} = permitted.id and c.deleted_at is null
    returning ${list}`
  const { columns } = keysOf(kind)
  const [row] = await rowsOf(db, columns, text, [[tripId], userId, id])
  if (!row) lost()
}

/**
 * Lets `addRows` keep identifiers that are taken in the trip, until the end of the transaction:
 * rows that have been changed or moved may share one (test/spec/01.10).
 */
export async function keepIdentifiers(tx: Queryable): Promise<void> {
  await tx.query({ text: "set local trips.identifiers = 'kept'" })
}

/**
 * Stores trips, or items, as they are, their times included, and returns their ids in their order.
 * All have the same fields. Nothing is checked here: only an import may (src/operations/transfer).
 */
export async function addRows(
  tx: Queryable,
  { name }: Stored,
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
