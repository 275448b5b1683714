/**
 * Writes of all four kinds: creates, updates, moves, soft deletes (contract 12). One statement
 * checks the right, holds it, and writes.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { snakeCase } from '../names.ts'
import { accessTo, goneSince } from './doors.ts'
import { type Child, columnsFor, ownerOf, withOwner } from './itinerary-reads.ts'
import type { Kind } from './kinds.ts'
import { selected } from './selection.ts'
import { binder, prepared, snakeKeys } from './sql.ts'
import { account } from './viewer.ts'

type Input = Record<string, unknown>

/**
 * The trips the viewer may write in, with the membership held until the statement is done: a member
 * who is removed meanwhile either wrote before or not at all.
 */
function door(kind: Kind, trips: string, viewer: string): string {
  return `door as (
    select t.id, t.timezone from member m join trip t on t.id = m.trip_id
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${viewer} and m.joined
      and m.${snakeCase(kind.writes)} and t.deleted_at is null
    for share of m)`
}

export async function create(kind: Kind, args: { tripId: number; input: Input }, context: Context) {
  const viewer = account(context)
  const access = await accessTo(context, args.tripId)
  const input = { ...args.input }
  if (kind.name === 'expense') input.currency ??= viewer.defaultCurrency
  const fields = Object.keys(input).map(snakeCase)
  const zone = kind.fields.has('timezone') && input.timezone === undefined
  const into = ['trip_id', 'owner_id', ...fields, ...(zone ? ['timezone'] : [])]
  const from = ['door.id', '$2', ...fields.map((f) => `r.${f}`), ...(zone ? ['door.timezone'] : [])]
  const text = `with ${door(kind, '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from door, json_populate_record(null::${kind.name}, $3) r returning *)
    select (select count(*)::int from door) as open, ${columnsFor(kind, access, kind.fields)}
    from (select) as one left join c on true`
  const [row] = await context.db.query<Child & { open: number; id: number | null }>(
    prepared(text, [[args.tripId], viewer.id, snakeKeys(input)]),
  )
  if (!row?.open) return goneSince(context, args.tripId, kind.writes)
  return row.id === null ? null : { ...row, ...ownerOf(viewer), emails: [] }
}

/** The trip a move goes to: the caller must be able to edit there too (12.3). */
async function destination(context: Context, tripId: number): Promise<number> {
  return (await accessTo(context, tripId)).canEdit ? tripId : fail('FORBIDDEN')
}

export async function update(
  kind: Kind,
  args: { tripId: number; id: number; input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { updateTrip, ...input } = args.input
  const moves = typeof updateTrip === 'number'
  const tripId = moves ? await destination(context, updateTrip) : args.tripId
  const { values, bind } = binder()
  const trips = bind([...new Set([args.tripId, tripId])])
  const viewer = bind(account(context).id)
  const record = bind(snakeKeys(input))
  const sets = Object.keys(input).map((field) => `, ${snakeCase(field)} = r.${snakeCase(field)}`)
  if (tripId !== args.tripId) sets.push(`, trip_id = ${bind(tripId)}`)
  const asked = selected(info)
  const read = columnsFor(kind, await accessTo(context, args.tripId), asked)
  const text = `with ${door(kind, trips, viewer)}, written as (
      update ${kind.name} c set updated_at = clock_timestamp()${sets.join('')}
      from json_populate_record(null::${kind.name}, ${record}) r
      where c.id = ${bind(args.id)} and c.trip_id = ${bind(args.tripId)} and c.deleted_at is null
        and (select count(*) from door) = cardinality(${trips}::int[])
      returning c.*)
    ${withOwner(`select ${read} from written c`, asked.has('owner'))}`
  const [row] = await context.db.query<Child>(prepared(text, values))
  if (!row) return goneSince(context, args.tripId, kind.writes)
  return moves ? null : row
}

export async function remove(kind: Kind, args: { tripId: number; id: number }, context: Context) {
  const text = `with ${door(kind, '$1', '$2')}
    update ${kind.name} c set deleted_at = clock_timestamp() from door
    where c.id = $3 and c.trip_id = door.id and c.deleted_at is null returning c.id`
  const [row] = await context.db.query<{ id: number }>(
    prepared(text, [[args.tripId], account(context).id, args.id]),
  )
  if (!row) return goneSince(context, args.tripId, kind.writes)
  return true
}
