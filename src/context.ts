/** What one request knows: who asks, through what, and the facts that rules and resolvers share. */
import DataLoader from 'dataloader'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { isChild } from './domain/itinerary-reads.ts'
import type { Throttle } from './domain/throttle.ts'
import type { Account } from './domain/viewer.ts'
import type { ValidationErrors } from './errors.ts'
import type { Intake } from './mail/take-in.ts'
import type { Database } from './outside/database/database.ts'
import type { ObjectStore } from './outside/objects/objects.ts'
import { type Access, loadAccess } from './permissions/access.ts'
import type { Reading } from './reading.ts'

export type Viewer =
  | {
      kind: 'user'
      user: Account
      keyHash: string | null
      /** What is known from the start: the access to the trip that the address names. */
      access?: { tripId: number; access: Access | null }
    }
  | { kind: 'operator' }
  /** `message` says why the credentials, if any were sent, are none. */
  | { kind: 'anonymous'; message?: string }

export interface Context {
  viewer: Viewer
  db: Database
  config: Config
  log: FastifyBaseLogger
  clock: () => Date
  throttle: Throttle
  /** Files; its addresses begin with the one this request was made to, or with BASE_URL. */
  objects: ObjectStore
  /** What receipts are sealed with (src/domain/receipt.ts). */
  secret: string
  /** The client's address, for limits. */
  address: string
  /** HTML that is safe to show, of a message whose HTML is not; its text where there is none. */
  cleanHtml: (mail: {
    html: string
    text: string
    images: Readonly<Record<string, string>>
  }) => Promise<string>
  /** Objects the answer may hold: no list need be read further. Without it, any number. */
  maxObjects?: number | undefined
  /** Nothing may change, whatever is asked: the answer alone is wanted. */
  changesNothing: boolean
  /** How much this run of an operation may read. */
  reading: Reading
  /**
   * Waits for the budget for a large answer (large-answers.ts); the facade sends its own in parts.
   */
  holdAnswer?: ((bytes: number) => Promise<void>) | undefined
  /** Tells the outbox that mail waits. */
  mailWaits: () => void
  /** The way in for booking mail. */
  intake: Intake
  /** What the viewer may do on a trip; null without access. One statement a trip and request. */
  access(tripId: number): Promise<Access | null>
  /** The same where it has been asked for and given; undefined otherwise. */
  knownAccess(tripId: number): Access | undefined
  /** The same asked anew, for a write that found no access where there had been some. */
  accessNow(tripId: number): Promise<Access | null>
  /** Lets it be asked for anew, because the viewer's own membership has just changed. */
  forgetAccess(tripId: number): void
  /** The trip of a live child, if it is in that trip. One statement a child and request. */
  isChild(kind: string, tripId: number, id: number): Promise<boolean>
  /** What several resolvers of this request share, such as a loader: made once for a key. */
  shared<Value>(key: string, make: () => Value): Value
  /** Fields the transport could not read; mutations report them after the permission check. */
  validationErrors: ValidationErrors | undefined
}

type Made = 'access' | 'knownAccess' | 'accessNow' | 'forgetAccess' | 'isChild' | 'shared'
type Given = Omit<Context, Made>

/**
 * The access of a user to trips, each asked for once; those asked for together are read together.
 */
function accessLoader({ viewer, db }: Given, known: Map<number, Access>) {
  return new DataLoader<number, Access | null>(async (tripIds) => {
    if (viewer.kind !== 'user') return tripIds.map(() => null)
    for (const tripId of tripIds) known.delete(tripId)
    for (const access of await loadAccess(db, viewer.user.id, tripIds)) {
      known.set(access.tripId, access)
    }
    return tripIds.map((tripId) => known.get(tripId) ?? null)
  })
}

/** The context of one request. What it learns of access it keeps for the request, and no longer. */
export function makeContext(given: Given): Context {
  const { viewer } = given
  const known = new Map<number, Access>()
  const loader = accessLoader(given, known)
  if (viewer.kind === 'user' && viewer.access) {
    const { tripId, access } = viewer.access
    loader.prime(tripId, access)
    if (access) known.set(tripId, access)
  }
  const shared = new Map<string, unknown>()
  const context: Context = {
    ...given,
    access: (tripId) => loader.load(tripId),
    knownAccess: (tripId) => known.get(tripId),
    accessNow: (tripId) => loader.clear(tripId).load(tripId),
    forgetAccess(tripId) {
      loader.clear(tripId)
      known.delete(tripId)
    },
    isChild: (kind, tripId, id) => isChild(context, kind, tripId, id),
    shared<Value>(key: string, make: () => Value): Value {
      const found = shared.has(key) ? (shared.get(key) as Value) : make()
      shared.set(key, found)
      return found
    },
  }
  return context
}
