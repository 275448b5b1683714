/** Whether the versions of trips, and of what is in them, agree with each other (B1). */
import { db } from '../../world.ts'

const items = ['hosting', 'activity', 'transportation', 'expense']

/** SQL: all that is in the trips `$1`, with its version. */
const content = [
  ...items.map(
    (name) => `select trip_id, '${name}' as kind, id, entered, version, xmin::text as by
      from ${name} where deleted_at is null`,
  ),
  ...['email', 'document'].map(
    (name) => `select at_trip, '${name}', id, entered, version, xmin::text
      from ${name} where at_trip is not null`,
  ),
  `select trip_id, 'member', user_id, entered, version, xmin::text from member`,
  `select trip_id, 'departed ' || kind, object_id, entered, version, xmin::text from departure`,
].join(' union all ')

/** SQL: emails and documents whose place is not where they can be seen. */
const elsewhere = (
  name: string,
) => `select '${name} elsewhere' as kind, one.id, one.at_trip as version
  from ${name} one
    left join hosting h on h.id = one.hosting_id
    left join activity a on a.id = one.activity_id
    left join transportation r on r.id = one.transportation_id
  where coalesce(one.trip_id, h.trip_id, a.trip_id, r.trip_id) = any ($1)
    and one.at_trip is distinct from case when one.deleted_at is null
      and coalesce(h.deleted_at, a.deleted_at, r.deleted_at) is null
      then coalesce(one.trip_id, h.trip_id, a.trip_id, r.trip_id) end`

/**
 * What is wrong in these trips: a row with a version that its trip has not reached, or that it had
 * before it entered; a version that two transactions have handed out; an email or a document that
 * is thought to be elsewhere.
 */
export function misplaced(trips: readonly number[]): Promise<object[]> {
  const text = `with content as (${content})
    select c.kind, c.id, c.version from content c join trip t on t.id = c.trip_id
      where t.id = any ($1) and (c.version > t.version or c.entered > c.version)
    union all select 'two transactions', trip_id, version from content
      where trip_id = any ($1) and version > 1
      group by trip_id, version having count(distinct by) > 1
    union all ${elsewhere('email')} union all ${elsewhere('document')}`
  return db.query({ text, values: [trips] })
}
