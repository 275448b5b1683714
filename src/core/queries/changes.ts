/**
 * What has changed for an account (B2): the objects of one place, a trip or an account, by version,
 * and the objects that have left it.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { andNamed } from '../access.ts'
import type { KeyHolder } from '../narrowing.ts'
import { parentKinds } from '../parent-kinds.ts'
import { type Answer, joinedTo, type Row, withGuests } from '../store/answers.ts'
import { kinds, type RowKind, tripOf } from '../store/kinds.ts'
import { visible } from '../store/reads.ts'
import { type Bind, binder, bindingOnce, prepared, rowsOf } from '../store/rows.ts'
import { sees } from './versions.ts'

/** The kinds of objects of an account or a trip, in the order used for equal versions. */
export const objectKinds: readonly string[] = [
  'category',
  'favorite',
  'collaborator',
  ...kinds.map(({ name }) => name),
  'document',
  'email',
]

/** An object in the order of changes. */
export interface Changed {
  version: number
  kind: number
  id: number
}

/** The objects of a place that come after a cursor. */
interface Rest {
  id: number
  viewer: KeyHolder
  rights: number
  after: readonly [version: number, kind: number, id: number]
}

const one = (name: string, columns: string) =>
  `select ${objectKinds.indexOf(name)} as kind, ${columns}`

/**
 * SQL: the version at which a row `c` of a trip `t`, or its owner as shown, last changed. An owner
 * on the roster, `o`, counts as changed no later than any person did.
 */
const withOwner = 'greatest(c.version, least(o.version, t.people_version))'

/** SQL: the objects of the trip `$1` that the viewer sees with these rights. */
function ofTrip(rights: number, viewer: KeyHolder, bind: Bind): string {
  const invitees = sees.invitees(rights) ? '' : `and ${hasJoined('c')}`
  const owned = (place: string) =>
    `trip t join ${place} = t.id left join member o on o.trip_id = t.id and o.user_id = c.owner_id`
  return [
    one(
      'collaborator',
      `c.user_id as id, c.version from member c where c.trip_id = $1 ${invitees}`,
    ),
    ...kinds
      .filter(({ isMoney }) => !isMoney || sees.expenses(rights))
      .map((kind) => {
        const version = kind.isMoney ? 'c.version' : withOwner
        return one(
          kind.name,
          `c.id, ${version} as version from ${owned(`${kind.name} c on c.trip_id`)}
          where t.id = $1 and c.deleted_at is null and ${visible(kind, '$1', viewer, bind)}`,
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

function textOf(place: Place, { rights, viewer }: Rest, bind: Bind): string {
  if (place === 'trip') return ofTrip(rights, viewer, bindingOnce(bind))
  return place === 'account' ? ofAccount : ofCategories
}

/** The next objects of a place, at most `max`. */
export function readChanged(
  db: Queryable,
  place: Place,
  rest: Rest,
  max: number,
): Promise<Changed[]> {
  const { values, bind } = binder(5)
  const text = `select kind, id, version from (${textOf(place, rest, bind)}) c
    where (version, kind, id) > ($2::int, $3::int, $4::int)
    order by version, kind, id limit $5::int`
  return db.query<Changed>(prepared(text, [rest.id, ...rest.after, max, ...values]))
}

/** An object that has left a place. */
export interface Departed {
  /** The id of the departure, not of the object. */
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
  /** The version and the id of the last departure read. */
  since: readonly [number, number]
  entered: number
  /** The kinds of departures that the viewer sees. */
  kinds: readonly string[]
}

/**
 * What has left a place since a departure, in order, at most `max`. Excludes what entered after
 * this version, because it was never sent.
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

/** The categories of an account that a copy holds at this version, after an id, at most `max`. */
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

/** The version at which a person shown in a trip last changed. */
export async function readPeopleVersion(db: Queryable, tripId: number): Promise<number> {
  const text = 'select people_version as version from trip where id = $1'
  const [found] = await db.query<{ version: number }>(prepared(text, [tripId]))
  return found?.version ?? 0
}

/** The remaining trips, or items of one kind, that the viewer sees. */
export async function readRowsOf<N extends RowKind['name']>(
  db: Queryable,
  kind: RowKind<N>,
  { ids, viewer }: { ids: readonly number[]; viewer: KeyHolder },
  answer: Answer<N>,
): Promise<Row<N>[]> {
  const { values, bind } = binder(1)
  const tripId = tripOf(kind)
  const isVisible = `${visible(kind, tripId, viewer, bind)}${andNamed(viewer, tripId, bind)}`
  const text = (columns: string) => `select ${columns} from ${kind.name} c ${joinedTo(answer)}
    where c.id = any ($1::int[]) and c.deleted_at is null and ${isVisible}`
  return (await rowsOf(db, answer.columns, text, [ids, ...values])).map(withGuests)
}
