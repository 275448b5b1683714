/**
 * Writes of all four kinds: creates, updates, moves, soft deletes (test/spec/12). One statement
 * checks the right, holds it, and writes; a move first holds what it moves. They run on the
 * database or in a transaction alike, and throw Conflict where the right or the item is not there.
 */
import { Conflict } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import type { Queryable, Store } from '../../outside/database/database.ts'
import { bringsMoney, type Money } from '../../permissions/carried.ts'
import type { Right } from '../../permissions/rights.ts'
import { permitting } from './access.ts'
import { mayCarry } from './carried.ts'
import { type Answered, type Item, type ItemField, keysOf } from './itinerary-reads.ts'
import type { Kind } from './kinds.ts'
import { both, computed, given, isFound, outer, type Read, read, rowsOf } from './rows.ts'
import { binder, snakeKeys } from './sql.ts'

/** The trip that is written in, and the user who writes. */
export interface Place {
  userId: number
  tripId: number
}

/** Stored fields of an item, by their names in camelCase; times as ISO 8601 text. */
type Kept = 'id' | 'tripId' | 'ownerId' | 'createdAt' | 'updatedAt' | 'changedAt' | 'deletedAt'
export type ItemFields = { [Field in Exclude<ItemField, Kept>]?: unknown }

/** Which item is written, and the trip it moves to, if it does. */
export type Target = Place & { id: number; moveTo?: number }

/**
 * The rights that writing these fields needs: those with money need one of their own
 * (test/permissions).
 */
function rightsFor({ name, writes }: Kind, fields: ItemFields): Right[] {
  const writesMoney = name !== 'expense' && ('price' in fields || 'currency' in fields)
  return writesMoney ? [writes, 'canEditExpenses'] : [writes]
}

/**
 * Stores an item, in the time zone of its trip unless one is given. Answers these columns of it;
 * null if its identifier is taken in the trip (test/spec/01.10).
 */
export async function createItem(
  db: Queryable,
  kind: Kind,
  { userId, tripId }: Place,
  fields: ItemFields,
  { columns }: Pick<Answered, 'columns'> = keysOf(kind),
): Promise<Item | null> {
  const own = given(kind.name, fields).map(snakeCase)
  const zone = kind.fields.has('timezone') && fields.timezone === undefined ? ['timezone'] : []
  const into = ['trip_id', 'owner_id', ...own, ...zone]
  const from = ['permitted.id', '$2', ...own.map((field) => `r.${field}`)]
  if (zone.length > 0) from.push('permitted.timezone')
  const wanted = both(
    computed(['permitted'], 'int', () => 'select count(*) from permitted'),
    outer(columns),
  )
  const statement = read(
    wanted,
    (list) => `with ${permitting(rightsFor(kind, fields), '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from permitted, json_populate_record(null::${kind.name}, $3) r returning *)
    select ${list} from (select) as one left join c on true`,
    [[tripId], userId, snakeKeys(fields)],
  )
  const [row] = await rowsOf(db, statement)
  if (!row?.permitted) throw new Conflict()
  return isFound<Item>(row, 'id') ? row : null
}

/**
 * SQL: holds the members whom an update assigns, before the item. Whoever takes a member off the
 * trip holds that member first, and then the items (test/races/members).
 */
const assigning = (users: string, trips: string) => `, assigned as (
    select from member m
    where m.trip_id = any (${trips}::int[]) and m.user_id = any (${users}::int[])
    order by m.user_id for key share)`

/**
 * Runs the statement that moves an item. The item is locked before, together with the memberships
 * at both ends, so that the statement sees all that hangs on it; what is put there afterwards finds
 * it in its new trip.
 */
function moved<Row>(db: Store, kind: Kind, target: Required<Target>, write: Read<Row>) {
  const { userId, tripId, id, moveTo } = target
  const text = `with ${permitting([kind.writes], '$1', '$2')}
    select from ${kind.name} c where c.id = $3 and c.trip_id = $4 and c.deleted_at is null
      and (select count(*) from permitted) = 2
    for update of c`
  const lock = { text, values: [[tripId, moveTo], userId, id, tripId], isPrepared: true }
  return db.transaction(async (tx) => {
    return (await tx.query(lock)).length === 0 ? [] : rowsOf(tx, write)
  })
}

/** Updates an item, moves it where the target says so, and answers of it what is asked. */
export async function updateItem(
  db: Store,
  kind: Kind,
  target: Target,
  fields: ItemFields,
  { columns, join }: Answered = keysOf(kind),
): Promise<Item> {
  const { userId, tripId, id, moveTo = tripId } = target
  const { values, bind } = binder()
  const trips = bind([...new Set([tripId, moveTo])])
  const user = bind(userId)
  const isMove = moveTo !== tripId
  const carrying =
    isMove && kind.name !== 'expense'
      ? `and ${mayCarry(kind.name, trips, user, bind(bringsMoney(fields as Money)))}`
      : ''
  // The money that a move brings counts as carried.
  const rights = isMove ? [kind.writes] : rightsFor(kind, fields)
  const record = bind(snakeKeys(fields))
  const { assignedUsers } = fields
  const assigned = Array.isArray(assignedUsers) ? bind(assignedUsers) : ''
  const sets = given(kind.name, fields).map((name) => `, ${snakeCase(name)} = r.${snakeCase(name)}`)
  if (isMove) sets.push(`, trip_id = ${bind(moveTo)}`)
  const write = read(
    columns,
    (list) => `with ${permitting(rights, trips, user)}${assigned ? assigning(assigned, trips) : ''},
    c as (
      update ${kind.name} c set updated_at = clock_timestamp()${sets.join('')}
      from json_populate_record(null::${kind.name}, ${record}) r
      where c.id = ${bind(id)} and c.trip_id = ${bind(tripId)} and c.deleted_at is null
        and (select count(*) from permitted) = cardinality(${trips}::int[])
        ${carrying} ${assigned ? 'and (select count(*) from assigned) >= 0' : ''}
      returning c.*)
    select ${list} from c ${join}`,
    values,
  )
  const [row] = await (isMove ? moved(db, kind, { ...target, moveTo }, write) : rowsOf(db, write))
  return row ?? lost()
}

const lost = (): never => {
  throw new Conflict()
}

/** Deletes an item softly. */
export async function deleteItem(db: Queryable, kind: Kind, target: Target): Promise<void> {
  const { userId, tripId, id } = target
  const statement = read(
    keysOf(kind).columns,
    (list) => `with ${permitting([kind.writes], '$1', '$2')}
      update ${kind.name} c set deleted_at = clock_timestamp() from permitted
      where c.id = $3 and c.trip_id = permitted.id and c.deleted_at is null returning ${list}`,
    [[tripId], userId, id],
  )
  if ((await rowsOf(db, statement)).length === 0) lost()
}
