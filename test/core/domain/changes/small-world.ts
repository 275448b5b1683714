/** A world in memory whose versions go as the database's do (B2). */
import type { PageSource, SentObject } from '../../../../src/core/domain/changes/page-source.ts'
import type { CopyPlace } from '../../../../src/core/domain/changes/places.ts'
import type { Cursor } from '../../../../src/core/domain/changes/position.ts'
import { type Departed, objectKinds } from '../../../../src/core/queries/changes.ts'
import { sees, type Versions } from '../../../../src/core/queries/versions.ts'

/** An object of a place. */
interface Thing {
  /** One of the kinds of objects; an invitee is a collaborator, too. */
  kind: string
  id: number
  version: number
  entered: number
  bytes: number
}

/** What changes together: the account, the categories of another one, or a trip. */
export interface Place {
  kind: 'account' | 'categories' | 'trip'
  id: number
  version: number
  rights: number
  /** The version at which a person shown in it last changed. */
  people: number
  isSeen: boolean
  things: Thing[]
  gone: Departed[]
}

export const allRights = 127
export const withoutExpenses = 127 - 4

/** The kind as it is sent. */
const shownAs = (kind: string) => (kind === 'invitee' ? 'collaborator' : kind)

/** Whether the viewer sees a kind of thing, or its departure, in a place. */
function isShown(kind: string, { kind: place, rights }: Pick<CopyPlace, 'kind' | 'rights'>) {
  if (place !== 'trip') return place === 'account' || kind === 'category'
  if (kind === 'expense') return sees.expenses(rights)
  if (kind === 'document' || kind === 'email') return sees.documents(rights)
  return kind !== 'invitee' || sees.invitees(rights)
}

const isAfter = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((value, nth) => value !== other[nth])
  return at >= 0 && (one[at] as number) > (other[at] as number)
}

let departures = 0

export class World {
  readonly places: Place[] = []
  history = 'one'
  /** Whether the viewer's key is a part of the account. */
  isPart = false

  add(kind: Place['kind'], id: number): Place {
    const rights = kind === 'trip' ? allRights : 0
    const place = { kind, id, version: 1, rights, people: 0, isSeen: true, things: [], gone: [] }
    this.places.push(place)
    return place
  }

  /** Puts a thing into a place, or changes it. */
  put(place: Place, kind: string, id: number, bytes = 1): void {
    place.version += 1
    const { version } = place
    const before = place.things.find((one) => one.kind === kind && one.id === id)
    if (before) Object.assign(before, { version, bytes })
    else place.things.push({ kind, id, version, entered: version, bytes })
  }

  /** Takes a thing out of a place. */
  remove(place: Place, { kind, id, entered, version: changed }: Thing): void {
    place.version += 1
    place.things = place.things.filter((one) => one.kind !== kind || one.id !== id)
    departures += 1
    const { version } = place
    const left = kind === 'collaborator' ? 'member' : kind
    place.gone.push({ id: departures, version, kind: left, objectId: id, entered, changed })
  }

  /** A person who is shown with everything in a trip has changed. */
  rename(place: Place): void {
    place.version += 1
    place.people = place.version
  }

  versions(): Versions {
    const seen = this.places.filter(({ isSeen }) => isSeen)
    const of = (kind: Place['kind']) => seen.filter((place) => place.kind === kind)
    return {
      account: of('account')[0]?.version ?? 1,
      isPart: this.isPart,
      history: this.history,
      trips: new Map(of('trip').map(({ id, version, rights }) => [id, { version, rights }])),
      categories: of('categories').map(({ id, version }) => [id, version]),
    }
  }

  #at({ kind, id }: Pick<CopyPlace, 'kind' | 'id'>): Place {
    return this.places.find((place) => place.kind === kind && place.id === id) as Place
  }

  /** What of a place is seen, in the order of changes. */
  shown({ kind, id, rights }: Pick<CopyPlace, 'kind' | 'id' | 'rights'>) {
    const { things, people } = this.#at({ kind, id })
    return things
      .filter((thing) => isShown(thing.kind, { kind, rights }))
      .map((thing) => {
        const at = objectKinds.indexOf(shownAs(thing.kind))
        const version = kind === 'trip' ? Math.max(thing.version, people) : thing.version
        return { ...thing, kind: at, version }
      })
      .sort((one, other) => (isAfter(placeOf(one), placeOf(other)) ? 1 : -1))
  }

  readonly source: PageSource = {
    changed: async (place, after, max) =>
      this.shown(place)
        .filter((thing) => isAfter(placeOf(thing), after))
        .slice(0, max),
    departed: async (place, { since, entered, kinds }, max) =>
      this.#at(place)
        .gone.filter(({ version, id }) => isAfter([version, id], since))
        .filter((one) => one.entered <= entered && kinds.includes(one.kind))
        .slice(0, max),
    heldCategories: async (id, version, after, max) => {
      const { things, gone } = this.#at({ kind: 'categories', id })
      const left = gone.filter((one) => one.version > version)
      return [...things, ...left.map(({ objectId, entered }) => ({ id: objectId, entered }))]
        .filter((one) => one.entered <= version && one.id > after)
        .map((one) => one.id)
        .sort((one, other) => one - other)
        .slice(0, max)
    },
    peopleVersion: async (id) => this.#at({ kind: 'trip', id }).people,
    weigh: async (sent) => sent.map((one) => this.#weightOf(one)),
  }

  #weightOf({ kind, id }: SentObject): number {
    const things = this.places.flatMap((place) => place.things)
    return things.find((one) => shownAs(one.kind) === kind && one.id === id)?.bytes ?? 1
  }
}

const placeOf = ({ version, kind, id }: { version: number; kind: number; id: number }): Cursor => [
  version,
  kind,
  id,
]

/** The account 1, categories of 2 and 3, the trips 11 and 12. */
export function furnished() {
  const world = new World()
  const account = world.add('account', 1)
  const [two, three] = [world.add('categories', 2), world.add('categories', 3)]
  const [trip, other] = [world.add('trip', 11), world.add('trip', 12)]
  world.put(account, 'category', 100)
  world.put(two, 'category', 200)
  for (const id of [11, 12]) world.put(id === 11 ? trip : other, 'collaborator', 1)
  world.put(trip, 'hosting', 300)
  world.put(trip, 'expense', 400)
  return { world, account, two, three, trip, other }
}
