/** Copies of a small world, which are kept by the pages that the service makes (B2). */
import { expect } from 'vitest'
import { makePage } from '../../../../src/core/domain/changes/page.ts'
import type { SentObject } from '../../../../src/core/domain/changes/page-source.ts'
import { openPosition, sealPosition } from '../../../../src/core/domain/changes/position.ts'
import { objectKinds } from '../../../../src/core/queries/changes.ts'
import type { World } from './small-world.ts'

/** A client's copy: what it holds, by kind and id, with the version that was sent. */
export class SmallCopy {
  readonly held = new Map<string, { tripId: number | null; version: number }>()
  /** All that it was ever sent, with the trip. */
  readonly #sent = new Set<string>()
  position: string | undefined
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Takes the next page, as schema/changes.md says; returns it. */
  async next(limits = { objects: 500, bytes: 1_000_000 }) {
    const world = this.#world
    const binding = { accountId: 1, sight: '', history: world.history }
    const since = this.position && openPosition('secret', binding, this.position)
    const page = await makePage(1, world.source, world.versions(), since || undefined, limits)
    if (page.resetAll) this.held.clear()
    for (const id of page.reset) this.#forgetTrip(id)
    for (const { kind, id, tripId } of page.destroyed) {
      const key = keyOf(kind, id, tripId)
      // What a copy was never sent is not mentioned (schema/changes.md).
      if (kind !== 'trip') expect(this.#sent).toContain(`${key} in ${tripId}`)
      if (kind === 'trip') this.#forgetTrip(id)
      else if (this.held.get(key)?.tripId === tripId) this.held.delete(key)
    }
    for (const one of page.changed) {
      const tripId = one.kind === 'trip' ? one.id : one.tripId
      this.#sent.add(`${keyOf(one.kind, one.id, tripId)} in ${tripId}`)
      this.held.set(keyOf(one.kind, one.id, tripId), { tripId, version: this.#versionOf(one) })
    }
    this.position = sealPosition('secret', binding, page.held)
    return page
  }

  #forgetTrip(id: number): void {
    for (const [key, { tripId }] of this.held) if (tripId === id) this.held.delete(key)
  }

  #versionOf({ kind, id, tripId, rights }: SentObject): number {
    const { places } = this.#world
    if (kind === 'user' || kind === 'trip') return 0
    const of = places.filter((place) =>
      tripId === null ? place.kind !== 'trip' : place.id === tripId,
    )
    const shown = of.flatMap((place) => this.#world.shown({ ...place, rights }))
    return shown.find((one) => objectKinds[one.kind] === kind && one.id === id)?.version ?? -1
  }

  /** What a complete copy holds. */
  expected() {
    const all = this.#world.places.flatMap((place) => {
      const tripId = place.kind === 'trip' ? place.id : null
      if (!place.isSeen) return []
      const head = { account: 'user', trip: 'trip', categories: undefined }[place.kind]
      const things = this.#world
        .shown(place)
        .map(
          ({ kind, id, version }) =>
            [keyOf(objectKinds[kind] as string, id, tripId), { tripId, version }] as const,
        )
      const itself = head ? [[keyOf(head, place.id, tripId), { tripId, version: 0 }] as const] : []
      return [...itself, ...things]
    })
    return new Map(all.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  inOrder() {
    return new Map([...this.held].sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}

const keyOf = (kind: string, id: number, tripId: number | null) =>
  kind === 'collaborator' ? `${kind} ${tripId} ${id}` : `${kind} ${id}`

export type SmallPage = Awaited<ReturnType<SmallCopy['next']>>
/** The objects of a page. */
export const sent = ({ changed }: SmallPage) => changed.map(({ kind, id }) => `${kind} ${id}`)
/** What a page destroys, and in which trip. */
export const destroyed = (page: SmallPage) =>
  page.destroyed.map(({ kind, id, tripId }) => `${kind} ${id} ${tripId}`)

/** Takes all pages, after which the copy holds what is seen; returns them. */
export async function complete(copy: SmallCopy, objects = 500, bytes = 1_000_000) {
  const pages = [await copy.next({ objects, bytes })]
  while (pages.at(-1)?.hasMore) {
    expect(pages.length).toBeLessThan(100)
    pages.push(await copy.next({ objects, bytes }))
  }
  expect(copy.inOrder()).toEqual(copy.expected())
  return pages
}

/** The page of a copy to which nothing is new. */
export const quiet = {
  resetAll: false,
  reset: [],
  destroyed: [],
  changed: [],
  hasMore: false,
  bytes: 0,
}
