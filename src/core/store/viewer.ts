/** Who asks, with what they may do on the trip they ask about: one statement for all at once. */
import DataLoader from 'dataloader'
import { fail } from '../../base/errors.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Access, accessFrom, accessWhere } from '../access.ts'
import { accessColumns } from './access.ts'
import { both, fields, type Outer, outer, type RowOf, rowsOf, typed } from './rows.ts'

const known = [
  'id',
  'username',
  'email',
  'name',
  'photoUrl',
  'timezone',
  'defaultCurrency',
] as const
/** What every request knows of the account that makes it. */
export type Account = Pick<RowOf<'account'>, (typeof known)[number]>

/** Who asks. */
export type Viewer =
  | {
      kind: 'user'
      user: Account
      keyHash: string | null
      /** What is known from the start: the access to the trip that the address names. */
      access?: { tripId: number; access: Access | null }
    }
  | { kind: 'operator' }
  /** `message` says why the credentials, if any were sent, are none. */
  | { kind: 'anonymous'; message?: string }

/** Names of requests that came in together, each with the trip its address names; 0 for none. */
interface Asked {
  by: keyof typeof holders
  /** The hash of a key, or the subject or the email of a token. */
  name: string
  tripId: number
}

/** An account, with its access to the trip if it has any. */
export type Found = Account & Outer<Access>

/** SQL: the account `u` whom the credentials name. */
const holders = {
  key: 'api_key k on k.hash = asked.name join account u on u.id = k.user_id',
  subject: 'account u on u.oauth_subject = asked.name',
  email: 'account u on u.email = asked.name',
}

const columns = both(
  typed<{ n: number }>('asked.n::int as n'),
  both(fields('account', 'u', known), outer(accessColumns)),
)

/**
 * The accounts behind credentials and, in the same statement, their access to those trips. With a
 * limit that it cannot know, PostgreSQL expects few of them, and so keeps its plan.
 */
const textFor = (holder: string) => (list: string) =>
  `select ${list}
  from (select * from unnest($1::text[], $2::int[]) with ordinality as one (name, trip, n)
    limit cardinality($1)) asked
  join ${holder}
  left join (${accessFrom})
    on m.trip_id = asked.trip and m.user_id = u.id and ${accessWhere}`

/** Looks up who asks; made once a process. */
export type FindViewer = (asked: Asked) => Promise<Found | undefined>

/**
 * Requests that come in during one turn of the event loop share a statement: under load that halves
 * the round trips. Nothing is kept, so a revoked key is refused by the very next request.
 */
export function viewerFinder(db: Queryable): FindViewer {
  const loaderOf = (by: Asked['by']) => {
    const text = textFor(holders[by])
    return new DataLoader<Asked, Found | undefined>(
      async (asked) => {
        const values = [asked.map(({ name }) => name), asked.map(({ tripId }) => tripId)]
        const rows = await rowsOf(db, columns, text, values)
        const found = new Map(rows.map((row) => [row.n, row]))
        return asked.map((_, index) => found.get(index + 1))
      },
      { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
    )
  }
  const loaders = { key: loaderOf('key'), subject: loaderOf('subject'), email: loaderOf('email') }
  return (asked) => loaders[asked.by].load(asked)
}

/** The signed-in account; the permission table has seen to it that there is one. */
export function account({ viewer }: { viewer: Viewer }): Account {
  return viewer.kind === 'user' ? viewer.user : fail('UNAUTHENTICATED')
}
