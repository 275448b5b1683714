/**
 * What has changed for those who watch (test/surfaces/events): one statement compares what was last
 * seen for each of them. Versions are committed in their order, so comparing them misses nothing.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { accessFrom, accessWhere, hasJoined, isPro } from '../access.ts'

/** Who watches, and what was last seen for them. */
export interface Watcher {
  userId: number
  /** That of the account. */
  version: number
  /** Digests: of the trips, and of the categories of companions. */
  trips: string
  categories: string
}

/** Nothing has been seen yet. */
export const unseen = { version: 0, trips: '', categories: '' }

/** What is seen where something differs. */
export interface Seen extends Pick<Watcher, 'version' | 'trips' | 'categories'> {
  /** The place of the watcher in the list. */
  place: number
  /** Whether there is such an account. */
  isKnown: boolean
  /**
   * The trips with access, by id: `7:31p` is trip 7 at version 31, of an owner who is Pro. Null if
   * they are as before.
   */
  list: string | null
}

export interface Look {
  snapshot: string
  seen: Seen[]
  /** The hashes of those of the keys that are not valid any more. */
  lost: string[]
}

/** SQL: a digest of a text. */
const digestOf = (sql: string) => `encode(sha256(convert_to(${sql}, 'UTF8')), 'hex')`

/** SQL: the trips of the account `u`. */
const trips = `select list, ids, ${digestOf('list')} as digest from (
      select array_agg(t.id) as ids, coalesce(string_agg(
          t.id || ':' || t.version || case when ${isPro} then 'p' else '' end,
          ' ' order by t.id), '') as list
      from ${accessFrom} where m.user_id = u.id and ${accessWhere}) one`

/** SQL: the categories of others whom the account `u` meets on the trips `s.ids`. */
const categories = `select ${digestOf(`coalesce(
      string_agg(c.id || ':' || c.version, ' ' order by c.id), '')`)} as digest
    from (select distinct m.user_id from member m
        where $5::text is null and m.trip_id = any (s.ids) and ${hasJoined('m')}
          and m.user_id <> u.id) companion
      join category c on c.owner_id = companion.user_id and c.deleted_at is null`

/** SQL: the watchers for whom something differs. PostgreSQL expects few, because of the limit. */
const seen = `select json_agg(json_build_object('place', asked.n - 1, 'isKnown', u.id is not null,
      'version', coalesce(u.version, 0), 'trips', s.digest, 'categories', k.digest,
      'list', case when s.digest <> asked.trips then s.list end))
    from (select * from unnest($1::int[], $2::int[], $3::text[], $4::text[])
        with ordinality as one (account, version, trips, categories, n)
        limit cardinality($1)) asked
      left join account u on u.id = asked.account
      cross join lateral (${trips}) s
      cross join lateral (${categories}) c
      cross join lateral (
        select case when $5::text is null then c.digest else asked.categories end as digest) k
    where u.id is null or u.version <> asked.version or s.digest <> asked.trips
      or k.digest <> asked.categories`

const lost = `select json_agg(hash) from unnest($6::text[]) hash
    where not exists (select from api_key k where k.hash = hash.hash)`

// Its own snapshot tells whether any transaction has ended since the last look.
const text = `select snapshot, case when snapshot is distinct from $5 then (${seen}) end as seen,
    case when snapshot is distinct from $5 then (${lost}) end as lost
  from (select pg_current_snapshot()::text as snapshot) now`

/**
 * Looks for whom something differs, and which keys are lost. A quick look, `since` the snapshot of
 * the last one with the same watchers and keys, reads nothing unless someone has written since. It
 * takes no notice of a Pro that lapses by the clock, nor of categories, which take as long as all
 * the rest.
 */
export async function lookAgain(
  db: Queryable,
  watchers: readonly Watcher[],
  { keys = [], since = null }: { keys?: readonly string[]; since?: string | null } = {},
): Promise<Look> {
  const all = <Key extends keyof Watcher>(key: Key) => watchers.map((one) => one[key])
  const known = [all('userId'), all('version'), all('trips'), all('categories')]
  const [row] = await db.query<{ [Key in keyof Look]: Look[Key] | null }>({
    ...{ text, values: [...known, since, keys], isPrepared: true },
  })
  return { snapshot: row?.snapshot ?? '', seen: row?.seen ?? [], lost: row?.lost ?? [] }
}
