/** The objects of the matrix, each kind in every state that a path may name. */
import { activity, allKinds, hosting, type Kind } from '../spec/kinds.ts'
import { fresh, one } from '../spec/persons.ts'
import { insert, insertEmail } from '../sync.ts'
import type { Person } from '../world.ts'
import { canary } from './canary.ts'
import { impossible, ownerIn } from './cells.ts'
import { type Acquaintance, type Place, type Principal, places } from './principals.ts'
import type { ObjectName } from './rows.ts'

/** Which object is wanted. */
export interface Found {
  name: ObjectName
  state: string
  /** The trip as the path names it: an id, or one that nothing has. */
  trip: string
  /** What it hangs on, for documents and emails: a column and an id. */
  parent?: [string, string]
  asker: Principal
  /** It is used up, and must be a new one. */
  anew: boolean
}

export interface Scene {
  trips: Record<Place, number>
  person: (name: Acquaintance) => Person
  number: number
}

/** Where ids begin that one collection has and no other, apart for each kind that looks. */
const lonely: Partial<Record<ObjectName, number>> = {
  hosting: 1_800_000_000,
  activity: 1_820_000_000,
  transportation: 1_840_000_000,
  expense: 1_860_000_000,
}

/** A row of a kind, by SQL. */
export async function rowOf(
  kind: Kind,
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
const gone = (state: string) => (state.startsWith('gone') ? { deleted_at: deletedAt } : {})

/** The trip of an object in that state; the one of the path unless the state says another. */
function placeOf({ trips }: Scene, { state, trip }: Found): number {
  const other: Record<string, Place> = {
    'of another trip': 'another',
    'of a strange trip': 'strange',
    'of a deleted trip': 'deleted',
  }
  const named = other[state]
  if (named) return trips[named]
  const isReal = Number(trip) > 0 && !Object.values(impossible).includes(trip)
  return isReal ? Number(trip) : trips.active
}

async function child(scene: Scene, found: Found): Promise<number> {
  const { name, state } = found
  const kind = allKinds.find(({ one }) => one === name) as Kind
  const tripId = placeOf(scene, found)
  const olga = scene.person('olga')
  const place = places.find((known) => scene.trips[known] === tripId) ?? 'active'
  if (state === 'of another kind') {
    // An id that only the other collection has.
    const sibling = name === 'hosting' ? activity : hosting
    return rowOf(sibling, tripId, olga, { id: (lonely[name] ?? 0) + tripId })
  }
  const money = { price: 918273.5, currency: canary(scene.number, 'money', place) }
  return rowOf(kind, tripId, olga, { ...money, ...gone(state) })
}

async function category({ person, number }: Scene, { state }: Found): Promise<number> {
  const owner = ownerIn(state)
  const values = { slug: fresh('slug'), name: canary(number, 'category', owner), ...gone(state) }
  const [id] = await insert('category', { owner_id: person(owner).id, ...values })
  return id as number
}

/** A record between the asker or a stranger and somebody new; a confirmed one is on both sides. */
async function favorite({ person }: Scene, { state, asker }: Found): Promise<number> {
  const self = (state !== 'of others' && person(asker)) || (await one('nils'))
  const other = await one('nora')
  const ask = async (by: Person, of: Person) => {
    const pending = state !== 'mine'
    const values = { user_id: by.id, email: of.email, favorite_user_id: of.id, pending }
    return (await insert('favorite', values))[0] as number
  }
  if (state === 'mine') await ask(other, self)
  return state === 'asked of me' ? ask(other, self) : ask(self, other)
}

/** A document or an email, attached as asked. */
async function attached(scene: Scene, found: Found): Promise<number> {
  const olga = scene.person('olga')
  const isDirect = !found.parent || found.state.startsWith('of ')
  const parent = isDirect
    ? { trip_id: placeOf(scene, found) }
    : { [found.parent?.[0] as string]: Number(found.parent?.[1]) }
  if (found.name === 'email') return insertEmail(olga, parent, gone(found.state))
  const values = { owner_id: olga.id, title: 'Voucher', url: 'https://pages.example/voucher' }
  const [id] = await insert('document', { ...values, ...parent, ...gone(found.state) })
  return id as number
}

const makers: Record<ObjectName, (scene: Scene, found: Found) => Promise<number>> = {
  ...{ hosting: child, activity: child, transportation: child, expense: child },
  ...{ category, favorite, email: attached, document: attached },
}

/** Answers the id of an object; those that are not used up are made once. */
export function objectMaker(scene: Scene): (found: Found) => Promise<string> {
  const made = new Map<string, string>()
  return async (found) => {
    const { name, state, trip, parent, asker, anew } = found
    if (state in impossible) return impossible[state as keyof typeof impossible]
    const relative = name === 'favorite' ? asker : ''
    const key = [name, state, state === 'live' ? trip : '', parent, relative].join()
    // What only another kind has is not there, and cannot be used up.
    const old = anew && state !== 'of another kind' ? undefined : made.get(key)
    const id = old ?? String(await makers[name](scene, found))
    if (!anew || state === 'of another kind') made.set(key, id)
    return id
  }
}
