/**
 * The context of one request: its viewer, its services, and the facts that rules and resolvers
 * share.
 */
import DataLoader from 'dataloader'
import type { FastifyBaseLogger } from 'fastify'
import type { Code } from '../base/errors.ts'
import type { Store, Tx } from '../outside/database/database.ts'
import type { ObjectStore } from '../outside/objects/objects.ts'
import type { Config } from '../settings/config.ts'
import type { Access } from './access.ts'
import type { Intake } from './intake.ts'
import type { Reading } from './limits/read-budget.ts'
import type { Meter } from './limits/running-cost.ts'
import type { Throttle } from './limits/throttle.ts'
import { includesTrip, narrowed } from './narrowing.ts'
import { type ChildLock, isChild, loadAccess } from './store/access.ts'
import type { Claim } from './store/idempotency-keys.ts'
import type { Keeping } from './store/idempotent-writes.ts'
import type { KeyCounts } from './store/key-counts.ts'
import type { Viewer } from './store/viewer.ts'

export type { Viewer }

export interface Context {
  viewer: Viewer
  db: Store
  config: Config
  log: FastifyBaseLogger
  clock: () => Date
  throttle: Throttle
  keyCounts: KeyCounts
  /** Its URLs begin with BASE_URL, or with the base URL of this request. */
  objects: ObjectStore
  /** Signs receipts (src/core/domain/documents/receipt.ts). */
  secret: string
  /** The client's IP address, for limits. */
  address: string
  /** A message's HTML made safe, or its text if it has no HTML. */
  cleanHtml: (mail: {
    html: string
    text: string
    images: Readonly<Record<string, string>>
  }) => Promise<string>
  /** Maximum objects in the answer, so that no list is read further. Unset: unlimited. */
  maxObjects?: number | undefined
  /** Whether the request must not change anything, as for HEAD. */
  changesNothing: boolean
  /** Refused fields that keep their key are empty instead of errors. Only over REST. */
  emptiesHidden?: true | undefined
  /** Of the objects in a copy (B2): refused fields are empty, and payloads are left out. */
  isOfCopy?: true | undefined
  /** The contexts for what is below some root fields, by response key (copy-access.ts). */
  copied?: Map<string | number, Context> | undefined
  /** The budget of this run of an operation. */
  reading: Reading
  /**
   * A condition of the mutation: whether its object is as the caller has seen it. Called in the
   * transaction that writes, while the object is locked.
   */
  isUnchanged?: ((held: HeldContext) => Promise<boolean>) | undefined
  /** The idempotency key of the request, if an authenticated caller has sent one. */
  claim?: Claim | undefined
  /**
   * The trips that the request names or answers, in a transaction that keeps its answer
   * (src/core/idempotency).
   */
  concerned?: Set<number> | undefined
  /** How a write of the hot path keeps its row, if it claims a key. */
  keeping?: Keeping | undefined
  /**
   * If set, only the rules run; mutations that they allow are refused with this code
   * (src/core/idempotency).
   */
  onlyAsked?: Code | undefined
  /**
   * Runs work before the transaction, because it must not wait in it or be rolled back with it.
   * With an idempotency key, the mutation is restarted for it. `name` is unique to the work.
   */
  outside<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  /** Counts the answer's cost. Only on `/graphql`. */
  meter?: Meter | undefined
  /** Lets other operations run; resolves when this one may continue. Only on `/graphql`. */
  giveWay?: (() => Promise<void>) | undefined
  /** Wakes the outbox. */
  mailWaits: () => void
  /** Ingests booking mail. */
  intake: Intake
  /**
   * The viewer's access to a trip; null without any. One statement per trip and request. In a
   * transaction the membership is locked, so the result is valid until the commit.
   */
  access(tripId: number): Promise<Access | null>
  /** The same if already loaded, or the error of loading it; undefined otherwise. */
  knownAccess(tripId: number): KnownAccess | undefined
  /**
   * Whether an active child is in the trip. One statement per child and request; in a transaction
   * the child is locked.
   */
  isChild(kind: string, tripId: number, id: number): Promise<boolean>
  /** A value that resolvers of this request share, such as a loader; created once per key. */
  shared<Value>(key: string, make: () => Value): Value
  /** Clears shared values after a write; with `access`, known access too. */
  forget(access?: 'access'): void
}

/**
 * The context of a mutation whose rule decides in a transaction: `db` is the transaction, `tx` its
 * Prisma client.
 */
export interface HeldContext extends Context {
  tx: Tx
  /** Runs `effect` after the commit and before the answer. */
  afterCommit(effect: Effect): void
}

/** An effect outside the database. If it fails, the transaction stays committed. */
export type Effect = () => void | Promise<void>

type KnownAccess = Access | null | Error
type Known = Map<number, KnownAccess>
type Made = 'access' | 'knownAccess' | 'isChild' | 'shared' | 'forget' | 'outside'
type Given = Omit<Context, Made>

/** Loads a user's access to trips, once per trip, in batches. */
function accessLoader({ viewer, db }: Given, known: Known, isHeld: boolean) {
  const load = async (tripIds: readonly number[]): Promise<KnownAccess[]> => {
    if (viewer.kind !== 'user') return tripIds.map(() => null)
    const { user } = viewer
    try {
      const asked = tripIds.filter((id) => includesTrip(user, id))
      const found = await loadAccess(db, user.id, asked, isHeld)
      const byTrip = new Map(found.map((access) => [access.tripId, narrowed(user, access)]))
      return tripIds.map((tripId) => byTrip.get(tripId) ?? null)
    } catch (error) {
      return tripIds.map(() => error as Error)
    }
  }
  return new DataLoader<number, Access | null>(async (tripIds) => {
    const answers = await load(tripIds)
    for (const [at, answer] of answers.entries()) known.set(tripIds[at] as number, answer)
    return answers
  })
}

function learning(
  given: Given,
  known: Known,
  lock?: ChildLock,
): Pick<Context, Exclude<Made, 'outside'>> {
  const shared = new Map<string, unknown>()
  // Created only for requests that need more than the access known from the start.
  let loader: ReturnType<typeof accessLoader> | undefined
  return {
    async access(tripId) {
      given.concerned?.add(tripId)
      const found = known.get(tripId)
      if (found !== undefined && !(found instanceof Error)) return found
      loader ??= accessLoader(given, known, lock !== undefined)
      return loader.load(tripId)
    },
    knownAccess: (tripId) => known.get(tripId),
    isChild: (kind, tripId, id) => isChild(given.db, { kind, tripId, id }, lock),
    shared<Value>(key: string, make: () => Value): Value {
      const found = shared.has(key) ? (shared.get(key) as Value) : make()
      shared.set(key, found)
      return found
    },
    forget(access) {
      shared.clear()
      if (!access) return
      known.clear()
      loader = undefined
    },
  }
}

const atOnce: Context['outside'] = (_name, work) => work()

/** The context of one request, which caches access for that request only. */
export function makeContext(given: Given): Context {
  const { viewer } = given
  const known: Known = new Map()
  if (viewer.kind === 'user' && viewer.access) {
    known.set(viewer.access.tripId, viewer.access.access)
  }
  const learned = learning(given, known)
  // A literal, because spreading would take a twentieth of the time of a short request.
  return {
    viewer,
    db: given.db,
    config: given.config,
    log: given.log,
    clock: given.clock,
    throttle: given.throttle,
    keyCounts: given.keyCounts,
    objects: given.objects,
    secret: given.secret,
    address: given.address,
    cleanHtml: given.cleanHtml,
    maxObjects: given.maxObjects,
    changesNothing: given.changesNothing,
    reading: given.reading,
    mailWaits: given.mailWaits,
    intake: given.intake,
    access: learned.access,
    knownAccess: learned.knownAccess,
    isChild: learned.isChild,
    shared: learned.shared,
    forget: learned.forget,
    outside: atOnce,
  }
}

/** The same request, but access is loaded anew, except what is `known`. */
export const anew = (context: Context, known: Known = new Map()): Context => ({
  ...context,
  ...learning(context, known),
})

/**
 * The same request in a transaction; `effects` collects what runs after the commit, and `lock` is
 * the lock on children.
 */
export function within(
  context: Context,
  db: Store,
  effects: Effect[],
  lock: ChildLock,
): HeldContext {
  const given = { ...context, db }
  const afterCommit = (effect: Effect) => void effects.push(effect)
  const mailWaits = () => afterCommit(context.mailWaits)
  const learned = learning(given, new Map(), lock)
  return { ...given, ...learned, afterCommit, mailWaits, tx: db.prisma }
}
