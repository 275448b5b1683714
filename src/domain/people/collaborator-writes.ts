/**
 * Changes of what members may do, and of who is one (test/spec/11.4, 11.5, test/permissions). One
 * statement checks the right, holds it, and writes; what follows from a write is done by the
 * triggers.
 */
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { has } from '../../permissions/access.ts'
import { capabilities, ownChoices } from '../../permissions/rights.ts'
import { columns, prepared, snakeKeys } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { permissionColumns } from './collaborator.ts'

interface Target {
  tripId: number
  userId: number
}

/**
 * SQL: the rows of the caller `$2` and of the target `$3`, held until the statement is done. Both
 * are locked as for writing, and in the order of their ids: two members who change each other, or
 * one who changes themself twice at once, wait for each other and never both.
 */
const held = `held as materialized (
  select m.* from member m join trip t on t.id = m.trip_id
  where m.trip_id = $1 and m.user_id in ($2, $3) and t.deleted_at is null
  order by m.user_id for update of m)`

const settable = [...capabilities, ...ownChoices].map(({ column }) => column)

/** SQL: the caller `c` may change and remove others. */
const managesGuests = has('c', 'canAddGuests')

/**
 * SQL: the caller `c` may change the target `m`, and gives nothing they do not have
 * (test/spec/11.4).
 */
const mayChange = `c.user_id = $2 and c.joined and m.joined
  and (c.user_id = m.user_id and $5 or ${managesGuests} and not m.is_owner)
  ${capabilities.map(({ column }) => `and (c.${column} or r.${column} is not true)`).join('\n  ')}`

const changing = `with ${held}, written as (
    update member m set ${settable.map((key) => `${key} = coalesce(r.${key}, m.${key})`).join(', ')}
    from held c, json_populate_record(null::member, $4) r
    where m.trip_id = $1 and m.user_id = $3 and ${mayChange}
    returning m.*)
  select (select count(*)::int from held where joined) as found, m.user_id as id, m.joined,
    ${permissionColumns}, ${columns('a', ['name', 'email', 'photoUrl'])}
  from (select) as one left join written m on true left join account a on a.id = m.user_id`

type Changed = { id: number | null; found: number }

/** Changes what a joined member may do; answers the member as stored (test/spec/11.4). */
export async function setPermissions(
  _: unknown,
  { tripId, userId, input }: Target & { input: Record<string, unknown> },
  context: Context,
) {
  const { id } = account(context)
  const [key = '', ...more] = Object.keys(input)
  const isOwnChoice = more.length === 0 && ownChoices.some(({ name }) => name === key)
  const values = [tripId, id, userId, snakeKeys(input), isOwnChoice]
  const [row] = await context.db.query<Changed>(prepared(changing, values))
  // Allowed a moment ago: one of the two has gone since, or the right has.
  if (!row?.id) fail(row?.found === new Set([id, userId]).size ? 'FORBIDDEN' : 'NOT_FOUND')
  return row
}

const removing = `with ${held}, gone as (
    delete from member m using held c
    where m.trip_id = $1 and m.user_id = $3 and not m.is_owner
      and c.user_id = $2 and c.joined and (c.user_id = $3 or ${managesGuests}))
  select c.user_id = $3 or ${managesGuests} as may,
    exists (select from held where user_id = $3 and is_owner) as "isOwner"
  from held c where c.user_id = $2 and c.joined`

type Removed = { may: boolean; isOwner: boolean }

/**
 * Removes a member, withdraws an invitation, or leaves the trip; who is not there any more is
 * removed as well (test/spec/11.5).
 */
export async function removeCollaborator(
  _: unknown,
  { tripId, userId }: Target,
  context: Context,
): Promise<Target> {
  const { id } = account(context)
  const [row] = await context.db.query<Removed>(prepared(removing, [tripId, id, userId]))
  if (!row) fail('NOT_FOUND')
  if (row.isOwner || !row.may) fail('FORBIDDEN')
  return { tripId, userId }
}

export const collaboratorWriteResolvers = { Mutation: { setPermissions, removeCollaborator } }
