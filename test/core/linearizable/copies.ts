/** A copy of what a user may see, kept by `changes`, as a reader of all trips. */
import type { ChangedObject, HistoryBody } from './bodies.ts'
import type { AnsweredRequest, ShownRight, TripNumber, View } from './operation.ts'
import { eachOnce, type HistoryRequest, itemsIn } from './requests.ts'
import type { HistoryScene } from './scene.ts'

const query = `query ($since: String) { changes(since: $since, first: 500) {
  position hasMore resetAll reset destroyed { kind id tripId }
  changed { __typename
    ... on Trip { id name version }
    ... on Activity { id tripId internalIdentifier name version }
    ... on Collaborator { id tripId permissions { isOwner canEdit } } } } }`

const kinds: Record<string, string> = {
  ...{ TRIP: 'Trip', ACTIVITY: 'Activity', COLLABORATOR: 'Collaborator' },
}

type KeyParts = { __typename: string; id: number; tripId?: number | null }

export class ReadingCopy {
  readonly #scene: HistoryScene
  #position: string | undefined
  /** By kind and id; a collaborator also by the trip. */
  #held = new Map<string, ChangedObject>()

  constructor(scene: HistoryScene) {
    this.#scene = scene
  }

  request(): HistoryRequest {
    const variables = { since: this.#position }
    return { method: 'POST', path: '/graphql', body: { query, variables } }
  }

  /** Applies a page; whether there are more. */
  apply({ data }: HistoryBody): boolean {
    const { position, hasMore, resetAll, reset, destroyed, changed } = data.changes
    if (resetAll) this.#held.clear()
    for (const trip of reset) this.#forget(trip)
    for (const { kind, id, tripId } of destroyed) {
      if (kind === 'TRIP') this.#forget(id)
      else if (kinds[kind]) {
        const key = keyOf({ __typename: kinds[kind], id, tripId })
        if (this.#held.get(key)?.tripId === tripId) this.#held.delete(key)
      }
    }
    for (const one of changed) if (one.id !== undefined) this.#held.set(keyOf(one), one)
    this.#position = position
    return hasMore
  }

  #forget(trip: number): void {
    for (const [key, one] of this.#held) {
      if ((one.__typename === 'Trip' ? one.id : one.tripId) === trip) this.#held.delete(key)
    }
  }

  /** What the copy holds of a trip. */
  of(number: TripNumber): AnsweredRequest {
    const id = this.#scene.trips[number]
    const trip = this.#held.get(`Trip ${id}`)
    if (!trip) return { status: 'missing' }
    const held = [...this.#held.values()].filter(({ tripId }) => tripId === id)
    const items = itemsIn(held.filter(({ __typename }) => __typename === 'Activity'))
    const members = held
      .filter(
        ({ __typename, permissions }) => __typename === 'Collaborator' && !permissions.isOwner,
      )
      .map((one): [string, ShownRight] => {
        return [this.#scene.nameOf(one.id), one.permissions.canEdit ? 'e' : 'v']
      })
    const view: View = { version: trip.version, title: trip.name, items }
    return { status: 'ok', view: { ...view, members: eachOnce(members) } }
  }
}

function keyOf({ __typename, id, tripId }: KeyParts): string {
  return __typename === 'Collaborator' ? `${__typename} ${tripId} ${id}` : `${__typename} ${id}`
}
