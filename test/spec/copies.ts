/** A client that keeps a copy by `changes` (B2), as schema/changes.md says. */
import { expect } from 'vitest'
import { as } from '../client.ts'
import type { Person } from '../world.ts'
import { changesDocument } from './changes-document.ts'

export interface CopiedObject {
  __typename: string
  id: number
  tripId?: number
  inTrip?: number | null
  name?: string
  version: number
  [field: string]: unknown
}

export interface CopiedPage {
  position: string
  hasMore: boolean
  resetAll: boolean
  reset: number[]
  destroyed: { kind: string; id: number; tripId: number | null }[]
  changed: CopiedObject[]
}

/** One page, which must be answered without errors. */
export async function page(person: Person, since: string | null, first = 100): Promise<CopiedPage> {
  const { data, errors } = await as(person).graphql(changesDocument, { since, first })
  expect(errors).toEqual([])
  return (data as { changes: CopiedPage }).changes
}

const placeOf = ({ tripId, inTrip }: CopiedObject) => tripId ?? inTrip ?? null
const keyOf = (object: CopiedObject) => {
  const kind = object.__typename.toUpperCase()
  return kind === 'COLLABORATOR' ? `${kind} ${object.tripId} ${object.id}` : `${kind} ${object.id}`
}

/** A copy, and how it is brought up to date. */
export class Copy {
  readonly objects = new Map<string, CopiedObject>()
  readonly pages: CopiedPage[] = []
  position: string | null = null
  readonly person: Person

  constructor(person: Person) {
    this.person = person
  }

  /** Applies pages of this size until there are no more; returns what they said. */
  async follow(first = 100): Promise<CopiedPage[]> {
    const pages: CopiedPage[] = []
    for (let hasMore = true; hasMore; ) {
      const next = await page(this.person, this.position, first)
      this.apply(next)
      pages.push(next)
      hasMore = next.hasMore
      expect(pages.length).toBeLessThan(1_000)
    }
    return pages
  }

  apply({ resetAll, reset, destroyed, changed, position }: CopiedPage): void {
    if (resetAll) this.objects.clear()
    for (const trip of reset) this.#forgetTrip(trip)
    for (const { kind, id, tripId } of destroyed) {
      const key = kind === 'COLLABORATOR' ? `${kind} ${tripId} ${id}` : `${kind} ${id}`
      const held = this.objects.get(key)
      if (kind === 'TRIP') this.#forgetTrip(id)
      else if (held && placeOf(held) === tripId) this.objects.delete(key)
    }
    for (const object of changed) this.objects.set(keyOf(object), object)
    this.position = position
  }

  /** The objects of a type. */
  all(type: string): CopiedObject[] {
    return [...this.objects.values()].filter(({ __typename }) => __typename === type)
  }

  #forgetTrip(trip: number): void {
    for (const [key, object] of this.objects) {
      const isIt = object.__typename === 'Trip' && object.id === trip
      if (isIt || placeOf(object) === trip) this.objects.delete(key)
    }
  }
}

/** A copy that has just been made. */
export async function newCopy(person: Person): Promise<Copy> {
  const copy = new Copy(person)
  await copy.follow()
  return copy
}

/** The objects of a first copy, in pages of the largest size. */
export async function firstCopy(client: Pick<ReturnType<typeof as>, 'graphql'>) {
  const found: CopiedObject[] = []
  for (let [since, hasMore]: [string | null, boolean] = [null, true]; hasMore; ) {
    const { data, errors } = await client.graphql(changesDocument, { since, first: 500 })
    expect(errors).toEqual([])
    const page = data?.changes as CopiedPage
    found.push(...page.changed)
    since = page.position
    hasMore = page.hasMore
  }
  return found
}
