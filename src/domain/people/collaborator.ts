/**
 * The people on a trip, guests and the roster, and what the viewer may do among them
 * (test/spec/02.1, 06.2, 11.3, test/permissions).
 */
import type { Context } from '../../context.ts'
import { has } from '../../permissions/access.ts'
import { permissions, rights } from '../../permissions/rights.ts'
import { type PageArgs, parameters, readPage } from '../hot-path/page.ts'
import { columns, joined } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { isKnownGuest } from './acquaintance.ts'

/** SQL: the permissions of the member `m`. */
export const permissionColumns = columns(
  'm',
  permissions.map(({ name }) => name),
)

/** A member's row: the permissions lie beside the person. */
type MemberRow = Record<string, unknown>

/** SQL: the joined member `m` with the account `a` as the guest record (test/spec/02.1). */
export const guest = `json_build_object('id', m.user_id, 'name', a.name, 'email', a.email,
  'photoUrl', a.photo_url, 'joined', true,
  ${permissions.map(({ name, column }) => `'${name}', m.${column}`).join(', ')})`

/**
 * SQL: the number of joined members of the trip `tripId`, and its guests: joined members but the
 * owner, who is shown only while not travelling (test/spec/02.1).
 */
export const people = {
  columns: `people."collaboratorsCount", people.guests`,
  join: (tripId: string) => `cross join lateral (
    select count(*)::int as "collaboratorsCount",
      coalesce(json_agg(${guest} order by m.is_owner desc, m.user_id)
        filter (where not (m.is_owner and m.is_travelling)), '[]') as guests
    from member m join account a on a.id = m.user_id
    where m.trip_id = ${tripId} and m.joined) people`,
}

/**
 * SQL: the reader sees who the member is: both have joined, or know each other from elsewhere.
 * Pending invitees who are strangers stay nameless (test/spec/06.2).
 */
const knownTo = (reader: string) => `(m.joined or ${isKnownGuest(reader, 'm.user_id')})`

function collaborators(trip: { id: number }, args: PageArgs, context: Context) {
  const { values, bind } = parameters()
  const reader = bind(account(context).id)
  const known = knownTo(reader)
  const shown = (column: string, otherwise: string) =>
    `case when ${known} then a.${column} else ${otherwise} end`
  const listing = {
    columns: `m.trip_id as "tripId", m.user_id as id, m.joined, ${permissionColumns},
      ${shown('name', "''")} as name, ${shown('email', "''")} as email,
      ${shown('photo_url', 'null')} as "photoUrl"`,
    from: 'member m join account a on a.id = m.user_id',
    where: `m.trip_id = asked.trip and ${joined('asked.trip', reader)}
      and (m.joined or exists (select from member g where g.trip_id = asked.trip
        and g.user_id = ${reader} and g.joined and ${has('g', 'canAddGuests')}))`,
    order: '"isOwner" desc, id',
    values,
  }
  return readPage<MemberRow>(context, trip.id, listing, args)
}

/** What the viewer may do on a trip, by the record that the rules read: nothing without access. */
async function viewerCan(trip: { id: number }, _: unknown, context: Context) {
  const access = await context.access(trip.id)
  return Object.fromEntries(rights.map(({ name, can }) => [can, access?.[name] ?? false]))
}

export const collaboratorResolvers = {
  Trip: { collaborators, viewerCan },
  Collaborator: { permissions: (member: MemberRow) => member },
}
