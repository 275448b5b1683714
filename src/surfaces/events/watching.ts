/**
 * Finds the accounts for which something has changed, by one statement at a time for the whole
 * process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import { type KeyHolder, sightOf } from '../../core/narrowing.ts'
import {
  lookAgain,
  type Seen,
  unseen,
  type WatchedKey,
  type Watcher,
} from '../../core/queries/watchers.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import type { Change } from './stream.ts'

/** Milliseconds. */
export interface Rhythm {
  /** Between two looks; longer after a slow one. */
  look: number
  /** Between two thorough looks, and between two checks of tokens. */
  thorough: number
}

/** Looks take at most this part of the time. */
const maxPart = 1 / 4

/**
 * Maximum watched trips, in total and per account: a look takes about 1.5 milliseconds per
 * thousand.
 */
const maxTrips = { max: 100_000, maxPerKey: 25_000 }

/** A listener and its credentials. */
interface StreamOwner {
  /** The key that opened it; null for a token. */
  key: WatchedKey | null
  tell(change: Change): void
  /** Called when the account is deleted, or the key or token has become invalid or has changed. */
  expire(): void
  /** Whether the token is still valid. */
  isStill(): Promise<boolean>
}

/** All listeners that watch the same part of one account. */
interface Watched extends Watcher {
  list: string
  listeners: Set<StreamOwner>
  leave: Leave
}

interface WatchingOptions {
  db: Queryable
  log: Pick<Log, 'warn'>
  rhythm: Rhythm
}

const wordsOf = (list: string) => new Set(list === '' ? [] : list.split(' '))
const tripsOf = (words: readonly string[]) => [
  ...new Set(words.map((word) => Number.parseInt(word, 10))),
]

/** The trips whose states differ between the two lists. */
function differing(one: string, other: string): number[] {
  const [before, after] = [wordsOf(one), wordsOf(other)]
  const words = [...before].filter((word) => !after.has(word))
  words.push(...[...after].filter((word) => !before.has(word)))
  return tripsOf(words)
}

/** Announces everything that is watched. */
function announceAll({ list, listeners }: Watched): void {
  const trips = tripsOf([...wordsOf(list)])
  for (const listener of listeners) listener.tell({ account: true, trips })
}

/** One per application. */
export class Watching {
  readonly #options: WatchingOptions
  readonly #watched = new Map<string, Watched>()
  readonly #trips = new Turnstile({ name: 'watchedTrips', ...maxTrips, maxWaiting: 0 })
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #checking: Promise<void> | undefined
  /** The snapshot of the last look; empty if it has not compared all current listeners. */
  #snapshot = ''
  /** The history of the database at the last look. */
  #history: string | undefined
  #hasMore = false
  /** The time of the next thorough look. */
  #due = 0
  #isFailing = false

  constructor(options: WatchingOptions) {
    this.#options = options
  }

  /**
   * Notifies the listener of changes for the viewer; resolves to a function that ends this. Throws
   * SERVICE_UNAVAILABLE if too many trips are watched.
   */
  async watch(viewer: KeyHolder, listener: StreamOwner): Promise<() => void> {
    const name = `${viewer.id} ${sightOf(viewer)}`
    const watched = this.#watched.get(name) ?? (await this.#begin(viewer, name))
    watched.listeners.add(listener)
    this.#snapshot = ''
    this.#hasMore = true
    this.#running ??= this.#run()
    return () => {
      if (!watched.listeners.delete(listener) || watched.listeners.size > 0) return
      this.#watched.delete(name)
      watched.leave()
    }
  }

  /** Stops; resolves after the current look. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([this.#running, this.#checking])
  }

  async #begin(viewer: KeyHolder, name: string): Promise<Watched> {
    const look = await lookAgain(this.#options.db, [{ viewer, ...unseen }])
    if (this.#watched.size === 0) this.#history = look.history
    const { list, ...seen } = look.seen[0] ?? { ...unseen, list: '' }
    const leave = await this.#trips.enter(String(viewer.id), wordsOf(list ?? '').size)
    const before = this.#watched.get(name)
    if (before) leave()
    if (before) return before
    const { version, trips, categories } = seen
    const known = { viewer, version, trips, categories, list: list ?? '' }
    const watched = { ...known, listeners: new Set<StreamOwner>(), leave }
    this.#watched.set(name, watched)
    return watched
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    for (let took = 0; this.#watched.size > 0; ) {
      const rest = Math.max(this.#options.rhythm.look, took / maxPart - took)
      await pause(rest, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) break
      const begun = performance.now()
      await this.#look().catch((err: unknown) => this.#failed(err))
      took = performance.now() - begun
    }
    this.#running = undefined
  }

  /** Streams stay open: the next successful look is thorough, and finds all changes. */
  #failed(err: unknown): void {
    if (!this.#isFailing) this.#options.log.warn({ err }, 'cannot look for changes; retrying')
    this.#isFailing = true
  }

  async #look(): Promise<void> {
    const isThorough = performance.now() >= this.#due
    if (isThorough) this.#due = performance.now() + this.#options.rhythm.thorough
    if (isThorough) this.#checking ??= this.#checkTokens()
    const watched = [...this.#watched.values()]
    const listeners = watched.flatMap((one) => [...one.listeners])
    const keys = new Map(listeners.flatMap(({ key }) => (key ? [[key.hash, key] as const] : [])))
    const since = isThorough || this.#isFailing ? null : this.#snapshot
    this.#hasMore = false
    const look = await lookAgain(this.#options.db, watched, { keys: [...keys.values()], since })
    this.#snapshot = this.#hasMore ? '' : look.snapshot
    this.#isFailing = false
    const lost = new Set(look.lost)
    for (const one of listeners) if (one.key !== null && lost.has(one.key.hash)) one.expire()
    for (const seen of look.seen) this.#tell(watched[seen.place] as Watched, seen)
    if (look.history !== this.#history) for (const one of watched) announceAll(one)
    this.#history = look.history
  }

  async #checkTokens(): Promise<void> {
    const listeners = [...this.#watched.values()].flatMap((one) => [...one.listeners])
    const asked = listeners.filter(({ key }) => key === null)
    // A token that cannot be checked now is checked again later.
    const check = async (one: StreamOwner) =>
      (await one.isStill().catch(() => true)) || one.expire()
    await Promise.all(asked.map(check))
    this.#checking = undefined
  }

  #tell(watched: Watched, { isKnown, list, version, trips, categories }: Seen): void {
    const account = version !== watched.version || categories !== watched.categories
    const change = { account, trips: list === null ? [] : differing(watched.list, list) }
    Object.assign(watched, { version, trips, categories }, list !== null && { list })
    for (const listener of watched.listeners) {
      if (isKnown) listener.tell(change)
      else listener.expire()
    }
  }
}
