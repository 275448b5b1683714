/**
 * What a copy is compared with (B2): the versions of all that an account sees, and the rights with
 * which it sees them.
 */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { accessFrom, accessWhere, andNamed, hasJoined, isPro } from '../access.ts'
import { isPart, type KeyHolder, lacks, profileOfParts } from '../narrowing.ts'
import { capabilities } from '../rights.ts'
import {
  type Bind,
  binder,
  bindingOnce,
  type Columns,
  rowsOf,
  short,
  typed,
} from '../store/rows.ts'
import { history } from '../store/viewer.ts'

/**
 * A member's rights as bits, and whether documents are visible, which requires a Pro owner. For
 * members without the right the last bit is never set: a reset would reveal whether the owner is
 * Pro.
 */
const bits = [
  ...capabilities.map(({ column }) => `m.${column}`),
  ...capabilities
    .filter(({ name }) => name === 'canSeeDocuments')
    .map(({ column }) => `(m.${column} and ${isPro})`),
]
const rightsBits = bits.map((bit, nth) => `(${bit}::int << ${nth})`).join(' | ')

type Capability = (typeof capabilities)[number]['name']
const bitOf = (right: Capability) => 1 << capabilities.findIndex(({ name }) => name === right)
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
  /** By ascending id. */
  trips: [id: number, version: number, rights: number][]
  /** The categories of those who share an active trip with the account, by ascending account. */
  categories: [accountId: number, version: number][]
}

const profile = (account: string) =>
  profileOfParts.map((field) => `${account}.${snakeCase(field)}`).join(', ')

/** SQL: a digest, never 0, of the profile that a part of an account sees. */
export const profileDigest = (account: string) =>
  `(('x' || left(md5(json_build_array(${profile(account)})::text), 7))::bit(28)::int * 2 + 1)`

/** SQL: the versions of what the actor sees of the account `a`. A part of it owns nothing. */
function versionsOf(actor: KeyHolder, bind: Bind): Columns<Omit<Versions, 'isPart'>> {
  const named = andNamed(actor, 't.id', bind)
  const others = isPart(actor) ? 'true' : 'owner_id <> a.id'
  return typed(`${isPart(actor) ? profileDigest('a') : 'a.version'} as account,
  ${history} as history,
  (select coalesce(json_agg(json_build_array(t.id, t.version, ${rightsBits}) order by t.id), '[]')
    from ${accessFrom} where m.user_id = a.id and ${accessWhere}${named}) as trips,
  (select coalesce(json_agg(json_build_array(c.owner_id, c.version) order by c.owner_id), '[]')
    from (select owner_id, max(version) as version from category
      where ${others} and owner_id in (
        select y.user_id from ${accessFrom} join member y on y.trip_id = t.id and ${hasJoined('y')}
        where m.user_id = a.id and ${accessWhere}${named})
      group by owner_id) c) as categories`)
}

/** The versions of all that the actor sees. */
export async function readVersions(db: Queryable, actor: KeyHolder): Promise<Versions> {
  const { values, bind } = binder(1)
  const versions = versionsOf(actor, bindingOnce(bind))
  const text = (columns: string) =>
    `select ${columns} from account a cross join history h where a.id = $1`
  const [found] = await rowsOf(short(db), versions, text, [actor.id, ...values])
  if (!found) throw new Error('the account is gone, or the history of the database')
  const left = ~lackingBits(actor)
  const trips = found.trips.map(([id, version, rights]): Versions['trips'][number] => {
    return [id, version, rights & left]
  })
  return { ...found, trips, isPart: isPart(actor) }
}
