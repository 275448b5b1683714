/**
 * The viewer of a request, with their access to its trip: one statement for concurrent requests.
 */
import DataLoader from 'dataloader'
import { fail } from '../../base/errors.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Access, accessFrom, accessWhere } from '../access.ts'
import { type Narrowing, narrowingOf } from '../narrowing.ts'
import { accessColumns } from './access.ts'
import { both, fields, type Outer, outer, type RowOf, rowsOf, short, typed } from './rows.ts'

const accountFields = [
  'id',
  'username',
  'email',
  'name',
  'photoUrl',
  'timezone',
  'defaultCurrency',
] as const
/** The facts about an account that every request loads. */
export type Account = Pick<RowOf<'account'>, (typeof accountFields)[number]> & {
  /**
   * The history of the database, which changes after a restore or a promotion in PostgreSQL.
   * Versions from different histories cannot be compared.
   */
  history: string
  /** The narrowing of the request's key; undefined for a key without limits. */
  narrowing?: Narrowing | undefined
}

/** SQL: the history of the database, from its row `h`. */
export const history = `h.id || ' ' || case when pg_is_in_recovery() then '' else
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`

/** The caller of a request. */
export type Viewer =
  | {
      kind: 'user'
      user: Account
      keyHash: string | null
      /** The access to the trip in the path, loaded with the account. */
      access?: { tripId: number; access: Access | null }
    }
  | { kind: 'operator' }
  /** `message`: why the credentials, if any were sent, are invalid. */
  | { kind: 'anonymous'; message?: string }

/** The credentials of a request, and the trip in its path, or 0. */
interface Named {
  by: keyof typeof holders
  /** The hash of a key, or the subject or the email of a token. */
  name: string
  tripId: number
}

/** An account, with its access to the trip if it has any. */
export type FoundCaller = Account & Outer<Access>

/** SQL: the account `u` of the credentials, and the key `k` if they are one. */
const holders = {
  key: `api_key k on k.hash = asked.name and (k.expires_at is null or k.expires_at > now())
    join account u on u.id = k.user_id`,
  subject: 'account u on u.oauth_subject = asked.name',
  email: 'account u on u.email = asked.name',
}

const columns = both(
  typed<{ n: number; history: string }>(
    `asked.n::int as n, (select ${history} from history h) as history`,
  ),
  both(fields('account', 'u', accountFields), outer(accessColumns)),
)

/** The columns of the key. */
interface OfKey {
  /** Null for a key without limits; else the text that `narrowingIn` reads. */
  stored: string | null
  /** Whether it has not been used for an hour. */
  isRested: boolean
}

const ofKey = typed<OfKey>(`case when k.read_only or k.trips <> '{}' or k.withheld <> '{}' then
      concat_ws(' ', k.read_only, k.trips, k.withheld) end as stored,
    k.last_used_at is null or k.last_used_at < now() - interval '1 hour' as "isRested"`)
const ofToken = typed<OfKey>('null as stored, false as "isRested"')

/**
 * SQL: the accounts behind credentials, and their access to the trips. The limit is unknown when
 * PostgreSQL plans, so it expects few rows, and keeps the plan.
 */
const textFor = (holder: string) => (list: string) =>
  `select ${list}
  from (select * from unnest($1::text[], $2::int[]) with ordinality as one (name, trip, n)
    limit cardinality($1)) asked
  join ${holder}
  left join (${accessFrom})
    on m.trip_id = asked.trip and m.user_id = u.id and ${accessWhere}`

/** Finds the account of credentials; undefined for unknown ones. Created once per process. */
export type FindViewer = (request: Named) => Promise<FoundCaller | undefined>

type FoundRow = FoundCaller & OfKey & { n: number }

/** Parses `t {1,2} {}`: read-only, trips, withheld rights. */
function narrowingIn(text: string): Narrowing | undefined {
  const [readOnly, ...lists] = text.split(' ')
  const [trips = [], withheld = []] = lists.map((list) =>
    list.slice(1, -1).split(',').filter(Boolean),
  )
  return narrowingOf({ readOnly: readOnly === 't', trips: trips.map(Number), withheld })
}

/** Parses the narrowing of a row, if it has one; other rows are returned unchanged. */
function withNarrowing(row: FoundRow): FoundCaller {
  return row.stored ? { ...row, narrowing: narrowingIn(row.stored) } : row
}

/**
 * A finder of viewers. Requests in one turn of the event loop share a statement, which halves the
 * round trips under load. Nothing is cached, so the very next request with a revoked key is
 * refused. Notes the use of keys that have not been used for an hour.
 */
export function viewerFinder(
  db: Queryable,
  noteUse: (keyHash: string) => void = () => {},
): FindViewer {
  const loaderOf = (by: Named['by']) => {
    const text = textFor(holders[by])
    const list = both(columns, by === 'key' ? ofKey : ofToken)
    return new DataLoader<Named, FoundCaller | undefined>(
      async (requests) => {
        const values = [requests.map(({ name }) => name), requests.map(({ tripId }) => tripId)]
        const rows = await rowsOf(short(db), list, text, values)
        const found = new Map<number, FoundCaller>()
        for (const row of rows) {
          if (row.isRested) noteUse((requests[row.n - 1] as Named).name)
          found.set(row.n, withNarrowing(row))
        }
        return requests.map((_, index) => found.get(index + 1))
      },
      { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
    )
  }
  const loaders = { key: loaderOf('key'), subject: loaderOf('subject'), email: loaderOf('email') }
  return (request) => loaders[request.by].load(request)
}

/**
 * The account of an authenticated viewer, which the rule requires; throws UNAUTHENTICATED
 * otherwise.
 */
export function account({ viewer }: { viewer: Viewer }): Account {
  return viewer.kind === 'user' ? viewer.user : fail('UNAUTHENTICATED')
}
