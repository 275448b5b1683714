/**
 * Keys that may do less than their accounts (B5). A withheld right counts as missing; trips outside
 * the key's list are treated like those of strangers.
 */
import { capabilities, type Right, rights } from './rights.ts'

/** The limits of a key. */
export interface Narrowing {
  /** Whether all writes are refused. */
  readOnly: boolean
  /** The only permitted trips; undefined for all, including future ones. */
  trips: readonly number[] | undefined
  /** Rights withheld, including all that require them. */
  withheld: ReadonlySet<Right>
}

/** Everything of an account, but no writes. */
export const onlyReading: Narrowing = {
  readOnly: true,
  trips: undefined,
  withheld: new Set(),
}

/** An account with the narrowing of its key, if any. */
export interface KeyHolder {
  id: number
  narrowing?: Narrowing | undefined
}

/**
 * These rights and those that require them. For keys, what only the owner may do, deleting and
 * restoring the trip, also requires `canEdit`.
 */
function closed(names: Iterable<Right>): ReadonlySet<Right> {
  const all = new Set(names)
  for (const { name, needs } of rights) {
    const required: readonly string[] = name === 'isOwner' ? ['canEdit'] : needs
    if (required.some((one) => all.has(one as Right))) all.add(name)
  }
  return all
}

/** As stored: an empty list of trips means all, and rights are named by their columns. */
interface StoredNarrowing {
  readOnly: boolean
  trips: readonly number[]
  withheld: readonly string[]
}

/** The narrowing of a stored key; undefined for a key without limits. */
export function narrowingOf({ readOnly, trips, withheld }: StoredNarrowing): Narrowing | undefined {
  if (!readOnly && trips.length === 0 && withheld.length === 0) return undefined
  const lacking = capabilities.filter(({ column }) => withheld.includes(column))
  return {
    readOnly,
    trips: trips.length > 0 ? trips : undefined,
    withheld: closed(lacking.map(({ name }) => name)),
  }
}

/** Whether the actor is a part of an account, limited to what its trips permit. */
export const isPart = ({ narrowing }: KeyHolder): boolean =>
  narrowing !== undefined && (narrowing.trips !== undefined || narrowing.withheld.size > 0)

/** The account fields that a part sees. */
export const profileOfParts = [
  'id',
  'username',
  'name',
  'photoUrl',
  'timezone',
  'language',
  'defaultCurrency',
  'isPremium',
] as const

/** Whether the actor may see the trip, provided that the account does. */
export const includesTrip = ({ narrowing }: KeyHolder, tripId: number): boolean =>
  narrowing?.trips?.includes(tripId) ?? true

/** Whether the actor's key withholds a right. */
export const lacks = ({ narrowing }: KeyHolder, right: Right): boolean =>
  narrowing?.withheld.has(right) ?? false

/** The account's rights on a trip of the actor, without those that the key withholds. */
export function narrowed<Rights extends Partial<Record<Right, boolean>>>(
  actor: KeyHolder,
  held: Rights,
): Rights {
  const { narrowing } = actor
  if (narrowing === undefined || narrowing.withheld.size === 0) return held
  const left = { ...held }
  for (const right of narrowing.withheld) if (right in left) Reflect.set(left, right, false)
  return left
}

/**
 * A text that identifies what the actor sees; empty if it sees everything that the account does.
 */
export function sightOf({ narrowing }: KeyHolder): string {
  if (!narrowing) return ''
  const { trips, withheld } = narrowing
  const parts = [trips ? [...trips].sort((one, other) => one - other) : [], [...withheld].sort()]
  return parts.every((part) => part.length === 0)
    ? ''
    : JSON.stringify([trips !== undefined, parts])
}

/** A text that identifies what the actor lacks; empty if it lacks nothing of the account. */
export const narrowingText = (actor: KeyHolder): string =>
  `${actor.narrowing?.readOnly ? 'readOnly ' : ''}${sightOf(actor)}`
