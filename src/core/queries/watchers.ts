/**
 * What has changed for watchers (test/surfaces/events): one statement compares what each has last
 * seen. Versions are committed in order, so no change is missed.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { accessFrom, accessWhere, has } from '../access.ts'
import { isPart, type KeyHolder, lacks } from '../narrowing.ts'
import { prepared } from '../store/rows.ts'
import { history } from '../store/viewer.ts'
import { profileDigest } from './versions.ts'

/** A watcher, and what it has last seen. */
export interface Watcher {
  viewer: KeyHolder
  /** The version of the account; for a part of it, a digest of its profile. */
  version: number
  /** Digests of the trips, and of the categories of companions. */
  trips: string
  categories: string
}

/** The state of a new watcher. */
export const unseen = { version: 0, trips: '', categories: '' }

/** The current state of a watcher whose view has changed. */
export interface Seen extends Pick<Watcher, 'version' | 'trips' | 'categories'> {
  /** The index of the watcher in the list. */
  place: number
  /** Whether the account exists. */
  isKnown: boolean
  /**
   * The accessible trips, by id: `7:31p` is trip 7 at version 31, with documents that are seen.
   * Null if unchanged.
   */
  list: string | null
}

interface Look {
  snapshot: string
  /** The history of the database; in a new one, all copies begin anew. */
  history: string
  seen: Seen[]
  /** The hashes of keys that have become invalid, or whose view has changed. */
  lost: string[]
}

/** A key, and its state when last seen. */
export interface WatchedKey {
  hash: string
  state: string
}

/** SQL: a digest of a text. */
const digestOf = (sql: string) => `encode(sha256(convert_to(${sql}, 'UTF8')), 'hex')`

/** SQL: the state of the key `k`: whatever decides what it sees. */
const keyState = `k.trips::text || k.withheld::text`

/** The state of a key; undefined for an invalid one. */
export async function readKeyState(db: Queryable, hash: string): Promise<WatchedKey | undefined> {
  const text = `select k.hash, ${keyState} as state from api_key k where k.hash = $1`
  const [found] = await db.query<WatchedKey>(prepared(text, [hash]))
  return found
}

/**
 * SQL: the trips of the account `u` that the watcher sees. Only who sees documents learns that the
 * owner's Pro has expired.
 */
const trips = `select list, ids, ${digestOf('list')} as digest from (
      select array_agg(t.id) as ids, coalesce(string_agg(
          t.id || ':' || t.version
            || case when asked.documents and ${has('m', 'canSeeDocuments')} then 'p' else '' end,
          ' ' order by t.id), '') as list
      from ${accessFrom} where m.user_id = u.id and ${accessWhere}
        and (asked.named is null or t.id = any (asked.named::int[]))) one`

/**
 * SQL: the categories of others whom the account `u` meets on the trips `s.ids`. A part of an
 * account owns none, so it meets the account itself there.
 */
const categories = `select ${digestOf(`coalesce(
      string_agg(c.id || ':' || c.version, ' ' order by c.id), '')`)} as digest
    from (select distinct m.user_id from member m
        where now.is_deep and m.trip_id = any (s.ids) and ${hasJoined('m')}
          and (asked.is_part or m.user_id <> u.id)) companion
      join category c on c.owner_id = companion.user_id and c.deleted_at is null`

/** SQL: the watchers whose view has changed. The limit makes PostgreSQL expect few. */
const seen = `select json_agg(json_build_object('place', asked.n - 1, 'isKnown', u.id is not null,
      'version', coalesce(v.version, 0), 'trips', s.digest, 'categories', k.digest,
      'list', case when s.digest <> asked.trips then s.list end))
    from (select * from unnest(
          $1::int[], $2::int[], $3::text[], $4::text[], $7::text[], $8::bool[], $10::bool[])
        with ordinality as one (account, version, trips, categories, named, is_part, documents, n)
        limit cardinality($1)) asked
      left join account u on u.id = asked.account
      cross join lateral (
        select case when asked.is_part then ${profileDigest('u')} else u.version end as version) v
      cross join lateral (${trips}) s
      cross join lateral (${categories}) c
      cross join lateral (
        select case when now.is_deep then c.digest else asked.categories end as digest) k
    where u.id is null or v.version <> asked.version or s.digest <> asked.trips
      or k.digest <> asked.categories`

const lost = `select json_agg(key.hash) from unnest($6::text[], $9::text[]) as key (hash, state)
    where not exists (select from api_key k where k.hash = key.hash and ${keyState} = key.state
      and (k.expires_at is null or k.expires_at > now()))`

/**
 * SQL: a category has changed lately; longer than a request takes to commit. The index has the last
 * change; compared with a clock that moves, each category would be looked at.
 */
const categoryChanged = `coalesce(
      (select max(changed_at) from category) > clock_timestamp() - interval '15 s', false)`

// A snapshot of its own shows whether any transaction has ended since the last look.
const text = `select snapshot, (select ${history} from history h) as history,
    case when snapshot is distinct from $5 then (${seen}) end as seen,
    case when snapshot is distinct from $5 then (${lost}) end as lost
  from (select pg_current_snapshot()::text as snapshot,
    $5::text is null or ${categoryChanged} as is_deep) now`

/** The trips that a key names, as a PostgreSQL array; null if it names none. */
const namedBy = ({ narrowing }: KeyHolder) =>
  narrowing?.trips ? `{${narrowing.trips.join(',')}}` : null

/**
 * Finds the watchers whose view has changed, and the keys that are lost. A quick look, with
 * `since` the snapshot of the last one for the same watchers and keys, reads nothing unless a
 * transaction has ended since. It ignores Pro expiring by the clock and, unless one has changed
 * lately, categories, which take as long as all the rest.
 */
export async function lookAgain(
  db: Queryable,
  watchers: readonly Watcher[],
  { keys = [], since = null }: { keys?: readonly WatchedKey[]; since?: string | null } = {},
): Promise<Look> {
  const all = <Value>(of: (one: Watcher) => Value) => watchers.map(of)
  const values = [
    all(({ viewer }) => viewer.id),
    all(({ version }) => version),
    all(({ trips }) => trips),
    all(({ categories }) => categories),
    since,
    keys.map(({ hash }) => hash),
    all(({ viewer }) => namedBy(viewer)),
    all(({ viewer }) => isPart(viewer)),
    keys.map(({ state }) => state),
    all(({ viewer }) => !lacks(viewer, 'canSeeDocuments')),
  ]
  const [row] = await db.query<{ [Key in keyof Look]: Look[Key] | null }>(prepared(text, values))
  return {
    snapshot: row?.snapshot ?? '',
    history: row?.history ?? '',
    seen: row?.seen ?? [],
    lost: row?.lost ?? [],
  }
}
