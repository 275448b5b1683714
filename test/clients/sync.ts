/** A client that keeps a copy by REST alone, round by round, as rest-facade/rest.md says. */
import { expect } from 'vitest'
import { type AnswerBody, as, type ClientAnswer } from '../client.ts'
import type { Person } from '../world.ts'

/** The lists of a trip; expenses are read in v1, and have no tombstones. */
const lists = ['hostings', 'activities', 'transportations', 'expenses'] as const

/** What a list holds, by ID. */
export type Kept = Map<number, AnswerBody>

export interface SyncedCopy {
  trips: Kept
  /** By trip and list: `7/hostings`. */
  items: Map<string, Kept>
}

const pathOf = (trip: number, list: (typeof lists)[number]) =>
  `/${list === 'expenses' ? 'v1' : 'v2'}/trip/${trip}/${list}`

/** All pages of a list; none where it is not permitted. */
async function everyPage(
  person: Person,
  path: string,
): Promise<{ first: ClientAnswer; all: AnswerBody[] }> {
  const first = await as(person).get(path)
  const all = [...(first.json.results ?? [])]
  let { next } = first.json
  while (next) {
    const { pathname, search } = new URL(next)
    const { json } = await as(person).get(pathname + search)
    // The lists have moved: once more from the first page.
    if (json.count !== first.json.count) return everyPage(person, path)
    all.push(...json.results)
    next = json.next
  }
  return { first, all }
}

/** Everything that a person may see of trips and items, read without a copy. */
export async function everything(person: Person): Promise<SyncedCopy> {
  const { all } = await everyPage(person, '/v2/trips')
  const copy: SyncedCopy = { trips: new Map(all.map((trip) => [trip.id, trip])), items: new Map() }
  for (const { id } of all) {
    for (const list of lists) {
      const items = await everyPage(person, pathOf(id, list))
      copy.items.set(`${id}/${list}`, new Map(items.all.map((item) => [item.id, item])))
    }
  }
  return copy
}

export class Syncing {
  readonly copy: SyncedCopy = { trips: new Map(), items: new Map() }
  readonly #person: Person
  readonly #rights = new Map<number, string>()
  #since: Date | undefined

  constructor(person: Person) {
    this.#person = person
  }

  async round(): Promise<void> {
    const since = this.#since ? `?updatedSince=${this.#since.toISOString()}` : ''
    const { first, all: trips } = await everyPage(this.#person, `/v2/trips${since}`)
    expect(first.status).toBe(200)
    const deleted = await everyPage(this.#person, `/v2/trips${since || '?'}&deleted=true`)
    for (const { id } of deleted.all) this.#forget(id)
    for (const trip of [...this.copy.trips.values()]) {
      const isJoined = trip.owner !== this.#person.id
      if (isJoined && !trips.some(({ id }) => id === trip.id)) this.#forget(trip.id)
    }
    for (const trip of trips) await this.#readTrip(trip)
    this.#since = new Date(first.headers.date ?? '')
  }

  async #readTrip(trip: AnswerBody): Promise<void> {
    this.copy.trips.set(trip.id, trip)
    const roster = await everyPage(this.#person, `/v1/trip/${trip.id}/collaborators`)
    const own = roster.all.find(({ id }) => id === this.#person.id)
    const rights = JSON.stringify(own?.permissions)
    const isSame = this.#rights.get(trip.id) === rights
    this.#rights.set(trip.id, rights)
    const overlap = this.#since && new Date(this.#since.valueOf() - 60_000).toISOString()
    const since = overlap && isSame ? `?updatedSince=${overlap}` : ''
    for (const list of lists) {
      const path = pathOf(trip.id, list)
      const items: Kept = this.copy.items.get(`${trip.id}/${list}`) ?? new Map()
      for (const item of (await everyPage(this.#person, path + since)).all) items.set(item.id, item)
      const { all } = await everyPage(this.#person, `${path}?fields=id`)
      const there = new Set(all.map(({ id }) => id))
      for (const id of items.keys()) if (!there.has(id)) items.delete(id)
      this.copy.items.set(`${trip.id}/${list}`, items)
    }
  }

  #forget(trip: number): void {
    this.copy.trips.delete(trip)
    this.#rights.delete(trip)
    for (const list of lists) this.copy.items.delete(`${trip}/${list}`)
  }
}
