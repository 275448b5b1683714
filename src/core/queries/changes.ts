/**
 * What has changed for an account (B2): the versions that a copy is compared with, and the objects
 * of one place, a trip or an account, in the order of their versions.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { accessFrom, accessWhere, hasJoined, isPro } from '../access.ts'
import { parentKinds } from '../parent-kinds.ts'
import { capabilities } from '../rights.ts'
import { type Answer, joinedTo, type Row, withGuests } from '../store/answers.ts'
import { kinds, type RowKind, tripOf } from '../store/kinds.ts'
import { visible } from '../store/reads.ts'
import { prepared, rowsOf, typed } from '../store/rows.ts'
import { history } from '../store/viewer.ts'

/** The kinds of objects below an account or a trip, in the order of equal versions. */
export const objectKinds: readonly string[] = [
  ...['category', 'favorite', 'collaborator'],
  ...kinds.map(({ name }) => name),
  ...['document', 'email'],
]

/**
 * The rights of a member as bits, and whether documents are seen, which needs an owner who is Pro.
 * The bits of others do not show whether the owner is: a reset would reveal it.
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

/** What of a trip is seen with these rights. */
export const sees = {
  expenses: (rights: number) => (rights & bitOf('canSeeExpenses')) > 0,
  invitees: (rights: number) => (rights & bitOf('canAddGuests')) > 0,
  documents: (rights: number) => (rights & documentsBit) > 0,
}

/** What can be compared with a position, by one statement. */
export interface Versions {
  account: number
  /** The database and its history; another one after a restore, or a promotion in PostgreSQL. */
  history: string
  /** By ascending id. */
  trips: [id: number, version: number, rights: number][]
  /** The categories of those who share an active trip with the account, by ascending account. */
  categories: [accountId: number, version: number][]
}

const versions = typed<Versions>(`a.version as account,
  ${history} as history,
  (select coalesce(json_agg(json_build_array(t.id, t.version, ${rightsBits}) order by t.id), '[]')
    from ${accessFrom} where m.user_id = a.id and ${accessWhere}) as trips,
  (select coalesce(json_agg(json_build_array(c.owner_id, c.version) order by c.owner_id), '[]')
    from (select owner_id, max(version) as version from category
      where owner_id <> a.id and owner_id in (
        select y.user_id from ${accessFrom} join member y on y.trip_id = t.id and ${hasJoined('y')}
        where m.user_id = a.id and ${accessWhere})
      group by owner_id) c) as categories`)

/** The versions of all that the account sees. */
export async function readVersions(db: Queryable, accountId: number): Promise<Versions> {
  const text = (columns: string) =>
    `select ${columns} from account a cross join history h where a.id = $1`
  const [found] = await rowsOf(db, versions, text, [accountId])
  if (!found) throw new Error('the account is gone, or the history of the database')
  return found
}

/** An object in the order of changes. */
export interface Changed {
  version: number
  kind: number
  id: number
}

/** The objects of a place that come after a cursor. */
export interface Rest {
  id: number
  /** The viewer. */
  accountId: number
  rights: number
  after: readonly [version: number, kind: number, id: number]
}

const one = (name: string, columns: string) =>
  `select ${objectKinds.indexOf(name)} as kind, ${columns}`

/**
 * SQL: the version at which a row `c` of a trip `t`, or the person shown as its owner, last
 * changed; of an owner on the roster, `o`, at the latest when any person did.
 */
const withOwner = 'greatest(c.version, least(o.version, t.people_version))'

/** SQL: the objects of the trip `$1` that are seen with these rights. */
function ofTrip(rights: number): string {
  const invitees = sees.invitees(rights) ? '' : `and ${hasJoined('c')}`
  const owned = (place: string) =>
    `trip t join ${place} = t.id left join member o on o.trip_id = t.id and o.user_id = c.owner_id`
  return [
    one(
      'collaborator',
      `c.user_id as id, c.version from member c where c.trip_id = $1 ${invitees}`,
    ),
    ...kinds
      .filter(({ name }) => name !== 'expense' || sees.expenses(rights))
      .map((kind) => {
        const version = kind.name === 'expense' ? 'c.version' : withOwner
        return one(
          kind.name,
          `c.id, ${version} as version from ${owned(`${kind.name} c on c.trip_id`)}
          where t.id = $1 and c.deleted_at is null and ${visible(kind, '$1', '$2')}`,
        )
      }),
    ...(sees.documents(rights)
      ? [
          one(
            'document',
            `c.id, ${withOwner} as version from ${owned('document c on c.at_trip')}
            where t.id = $1`,
          ),
          one('email', 'c.id, c.version from email c where c.at_trip = $1'),
        ]
      : []),
  ].join(' union all ')
}

const ofCategories = one(
  'category',
  'c.id, c.version from category c where c.owner_id = $1 and c.deleted_at is null',
)
const ofAccount = [
  ofCategories,
  one('favorite', 'c.id, c.version from favorite c where c.user_id = $1'),
  one(
    'email',
    `c.id, c.version from email c where c.owner_id = $1 and c.deleted_at is null
      and not c.parsed_successfully
      and num_nonnulls(${parentKinds.map((kind) => `c.${kind}_id`).join(', ')}) = 0`,
  ),
].join(' union all ')

type Place = 'account' | 'categories' | 'trip'

const textOf = (place: Place, rights: number) =>
  ({ account: ofAccount, categories: ofCategories, trip: ofTrip(rights) })[place]

/** The next objects of a place, at most so many. */
export function readChanged(
  db: Queryable,
  place: Place,
  { id, accountId, rights, after }: Rest,
  max: number,
): Promise<Changed[]> {
  const values = [id, accountId, ...after, max]
  const text = `select kind, id, version from (${textOf(place, rights)}) c
    where (version, kind, id) > ($3::int, $4::int, $5::int) and $2::int is not null
    order by version, kind, id limit $6::int`
  return db.query<Changed>(prepared(text, values))
}

/** An object that has left a place. */
export interface Departed {
  /** Of the departure, which is not the object's. */
  id: number
  version: number
  kind: string
  objectId: number
  entered: number
  changed: number
}

const placeColumns = { account: 'account_id', categories: 'account_id', trip: 'trip_id' } as const

interface Since {
  id: number
  /** The version and the id of the last departure. */
  since: readonly [number, number]
  entered: number
  /** The kinds of departures that the viewer sees. */
  kinds: readonly string[]
}

/**
 * What has left a place since a departure, in its order, at most so many: only what had entered by
 * this version, for all else was never sent.
 */
export function readDeparted(
  db: Queryable,
  place: Place,
  { id, since, entered, kinds }: Since,
  max: number,
): Promise<Departed[]> {
  const text = `select id, version, kind, object_id as "objectId", entered, changed from departure
    where ${placeColumns[place]} = $1 and (version, id) > ($2::int, $3::int) and entered <= $4
      and kind = any ($5::text[])
    order by version, id limit $6::int`
  return db.query<Departed>(prepared(text, [id, ...since, entered, kinds, max]))
}

/** The categories of an account that a copy holds at this version, after an id, at most so many. */
export async function readHeldCategories(
  db: Queryable,
  { id, version, after }: { id: number; version: number; after: number },
  max: number,
): Promise<number[]> {
  const text = `select id from (
      select id from category where owner_id = $1 and deleted_at is null and entered <= $2
      union select object_id from departure
        where account_id = $1 and kind = 'category' and entered <= $2 and version > $2) c
    where id > $3 order by id limit $4::int`
  const rows = await db.query<{ id: number }>(prepared(text, [id, version, after, max]))
  return rows.map((row) => row.id)
}

/** The version at which a person who is shown in a trip last changed. */
export async function readPeopleVersion(db: Queryable, tripId: number): Promise<number> {
  const text = 'select people_version as version from trip where id = $1'
  const [found] = await db.query<{ version: number }>(prepared(text, [tripId]))
  return found?.version ?? 0
}

/** Trips, or items of one kind, that are still there and that the viewer sees. */
export async function readRowsOf<N extends RowKind['name']>(
  db: Queryable,
  kind: RowKind<N>,
  { ids, viewer }: { ids: readonly number[]; viewer: number },
  answer: Answer<N>,
): Promise<Row<N>[]> {
  const text = (columns: string) => `select ${columns} from ${kind.name} c ${joinedTo(answer)}
    where c.id = any ($1::int[]) and c.deleted_at is null and ${visible(kind, tripOf(kind), '$2')}`
  return (await rowsOf(db, answer.columns, text, [ids, viewer])).map(withGuests)
}
