/**
 * The plan of a message as hostings, activities, transportations (test/spec/12, test/mail/filing).
 */
import { kinds } from '../../domain/hot-path/kinds.ts'
import { prepared, snakeKeys } from '../../domain/hot-path/sql.ts'
import { snakeCase } from '../../names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type ReservationKind, reservationKinds } from '../reading/reservation.ts'
import { scheduled } from '../reading/times.ts'
import type { Plan } from './deciding.ts'
import type { OpenTrip } from './fitting.ts'
import { type KnownObject, reservationKey } from './known.ts'

type Value = string | number | boolean | null
type Row = Record<string, Value>
type PlannedPart = Plan['parts'][number]

/** An object that the message made or changed. */
export interface FiledObject {
  kind: ReservationKind
  id: number
}

/** Times and zones of a part, under the names of its kind. */
function timesOf({ reservation, startsAt, object }: PlannedPart, trip: OpenTrip): Row {
  const { kind, start, end } = reservation
  const from = start && scheduled(start, trip.timezone)
  const to = end && scheduled(end, trip.timezone)
  const isMoved = object !== undefined && Date.parse(object.startsAt ?? '') !== Date.parse(startsAt)
  // An end that the message does not tell no longer fits a start that has moved.
  const until: Row = to ? { endsAt: to.utc } : isMoved ? { endsAt: null } : {}
  if (kind !== 'transportation')
    return { startsAt, ...until, timezone: from?.zone || trip.timezone }
  return {
    departureAt: startsAt,
    departureTimezone: from?.zone ?? '',
    ...('endsAt' in until && { arrivalAt: until.endsAt ?? null }),
    ...(to && { arrivalTimezone: to.zone }),
  }
}

/** What is written of a part. What the message leaves empty stays as it was. */
function rowOf(part: PlannedPart, trip: OpenTrip): Row {
  const { kind, fields } = part.reservation
  const known = kinds.find(({ name }) => name === kind)?.fields
  const given = Object.entries(fields).filter(([name, value]) => {
    if (value === '' || value === null || !known?.has(name)) return false
    return trip.canEditExpenses || (name !== 'price' && name !== 'currency')
  })
  return {
    ...Object.fromEntries(given),
    ...timesOf(part, trip),
    reservationKey: reservationKey(part.reservation),
  }
}

/** Columns of any of the rows. */
const columnsIn = (rows: readonly Row[]) => [
  ...new Set(rows.flatMap((row) => Object.keys(row)).map(snakeCase)),
]

/** What stands in a column whose row says nothing, judged by those that do. */
const blanks = { string: '', boolean: false, number: null, object: null } as Record<string, Value>

/** The same rows, each with all the columns that any of them has. */
function evened(rows: readonly Row[]): Row[] {
  const known = rows.flatMap((row) => Object.entries(row))
  const blank = Object.fromEntries(
    known.map(([name, value]) => [name, blanks[typeof value] ?? null]),
  )
  for (const name of Object.keys(blank)) if (/At$/.test(name)) blank[name] = null
  return rows.map((row) => ({ ...blank, ...row }))
}

// These statements have as many texts as messages have sets of fields: they are not prepared.
const listOf = (rows: readonly Row[]) => `[${rows.map(snakeKeys).join()}]`

async function insert(tx: Queryable, kind: ReservationKind, rows: readonly Row[]) {
  const into = columnsIn(rows).join(', ')
  const from = columnsIn(rows).map((column) => `r.${column}`)
  const text = `insert into ${kind} (${into}) select ${from.join(', ')}
    from json_array_elements($1) with ordinality as given (data, nth),
      json_populate_record(null::${kind}, given.data) r
    order by nth returning id`
  const made = await tx.query<{ id: number }>({ text, values: [listOf(evened(rows))] })
  return made.map(({ id }) => id).sort((one, other) => one - other)
}

async function update(tx: Queryable, kind: ReservationKind, rows: readonly Row[]): Promise<void> {
  const sets = columnsIn(rows)
    .filter((column) => column !== 'id')
    .map(
      (column) => `${column} = case when data ? '${column}' then r.${column} else c.${column} end`,
    )
  const text = `update ${kind} c set ${sets.join(', ')}
    from jsonb_array_elements($1::jsonb) as given (data),
      jsonb_populate_record(null::${kind}, given.data) r
    where c.id = r.id and c.deleted_at is null`
  await tx.query({ text, values: [listOf(rows)] })
}

async function remove(tx: Queryable, kind: ReservationKind, objects: readonly KnownObject[]) {
  const text = `update ${kind} set deleted_at = clock_timestamp()
    where id = any ($1::int[]) and deleted_at is null`
  await tx.query(prepared(text, [objects.map(({ id }) => id)]))
}

/**
 * Writes what is planned, in at most three statements a kind, and answers the objects in the order
 * of the message. The objects it changes are held by the caller.
 */
export async function writePlan(
  tx: Queryable,
  { trip, parts, deleted }: Plan,
  ownerId: number,
): Promise<FiledObject[]> {
  const ids = new Map<PlannedPart, number>()
  for (const kind of reservationKinds) {
    const gone = deleted.filter((object) => object.kind === kind)
    if (gone.length > 0) await remove(tx, kind, gone)
    const own = parts.filter(({ reservation }) => reservation.kind === kind)
    const changed = own.flatMap((part) => {
      if (part.object) ids.set(part, part.object.id)
      return part.object ? [{ id: part.object.id, ...rowOf(part, trip) }] : []
    })
    if (changed.length > 0) await update(tx, kind, changed)
    const fresh = own.filter(({ object }) => object === undefined)
    if (fresh.length === 0) continue
    const rows = fresh.map((part) => ({ tripId: trip.id, ownerId, ...rowOf(part, trip) }))
    const made = await insert(tx, kind, rows)
    for (const [at, part] of fresh.entries()) ids.set(part, made[at] as number)
  }
  return parts.map((part) => ({ kind: part.reservation.kind, id: ids.get(part) as number }))
}
