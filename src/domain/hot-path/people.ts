/** The people on a trip as its own answer shows them (test/spec/02.1). */
import { permissions } from '../../permissions/rights.ts'
import { type Columns, typed } from './rows.ts'

/** SQL: the joined member `m` with the account `a` as the guest record. */
export const guest = `json_build_object('id', m.user_id, 'name', a.name, 'email', a.email,
  'photoUrl', a.photo_url, 'joined', true,
  ${permissions.map(({ name, column }) => `'${name}', m.${column}`).join(', ')})`

/**
 * SQL: the number of joined members of the trip `t`, and its guests: joined members but the owner,
 * who is shown only while not travelling.
 */
export const people: {
  columns: Columns<{ collaboratorsCount: number; guests: unknown[] }>
  join: string
} = {
  columns: typed('people."collaboratorsCount", people.guests'),
  join: `cross join lateral (
    select count(*)::int as "collaboratorsCount",
      coalesce(json_agg(${guest} order by m.is_owner desc, m.user_id)
        filter (where not (m.is_owner and m.is_travelling)), '[]') as guests
    from member m join account a on a.id = m.user_id
    where m.trip_id = t.id and m.joined) people`,
}
