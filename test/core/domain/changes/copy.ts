/** A client that keeps a copy by `changes`, and what must hold of every page that it gets (B2). */
import type { Account } from '../../../../src/core/store/viewer.ts'
import { type CopyKind, changesQuery, kinds, plain, types } from './selection.ts'
import type { Stage } from './stage.ts'

/** An object as the copy holds it; a trip belongs to itself. */
export interface CopyRow {
  __typename: string
  id: number
  tripId?: number | null
  version: number
  [field: string]: unknown
}

export interface Destroyed {
  kind: CopyKind
  id: number
  tripId: number | null
}

export interface ChangesAnswer {
  position: string
  hasMore: boolean
  resetAll: boolean
  reset: number[]
  destroyed: Destroyed[]
  changed: CopyRow[]
}

/** What is wrong with an answer. */
export class Violation extends Error {}

const kindOf = new Map(kinds.map((kind) => [types[kind] as string, kind]))
/** The trip that an object belongs to; null for what belongs to an account. */
export const tripOf = (one: CopyRow) => (one.__typename === 'Trip' ? one.id : (one.tripId ?? null))

/** What identifies an object in a copy: type and id; a collaborator's id is the user's. */
export function keyOf(one: CopyRow): string {
  const { __typename, id, tripId } = one
  return __typename === 'Collaborator' ? `${__typename} ${tripId} ${id}` : `${__typename} ${id}`
}

/** Objects that were sent and neither destroyed nor reset since, each with the trip it was in. */
type Sent = ReadonlyMap<string, number | null>
const sentKey = (kind: CopyKind, id: number, tripId: number | null) => `${kind} ${id} ${tripId}`

/** Where a copy stands: what the server knows of it. */
interface Standing {
  position: string | undefined
  sent: Sent
}

/** What was sent, after a page as well; throws where the page tells what it must not. */
function sentAfter(before: Sent, page: ChangesAnswer): Sent {
  const { resetAll, reset, destroyed, changed } = page
  if (resetAll && (reset.length > 0 || destroyed.length > 0)) {
    throw new Violation(`beside resetAll: ${JSON.stringify({ reset, destroyed })}`)
  }
  const sent = new Map(resetAll ? [] : before)
  const forget = (trip: number) => {
    for (const [key, of] of sent) if (of === trip) sent.delete(key)
  }
  for (const trip of reset) {
    if (![...sent.values()].includes(trip)) throw new Violation(`reset of trip ${trip}, not held`)
    forget(trip)
  }
  for (const { kind, id, tripId } of destroyed) {
    const key = sentKey(kind, id, kind === 'TRIP' ? id : tripId)
    if (!sent.delete(key)) throw new Violation(`destroyed, but never sent: ${key}`)
    if (kind === 'TRIP') forget(id)
  }
  for (const one of changed) {
    sent.set(sentKey(kindOf.get(one.__typename) as CopyKind, one.id, tripOf(one)), tripOf(one))
  }
  return sent
}

/** How a client asks: what it does with the answer is its own matter. */
export type PageFate = 'applied' | 'lost' | 'twice'

export class KeptCopy {
  readonly reader: () => Account
  readonly #stage: Stage
  held = new Map<string, CopyRow>()
  #standing: Standing = { position: undefined, sent: new Map() }
  /** Pages since the copy last had everything, newest last. */
  recent: ChangesAnswer[] = []

  readonly #say: (line: string) => void

  constructor(stage: Stage, reader: () => Account, say: (line: string) => void = () => {}) {
    this.#say = say
    this.#stage = stage
    this.reader = reader
  }

  get position(): string | undefined {
    return this.#standing.position
  }

  /** One page, which is applied, or never arrives, or arrives after it was asked for twice. */
  async page(first: number, asking: PageFate = 'applied'): Promise<ChangesAnswer> {
    const asked = this.#standing
    const page = await this.#ask(first, asked)
    if (asking === 'lost') return page
    this.#apply(page, asked)
    if (asking === 'applied') return page
    const again = await this.#ask(first, asked)
    // In between, the clock alone may have ended a Pro subscription. The other answer then follows
    // from a position that the copy no longer holds (schema/changes.md).
    if (again.position !== page.position) return page
    this.#apply(again, asked)
    return again
  }

  async #ask(first: number, { position, sent }: Standing): Promise<ChangesAnswer> {
    const variables = { since: position, first }
    const { data, errors } = await this.#stage.run(this.reader(), changesQuery(), variables)
    if (errors.some(({ code }) => code === 'undefined')) throw new Error(JSON.stringify(errors))
    if (errors.length > 0) throw new Violation(`errors: ${JSON.stringify(errors)}`)
    const page = data.changes as ChangesAnswer
    page.changed = page.changed.map(plain)
    this.#say(this.#told(page, first))
    const count = page.changed.length + page.destroyed.length
    if (count > first) throw new Violation(`${count} entries in a page of ${first}`)
    if (position === undefined && !page.resetAll) throw new Violation('no resetAll at first')
    sentAfter(sent, page)
    return page
  }

  #told({ hasMore, resetAll, reset, destroyed, changed }: ChangesAnswer, first: number): string {
    const sent = changed.map((one) => `${keyOf(one)} in ${tripOf(one)} v${one.version}`)
    const gone = destroyed.map(({ kind, id, tripId }) => `${kind} ${id} in ${tripId}`)
    const lists = JSON.stringify({ hasMore, resetAll, reset, destroyed: gone, changed: sent })
    return `${this.reader().username} asks for ${first}: ${lists}`
  }

  /** In the order of the protocol. */
  #apply(page: ChangesAnswer, { sent }: Standing): void {
    const { position, resetAll, reset, destroyed, changed } = page
    if (resetAll) this.held.clear()
    for (const trip of reset) this.#forget((one) => tripOf(one) === trip)
    for (const { kind, id, tripId } of destroyed) {
      if (kind === 'TRIP') this.#forget((one) => tripOf(one) === id)
      else {
        const isIt = (one: CopyRow) => one.__typename === types[kind] && one.id === id
        this.#forget((one) => isIt(one) && tripOf(one) === tripId)
      }
    }
    for (const one of changed) this.held.set(keyOf(one), one)
    this.#standing = { position, sent: sentAfter(sent, page) }
    this.recent.push(page)
  }

  #forget(isForgotten: (one: CopyRow) => boolean): void {
    for (const [key, one] of this.held) if (isForgotten(one)) this.held.delete(key)
  }

  /** Applies pages until there are no more; throws where they do not end. */
  async catchUp(size: () => number): Promise<void> {
    this.recent = []
    for (let pages = 0; ; pages += 1) {
      if (pages > 2_000) throw new Violation('pages without end')
      const { hasMore } = await this.page(size())
      if (!hasMore) return
    }
  }
}
