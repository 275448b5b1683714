/**
 * What a copy is compared with (B2): the versions of all that an account sees, and the rights with
 * which it sees them.
 */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { accessFrom, accessWhere, andNamed, isPro } from '../access.ts'
import { isPart, type KeyHolder, lacks, profileOfParts } from '../narrowing.ts'
import { capabilities } from '../rights.ts'
import { type Bind, binder, type Columns, rowsOf, short, typed } from '../store/rows.ts'
import { history } from '../store/viewer.ts'

/** SQL: a member's rights as bits; most members have all of them. */
const rightsBits = `case when ${capabilities.map(({ column }) => `m.${column}`).join(' and ')}
    then ${(1 << capabilities.length) - 1}
    else ${capabilities.map(({ column }, nth) => `(m.${column}::int << ${nth})`).join(' | ')} end`

type Capability = (typeof capabilities)[number]['name']
const bitOf = (right: Capability) => 1 << capabilities.findIndex(({ name }) => name === right)
/**
 * Set if documents are visible, which requires a Pro owner, and never for members without the
 * right: a reset would reveal whether the owner is Pro.
 */
const documentsBit = 1 << capabilities.length

/** The bits of the rights that the actor lacks on every trip. */
function lackingBits(actor: KeyHolder): number {
  const lacking = capabilities.filter(({ name }) => lacks(actor, name))
  const own = lacking.reduce((bits, { name }) => bits | bitOf(name), 0)
  return lacks(actor, 'canSeeDocuments') ? own | documentsBit : own
}

/** What of a trip is visible with these rights. */
export const sees = {
  expenses: (rights: number) => (rights & bitOf('canSeeExpenses')) > 0,
  invitees: (rights: number) => (rights & bitOf('canAddGuests')) > 0,
  documents: (rights: number) => (rights & documentsBit) > 0,
}

/** What is compared with a position, read by one statement. */
export interface Versions {
  /** For a part of an account, a digest of its profile, which cannot be ordered like a version. */
  account: number
  /** Whether the account is seen through a key that is a part of it. */
  isPart: boolean
  /** The database and its history, which changes after a restore, or a promotion in PostgreSQL. */
  history: string
  trips: Map<number, { version: number; rights: number }>
  /** The categories of those who share an active trip with the account, by ascending account. */
  categories: [accountId: number, version: number][]
}

const profile = (account: string) =>
  profileOfParts.map((field) => `${account}.${snakeCase(field)}`).join(', ')

/** SQL: a digest, never 0, of the profile that a part of an account sees. */
export const profileDigest = (account: string) =>
  `(('x' || left(md5(json_build_array(${profile(account)})::text), 7))::bit(28)::int * 2 + 1)`

/** Versions as read; the lists of trips are parallel, and null if there are none. */
interface Found extends Omit<Versions, 'isPart' | 'trips'> {
  ids: number[] | null
  versions: number[]
  rights: number[]
  owners: number[]
  proOwners: number[]
}

/** SQL: the versions of what the actor sees of the account `a`, with its trips `x`. */
function columnsFor(actor: KeyHolder): Columns<Found> {
  // A part of an account owns nothing.
  const others = isPart(actor) ? 'true' : 'owner_id <> a.id'
  return typed(`${isPart(actor) ? profileDigest('a') : 'a.version'} as account,
  ${history} as history, to_json(x.ids) as ids, to_json(x.versions) as versions,
  to_json(x.rights) as rights, to_json(x.owners) as owners,
  (select coalesce(json_agg(o.id), '[]') from account o where o.id = any (x.owners) and ${isPro})
    as "proOwners",
  (select coalesce(json_agg(json_build_array(c.owner_id, c.version) order by c.owner_id), '[]')
    from (select owner_id, max(version) as version from category
      where ${others} and owner_id in (
        select y.user_id from member y where y.trip_id = any (x.ids) and ${hasJoined('y')})
      group by owner_id) c) as categories`)
}

/** SQL: the account `a`, and its accessible trips. Arrays cost half of what rows would. */
const accountWithTrips = (actor: KeyHolder, bind: Bind) => `account a cross join history h
  cross join lateral (select array_agg(t.id) as ids, array_agg(t.version) as versions,
      array_agg(${rightsBits}) as rights, array_agg(t.owner_id) as owners
    from ${accessFrom}
    where m.user_id = a.id and ${accessWhere}${andNamed(actor, 't.id', bind)}) x
  where a.id = $1`

/** The trips with the actor's rights, from the lists. */
function tripsIn({ ids, versions, rights, owners, proOwners }: Found, actor: KeyHolder) {
  const trips: Versions['trips'] = new Map()
  const left = ~lackingBits(actor)
  const pro = new Set(proOwners)
  for (const [nth, id] of (ids ?? []).entries()) {
    const own = rights[nth] as number
    const isShown = (own & bitOf('canSeeDocuments')) > 0 && pro.has(owners[nth] as number)
    const all = isShown ? own | documentsBit : own
    trips.set(id, { version: versions[nth] as number, rights: all & left })
  }
  return trips
}

/** The versions of all that the actor sees. */
export async function readVersions(db: Queryable, actor: KeyHolder): Promise<Versions> {
  const { values, bind } = binder(1)
  const from = accountWithTrips(actor, bind)
  const text = (columns: string) => `select ${columns} from ${from}`
  const [found] = await rowsOf(short(db), columnsFor(actor), text, [actor.id, ...values])
  if (!found) throw new Error('the account is gone, or the history of the database')
  const { account, history, categories } = found
  const trips = tripsIn(found, actor)
  return { account, history, categories, trips, isPart: isPart(actor) }
}
