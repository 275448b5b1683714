/**
 * Writes of all four kinds: creates, updates, moves, soft deletes (test/spec/12). One statement
 * checks the right, holds it, and writes; a move first holds what it moves.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { Conflict } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import type { Statement } from '../../outside/database/database.ts'
import { has } from '../../permissions/access.ts'
import { bringsMoney } from '../../permissions/carried.ts'
import type { Right } from '../../permissions/rights.ts'
import { accessTo } from './access.ts'
import { mayCarry } from './carried.ts'
import { type Child, columnsFor, ownerOf, withOwner } from './itinerary-reads.ts'
import type { Kind } from './kinds.ts'
import { selected } from './selection.ts'
import { binder, prepared, snakeKeys } from './sql.ts'
import { account } from './viewer.ts'

type Input = Record<string, unknown>

/**
 * The rights that writing these fields needs: those with money need one of their own
 * (test/permissions).
 */
function rightsFor({ name, writes }: Kind, input: Input): Right[] {
  const writesMoney = name !== 'expense' && ('price' in input || 'currency' in input)
  return writesMoney ? [writes, 'canEditExpenses'] : [writes]
}

/**
 * The trips the viewer has these rights on, with the membership held until the statement is done: a
 * member who loses one meanwhile either wrote before or not at all.
 */
function permittedOn(rights: readonly Right[], trips: string, viewer: string): string {
  return `permitted as (
    select t.id, t.timezone from member m join trip t on t.id = m.trip_id
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${viewer} and m.joined
      ${rights.map((right) => `and ${has('m', right)}`).join(' ')} and t.deleted_at is null
    for share of m)`
}

export async function create(kind: Kind, args: { tripId: number; input: Input }, context: Context) {
  const viewer = account(context)
  const access = await accessTo(context, args.tripId)
  const input = { ...args.input }
  const rights = rightsFor(kind, input)
  if (kind.name === 'expense') input.currency ??= viewer.defaultCurrency
  const fields = Object.keys(input).map(snakeCase)
  const zone = kind.fields.has('timezone') && input.timezone === undefined
  const into = ['trip_id', 'owner_id', ...fields, ...(zone ? ['timezone'] : [])]
  const from = [
    'permitted.id',
    '$2',
    ...fields.map((f) => `r.${f}`),
    ...(zone ? ['permitted.timezone'] : []),
  ]
  const text = `with ${permittedOn(rights, '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from permitted, json_populate_record(null::${kind.name}, $3) r returning *)
    select (select count(*)::int from permitted) as open, ${columnsFor(kind, access, kind.fields)}
    from (select) as one left join c on true`
  const [row] = await context.db.query<Child & { open: number; id: number | null }>(
    prepared(text, [[args.tripId], viewer.id, snakeKeys(input)]),
  )
  if (!row?.open) throw new Conflict()
  return row.id === null ? null : { ...row, ...ownerOf(viewer), emails: [] }
}

interface Move {
  tripId: number
  id: number
  /** The trip it goes to. */
  to: number
}

/**
 * Runs the statement that moves a child. The child is locked before, together with the memberships
 * at both ends, so that the statement sees all that hangs on it; what is put there afterwards finds
 * it in its new trip.
 */
function moved(kind: Kind, { tripId, id, to }: Move, write: Statement, context: Context) {
  const text = `with ${permittedOn([kind.writes], '$1', '$2')}
    select from ${kind.name} c where c.id = $3 and c.trip_id = $4 and c.deleted_at is null
      and (select count(*) from permitted) = 2
    for update of c`
  const lock = prepared(text, [[tripId, to], account(context).id, id, tripId])
  return context.db.transaction(async (tx) => {
    if ((await tx.query(lock)).length === 0) return []
    const rows = await tx.query<Child>(write)
    return rows
  })
}

export async function update(
  kind: Kind,
  args: { tripId: number; id: number; input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { updateTrip, ...input } = args.input
  const to = typeof updateTrip === 'number' ? updateTrip : args.tripId
  const { values, bind } = binder()
  const trips = bind([...new Set([args.tripId, to])])
  const viewer = bind(account(context).id)
  const isMove = kind.name !== 'expense' && to !== args.tripId
  const carrying = isMove
    ? `and ${mayCarry(kind.name, trips, viewer, bind(bringsMoney(input)))}`
    : ''
  // The money that a move brings counts as carried.
  const rights = isMove ? [kind.writes] : rightsFor(kind, input)
  const record = bind(snakeKeys(input))
  const sets = Object.keys(input).map((field) => `, ${snakeCase(field)} = r.${snakeCase(field)}`)
  if (isMove) sets.push(`, trip_id = ${bind(to)}`)
  const asked = selected(info)
  const read = columnsFor(kind, await accessTo(context, args.tripId), asked)
  const text = `with ${permittedOn(rights, trips, viewer)}, written as (
      update ${kind.name} c set updated_at = clock_timestamp()${sets.join('')}
      from json_populate_record(null::${kind.name}, ${record}) r
      where c.id = ${bind(args.id)} and c.trip_id = ${bind(args.tripId)} and c.deleted_at is null
        and (select count(*) from permitted) = cardinality(${trips}::int[])
        ${carrying}
      returning c.*)
    ${withOwner(`select ${read} from written c`, asked.has('owner'))}`
  const write = prepared(text, values)
  const [row] = await (isMove
    ? moved(kind, { tripId: args.tripId, id: args.id, to }, write, context)
    : context.db.query<Child>(write))
  if (!row) throw new Conflict()
  return typeof updateTrip === 'number' ? null : row
}

export async function remove(kind: Kind, args: { tripId: number; id: number }, context: Context) {
  const text = `with ${permittedOn([kind.writes], '$1', '$2')}
    update ${kind.name} c set deleted_at = clock_timestamp() from permitted
    where c.id = $3 and c.trip_id = permitted.id and c.deleted_at is null returning c.id`
  const [row] = await context.db.query<{ id: number }>(
    prepared(text, [[args.tripId], account(context).id, args.id]),
  )
  if (!row) throw new Conflict()
  return true
}
