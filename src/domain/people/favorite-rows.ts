/**
 * The rows of favorites: one of the requester while pending, two mirrored ones once confirmed
 * (test/spec/11.1, 17-favorites). Whatever changes them holds the lock on the two people first, and
 * so always finds both rows or neither.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { prepared } from '../hot-path/sql.ts'

export interface Favorite {
  id: number
}

const stored = `f.id, f.pending, f.automatic_suggest_on_new_trips as "automaticSuggestOnNewTrips",
  f.created_at as "createdAt", f.updated_at as "updatedAt"`

/**
 * While it is pending nothing of the account is read, whether or not there is one (test/spec/11.1).
 */
const favoriteUser = `json_build_object('id', a.id, 'name', coalesce(a.name, ''),
  'email', coalesce(a.email, f.email), 'photoUrl', a.photo_url) as "favoriteUser"`
const itsAccount = 'left join account a on a.id = f.favorite_user_id and not f.pending'

/** SQL: a favorite as its owner sees it, of the row `f`. */
export const shown = { columns: `${stored}, ${favoriteUser}`, join: itsAccount }

/**
 * SQL: takes the locks on two people, in the order of their ids; `other` may be null. One lock for
 * each, not for the two: a request to an address may become one to a person at any time.
 */
export const lock = (one: string, other: string) =>
  ['least', 'greatest']
    .map((which) => `hashtextextended('favorites ' || ${which}(${one}, ${other}), 0)`)
    .map((key) => `pg_advisory_xact_lock(${key})`)
    .join(', ')

/** SQL: both directions between the people `$1` and `$2`, or none unless `condition` holds. */
const pairs = (condition: string) => `pair as (
  select p.user_id, p.favorite_user_id, a.email
  from (values ($1::int, $2::int), ($2, $1)) p (user_id, favorite_user_id)
  join account a on a.id = p.favorite_user_id
  where ${condition})`

/** SQL: the row goes in this direction, be it to the person or to an address now the person's. */
const goes = `f.user_id = p.user_id and (f.favorite_user_id = p.favorite_user_id
  or f.favorite_user_id is null and f.email = p.email)`

/**
 * SQL: `$2` wants `$1` as a favorite. It takes the place of a permission in the statement that
 * writes: no one becomes a favorite who has not asked for it.
 */
export const wants = `exists (select from favorite r where r.user_id = $2
  and (r.favorite_user_id = $1 or r.favorite_user_id is null
    and r.email = (select email from account where id = $1)))`

/**
 * Makes two people favorites of each other under `condition`, in terms of `$1`, `$2` and, from `$3`
 * on, `values`; answers the row of the first, or undefined. The oldest row of each direction is the
 * one that stays, others of it go: a person may have been asked under two addresses.
 */
export async function pairUp(
  tx: Queryable,
  [one, other]: [number, number | null],
  condition: string,
  ...values: unknown[]
): Promise<Favorite | undefined> {
  const text = `with ${pairs(condition)}, there as (
      select distinct on (f.user_id) f.id, f.user_id from favorite f join pair p on ${goes}
      order by f.user_id, f.pending, f.id
    ), gone as (
      delete from favorite f using pair p where ${goes} and f.id not in (select id from there)
    ), confirmed as (
      update favorite f set pending = false, favorite_user_id = p.favorite_user_id,
        updated_at = clock_timestamp()
      from there join pair p using (user_id) where f.id = there.id and f.pending returning f.*
    ), made as (
      insert into favorite (user_id, email, favorite_user_id, pending)
      select p.user_id, p.email, p.favorite_user_id, false from pair p
      where p.user_id not in (select user_id from there) returning *
    )
    select ${shown.columns}
    from (select * from confirmed union all select * from made union all
      select k.* from favorite k join there on there.id = k.id where not k.pending) f
    ${shown.join} where f.user_id = $1`
  const [row] = await tx.query<Favorite>(prepared(text, [one, other, ...values]))
  return row
}

/** Leaves one pending row, of the first person; the second has none, whatever there was. */
export async function makePending(tx: Queryable, people: [number, number]): Promise<Favorite> {
  const least = `select min(f.id) from favorite f join pair p on ${goes} where f.user_id = $1`
  const clear = `with ${pairs('true')}
    delete from favorite f using pair p where f.id is distinct from (${least}) and (${goes}
      or f.user_id = $1 and p.user_id = $1 and f.pending and f.email = p.email)`
  await tx.query(prepared(clear, people))
  const text = `with ${pairs('true')}, changed as (
      update favorite f set pending = true, favorite_user_id = $2, email = p.email,
        updated_at = clock_timestamp()
      from pair p where ${goes} and f.user_id = $1 returning f.*
    ), made as (
      insert into favorite (user_id, email, favorite_user_id)
      select user_id, email, favorite_user_id from pair
      where user_id = $1 and not exists (select from changed) returning *
    )
    select ${shown.columns} from (select * from changed union all select * from made) f
    ${shown.join}`
  const [row] = await tx.query<Favorite>(prepared(text, people))
  return row as Favorite
}

/** Makes, or finds, a pending row; `isNews` to whoever learns of the request by it. */
export async function ask(
  tx: Queryable,
  asked: { by: number; email: string; found: number | null },
): Promise<Favorite & { isNews: boolean }> {
  const text = `with known as (
      select id from favorite where user_id = $1 and email = $2 and pending
        and favorite_user_id is not null
    ), asked as (
      insert into favorite as f (user_id, email, favorite_user_id) values ($1, $2, $3)
      on conflict (user_id, email) where pending
        do update set favorite_user_id = coalesce(f.favorite_user_id, excluded.favorite_user_id)
      returning *
    )
    select ${shown.columns}, f.favorite_user_id is not null and not exists (select from known)
      as "isNews"
    from asked f ${shown.join}`
  const values = [asked.by, asked.email, asked.found]
  const [row] = await tx.query<Favorite & { isNews: boolean }>(prepared(text, values))
  return row as Favorite & { isNews: boolean }
}
