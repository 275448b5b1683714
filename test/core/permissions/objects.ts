/** What the makers of objects share, and children of trips in every state; see object-maker.ts. */
import { activity, allKinds, hosting, type TestKind } from '../../spec/kinds.ts'
import { insert } from '../../sync.ts'
import type { Person } from '../../world.ts'
import { canary, price } from './canary.ts'
import { type Acquaintance, type Principal, places, type TripPlace } from './principals.ts'
import type { MatrixRow, ObjectName } from './rows.ts'
import { impossible } from './states.ts'

/** Which object is wanted. */
export interface MadeObject {
  name: ObjectName
  state: string
  /** The trip that the path names: an id, or an unknown one. */
  trip: string
  /** The parent, for documents and emails; the trip where it is left out. */
  parent?: { kind: NonNullable<MatrixRow['under']>; id: number; state: string }
  asker: Principal
  /** The object is used up, and must be a new one. */
  anew: boolean
}

export interface ObjectScene {
  trips: Record<TripPlace, number>
  person: (name: Acquaintance) => Person
  number: number
}

/** Where the ids of one collection begin that no other has, one range for each kind that looks. */
const lonely: Partial<Record<ObjectName, number>> = {
  hosting: 1_800_000_000,
  activity: 1_820_000_000,
  transportation: 1_840_000_000,
  expense: 1_860_000_000,
}

/** A row of a kind, by SQL. */
export async function rowOf(
  kind: TestKind,
  tripId: number | string,
  owner: Person,
  more: Record<string, unknown> = {},
): Promise<number> {
  const values = { ...kind.least, trip_id: Number(tripId), owner_id: owner.id, ...more }
  if (kind.one === 'expense') Object.assign(values, { date: '2031-04-19T19:30:00Z' })
  const currency = kind.one === 'expense' ? { currency: 'EUR' } : {}
  const [id] = await insert(kind.one, { ...currency, ...values })
  return id as number
}

const deletedAt = '2031-01-01T00:00:00Z'
export const gone = (state: string) => (state.startsWith('gone') ? { deleted_at: deletedAt } : {})

/** The trip of an object in that state; that of the path unless the state names another. */
export function placeOf(
  { trips }: Pick<ObjectScene, 'trips'>,
  { state, trip }: Pick<MadeObject, 'state' | 'trip'>,
): number {
  const other: Record<string, TripPlace> = {
    'of another trip': 'another',
    'of an unpaid trip': 'unpaid',
    'of a strange trip': 'strange',
    'of a deleted trip': 'deleted',
  }
  const named = other[state]
  if (named) return trips[named]
  const isReal = Number(trip) > 0 && !Object.values(impossible).includes(trip)
  return isReal ? Number(trip) : trips.active
}

export async function child(scene: ObjectScene, found: MadeObject): Promise<number> {
  const { name, state } = found
  const kind = allKinds.find(({ one }) => one === name) as TestKind
  const tripId = placeOf(scene, found)
  const olga = scene.person('olga')
  const place = places.find((known) => scene.trips[known] === tripId) ?? 'active'
  if (state === 'of another kind') {
    // An id that only the other collection has.
    const sibling = name === 'hosting' ? activity : hosting
    return rowOf(sibling, tripId, olga, { id: (lonely[name] ?? 0) + tripId })
  }
  const money = { price, currency: canary(scene.number, 'money', place) }
  return rowOf(kind, tripId, olga, { ...money, ...gone(state) })
}
