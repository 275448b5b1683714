/**
 * Makes a page of changes (B2): the objects to send, and the ids to forget. A copy holds a place up
 * to a version, or, if only begun, up to an object. Any later change comes later in the order of
 * versions, so nothing is missed.
 */
import { maxInt } from '../../../base/values.ts'
import { type Departed, objectKinds } from '../../queries/changes.ts'
import type { Versions } from '../../queries/versions.ts'
import { kindOf, seenDepartures, sentBefore } from './departures.ts'
import type { PageLimits, PageSource, SentObject } from './page-source.ts'
import { type CopyPlace, changedPlaces, heldOf, isStale, nothingOf } from './places.ts'
import { type Begun, type Cursor, nothingHeld, type Position } from './position.ts'

/** An object for the copy to forget. */
interface Forgotten {
  kind: string
  id: number
  tripId: number | null
}

export interface ChangesPage {
  resetAll: boolean
  reset: number[]
  destroyed: Forgotten[]
  changed: SentObject[]
  /** What the copy holds after the page. */
  held: Position
  hasMore: boolean
  /** The weight of `changed`. */
  bytes: number
}

/** It is unknown what the copy holds, so it must start over. */
class Unknown extends Error {}

class Page implements ChangesPage {
  resetAll = false
  hasMore = false
  reset: number[] = []
  destroyed: Forgotten[] = []
  changed: SentObject[] = []
  bytes = 0
  readonly held: Position
  readonly #source: PageSource
  readonly #limits: PageLimits

  constructor(source: PageSource, held: Position, limits: PageLimits) {
    this.#source = source
    this.#limits = limits
    const { account, categories, trips } = held
    this.held = { account, categories: new Map(categories), trips: new Map(trips) }
  }

  get #room(): number {
    return this.#limits.objects - this.destroyed.length - this.changed.length
  }

  /** Works through the places until the page is full. */
  async fill(places: readonly CopyPlace[], begun: Begun | undefined): Promise<void> {
    for (const place of places) {
      if (this.#room === 0) break
      const isBegun = begun?.kind === place.kind && begun.id === place.id
      this.held.begun = await this.#take(place, isBegun ? begun : undefined)
      if (this.held.begun) break
    }
  }

  /** What is left of a place for the next page, if anything. */
  async #take(place: CopyPlace, begun: Begun | undefined): Promise<Begun | undefined> {
    const { kind, id, rights, version, isLost } = place
    if (kind === 'lostCategories') return this.#forgetCategories(place, begun)
    if (kind === 'profile') return this.#sendProfile(place)
    if (isLost) {
      this.destroyed.push({ kind, id, tripId: null })
      this.held.trips.delete(id)
      return undefined
    }
    const before = begun ?? heldOf(place, this.held)
    const isUsable = before && before.rights === rights && before.version <= version
    if (before && !isUsable) {
      if (kind !== 'trip') throw new Unknown()
      this.reset.push(id)
    }
    const from = isUsable ? before : nothingOf(place)
    return (await this.#goOn(place, from)) ?? this.#end(place)
  }

  /** Records that the copy holds the whole place. */
  #end({ kind, id, version, rights }: CopyPlace): undefined {
    if (kind === 'trip') this.held.trips.set(id, { version, rights })
    else if (kind === 'account') this.held.account = version
    else this.held.categories.set(id, version)
  }

  /** Sends what comes after `from`; returns the place if it is left begun. */
  async #goOn(place: CopyPlace, from: Begun): Promise<Begun | undefined> {
    const { kind, id, version, rights } = place
    const begun: Begun = { ...from }
    const head = { account: 'user', trip: 'trip' }[kind as string]
    const marks = [this.destroyed.length, this.changed.length, this.bytes] as const
    if (begun.version !== version) {
      if (head) await this.#sendHead({ kind: head, id, tripId: null, rights })
      begun.version = version
    }
    if (!(await this.#sendDepartures(place, begun))) {
      // It is unknown what was sent of the place, so all of it is sent again.
      if (kind !== 'trip') throw new Unknown()
      this.destroyed.length = marks[0]
      this.changed.length = marks[1]
      this.bytes = marks[2]
      this.reset.push(id)
      return this.#goOn(place, nothingOf(place))
    }
    const [upTo, last] = begun.departed
    const isDeparted = upTo === version && last === maxInt
    return isDeparted && (await this.#sendRows(place, begun)) ? undefined : begun
  }

  /** False if it is unknown whether an object was sent. */
  async #sendDepartures(place: CopyPlace, begun: Begun): Promise<boolean> {
    const { kind, id, version } = place
    const people = kind === 'trip' ? await this.#source.peopleVersion(id) : 0
    for (;;) {
      const max = this.#room + 1
      const asked = { since: begun.departed, entered: begun.after[0], kinds: seenDepartures(place) }
      const found = await this.#source.departed(place, asked, max)
      for (const departed of found) {
        if (this.#room === 0) return true
        const wasSent = sentBefore(departed, begun, people)
        if (wasSent === undefined) return false
        if (wasSent) this.#forget(place, departed)
        begun.departed = [departed.version, departed.id]
      }
      if (found.length < max) break
    }
    begun.departed = [version, maxInt]
    return true
  }

  #forget({ kind, id }: CopyPlace, departed: Departed): void {
    const tripId = kind === 'trip' ? id : null
    this.destroyed.push({ kind: kindOf(departed), id: departed.objectId, tripId })
  }

  /** False if the page ends before the rows do. */
  async #sendRows(place: CopyPlace, begun: Begun): Promise<boolean> {
    const { kind, id, rights } = place
    const room = this.#room
    const found = await this.#source.changed(place, begun.after, room + 1)
    const tripId = kind === 'trip' ? id : null
    const sent = found.slice(0, room).map((row) => {
      return { kind: objectKinds[row.kind] as string, id: row.id, rights, tripId }
    })
    const count = await this.#send(sent)
    const last = found[count - 1]
    if (last) begun.after = [last.version, last.kind, last.id]
    return count === found.length
  }

  /** Sends the object that a place itself is; a page has bytes to spare for it. */
  async #sendHead(sent: SentObject): Promise<void> {
    const [bytes = 0] = await this.#source.weigh([sent])
    this.bytes += bytes
    this.changed.push(sent)
  }

  /** Sends the profile that a part of an account sees. */
  async #sendProfile({ id, rights, version }: CopyPlace): Promise<undefined> {
    await this.#sendHead({ kind: 'user', id, tripId: null, rights })
    this.held.account = version
  }

  /** Sends as many as fit, in order; returns how many. */
  async #send(all: readonly SentObject[]): Promise<number> {
    const weights = await this.#source.weigh(all)
    for (const [at, sent] of all.entries()) {
      const bytes = this.bytes + (weights[at] as number)
      // An object heavier than a page is sent alone.
      if (bytes > this.#limits.bytes && this.changed.length > 0) return at
      this.bytes = bytes
      this.changed.push(sent)
    }
    return all.length
  }

  /** Forgets the categories of an account that is no longer seen. */
  async #forgetCategories({ kind, id }: CopyPlace, begun: Begun | undefined) {
    const version = begun?.base ?? this.held.categories.get(id) ?? 0
    const room = this.#room
    const after = begun?.after[2] ?? 0
    const found = await this.#source.heldCategories(id, version, after, room + 1)
    const now = found.slice(0, room)
    this.destroyed.push(...now.map((one) => ({ kind: 'category', id: one, tripId: null })))
    if (now.length < found.length) {
      const last: Cursor = [0, 0, now.at(-1) ?? after]
      const departed = [0, 0] as const
      return { kind, id, base: version, after: last, version, departed, rights: 0 }
    }
    this.held.categories.delete(id)
    return undefined
  }
}

/** A page for a copy that holds this; `held` is undefined for a copy that starts over. */
export async function makePage(
  accountId: number,
  source: PageSource,
  versions: Versions,
  held: Position | undefined,
  limits: PageLimits,
): Promise<ChangesPage> {
  const isAnew = held === undefined || isStale(versions, held)
  const from = isAnew ? nothingHeld() : held
  const page = new Page(source, from, limits)
  page.resetAll = isAnew
  try {
    await page.fill(changedPlaces(accountId, versions, from), from.begun)
  } catch (error) {
    if (!(error instanceof Unknown)) throw error
    return makePage(accountId, source, versions, undefined, limits)
  }
  page.hasMore = changedPlaces(accountId, versions, page.held).length > 0
  return page
}
