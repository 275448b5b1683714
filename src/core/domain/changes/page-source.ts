/** What a page of changes is made from, and what it sends (B2). */
import type { Changed, Departed } from '../../queries/changes.ts'
import type { CopyPlace } from './places.ts'
import type { Cursor } from './position.ts'

/** An object that a page sends. */
export interface SentObject {
  /** `user`, `trip`, or one of the kinds of objects. */
  kind: string
  id: number
  /** Its trip; null for what belongs to an account. */
  tripId: number | null
  /** The rights with which it is seen. */
  rights: number
}

/** The statements behind a page, on one snapshot. */
export interface PageSource {
  changed(place: CopyPlace, after: Cursor, max: number): Promise<Changed[]>
  departed(
    place: CopyPlace,
    asked: { since: readonly [number, number]; entered: number; kinds: readonly string[] },
    max: number,
  ): Promise<Departed[]>
  heldCategories(id: number, version: number, after: number, max: number): Promise<number[]>
  peopleVersion(tripId: number): Promise<number>
  weigh(sent: readonly SentObject[]): Promise<number[]>
}

export interface PageLimits {
  objects: number
  bytes: number
}
