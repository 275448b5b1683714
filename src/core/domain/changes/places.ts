/** What is new for a copy: the places whose version differs from the one it holds (B2). */
import { maxInt } from '../../../base/values.ts'
import type { Versions } from '../../queries/versions.ts'
import type { Begun, PlaceKind, Position } from './position.ts'

/** The current state of a place. */
export interface CopyPlace {
  kind: PlaceKind
  id: number
  version: number
  rights: number
  /** Whether the viewer no longer sees it. */
  isLost: boolean
}

const isAt = ({ kind, id }: CopyPlace, begun: Begun | undefined) =>
  begun !== undefined && begun.kind === kind && begun.id === id

/** All ids in these lists, ascending. */
const among = (...lists: Iterable<number>[]) =>
  [...new Set(lists.flatMap((list) => [...list]))].sort((one, other) => one - other)

/** The categories of other accounts that have changed, or are no longer seen. */
function categoryPlaces({ categories }: Versions, held: Position): CopyPlace[] {
  const now = new Map(categories)
  const { begun } = held
  return among(now.keys(), held.categories.keys()).flatMap((id): CopyPlace[] => {
    const [version, before] = [now.get(id), held.categories.get(id)]
    const place = { id, rights: 0, version: version ?? before ?? 0 }
    // Once begun, forgetting is finished, even if the categories are seen again.
    const lost: CopyPlace = { ...place, kind: 'lostCategories', isLost: true }
    if (version === undefined || isAt(lost, begun)) return [lost]
    const seen: CopyPlace = { ...place, kind: 'categories', isLost: false }
    return version === before && !isAt(seen, begun) ? [] : [seen]
  })
}

/** The trips that are no longer seen, or have changed for the viewer, by id. */
function tripPlaces({ trips }: Versions, { trips: held, begun }: Position): CopyPlace[] {
  const places: CopyPlace[] = []
  const begunId = begun?.kind === 'trip' ? begun.id : undefined
  for (const [id, { version, rights }] of trips) {
    const before = held.get(id)
    const isSame = version === before?.version && rights === before.rights
    if (!isSame || id === begunId) places.push({ kind: 'trip', id, version, rights, isLost: false })
  }
  const known = begunId === undefined ? held.keys() : new Set([...held.keys(), begunId])
  for (const id of known) {
    if (!trips.has(id)) places.push({ kind: 'trip', id, version: 0, rights: 0, isLost: true })
  }
  return places.sort((one, other) => one.id - other.id)
}

/**
 * The places that have changed, in the order of pages: the account, the categories of others, the
 * trips, each by id. The begun one comes first, though, and those before it last.
 */
export function changedPlaces(accountId: number, now: Versions, held: Position): CopyPlace[] {
  const { begun } = held
  const kind = now.isPart ? 'profile' : 'account'
  const account: CopyPlace = {
    kind,
    id: accountId,
    version: now.account,
    rights: 0,
    isLost: false,
  }
  const isNew = now.account !== held.account || isAt(account, begun)
  const all = [...(isNew ? [account] : []), ...categoryPlaces(now, held), ...tripPlaces(now, held)]
  const first = Math.max(
    0,
    all.findIndex((place) => isAt(place, begun)),
  )
  return [...all.slice(first), ...all.slice(0, first)]
}

/**
 * Whether a copy cannot be brought up to date: a version is lower than the one it has seen, or
 * categories were lost before all of them were sent.
 */
export function isStale(now: Versions, held: Position): boolean {
  const { begun } = held
  const categories = new Map(now.categories)
  const isBefore = (version: number) => !now.isPart && now.account < version
  return (
    isBefore(held.account) ||
    (begun?.kind === 'account' && isBefore(begun.version)) ||
    (begun?.kind === 'categories' && !categories.has(begun.id)) ||
    now.categories.some(([id, version]) => version < (held.categories.get(id) ?? 0))
  )
}

/** The state of a place of which nothing is held. */
export const nothingOf = ({ kind, id, version, rights }: CopyPlace): Begun => ({
  kind,
  id,
  rights,
  base: 0,
  after: [0, 0, 0],
  version: 0,
  departed: [version, maxInt],
})

/** What a copy holds of a place that is not begun; undefined for nothing. */
export function heldOf({ kind, id }: CopyPlace, held: Position): Begun | undefined {
  const { account, categories, trips } = held
  const of = { account, categories: categories.get(id), trip: trips.get(id)?.version }
  const version = of[kind as keyof typeof of]
  if (!version) return undefined
  const rights = kind === 'trip' ? (trips.get(id)?.rights ?? 0) : 0
  const whole = { base: version, version, after: [version, maxInt, maxInt] as const }
  return { ...{ kind, id, rights }, ...whole, departed: [version, maxInt] }
}
