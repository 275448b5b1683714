/**
 * What a key may do less than its account (B5). A withheld right is as if the member lacked it;
 * trips that are not the key's are as those of strangers.
 */
import { capabilities, type Right, rights } from './rights.ts'

/** What a key lacks. */
export interface Narrowing {
  /** It writes nothing. */
  readOnly: boolean
  /** The only trips; undefined for all of them, later ones too. */
  trips: readonly number[] | undefined
  /** With all that requires them. */
  withheld: ReadonlySet<Right>
}

/** All of an account, but nothing is written. */
export const onlyReading: Narrowing = {
  ...{ readOnly: true, trips: undefined, withheld: new Set() },
}

/** An account, as far as a key of it reaches; without a narrowing, all of it. */
export interface KeyHolder {
  id: number
  narrowing?: Narrowing | undefined
}

/**
 * These rights and those that require them. Through a key, what only the owner may do, deleting and
 * restoring the trip, requires `canEdit` too.
 */
function closed(names: Iterable<Right>): ReadonlySet<Right> {
  const all = new Set(names)
  for (const { name, needs } of rights) {
    const required: readonly string[] = name === 'isOwner' ? ['canEdit'] : needs
    if (required.some((one) => all.has(one as Right))) all.add(name)
  }
  return all
}

/** As stored: no trips are all of them, and rights are named by their columns. */
interface StoredNarrowing {
  readOnly: boolean
  trips: readonly number[]
  withheld: readonly string[]
}

/** The narrowing of a stored key; undefined for one that may do everything. */
export function narrowingOf({ readOnly, trips, withheld }: StoredNarrowing): Narrowing | undefined {
  if (!readOnly && trips.length === 0 && withheld.length === 0) return undefined
  const lacking = capabilities.filter(({ column }) => withheld.includes(column))
  return {
    readOnly,
    trips: trips.length > 0 ? trips : undefined,
    withheld: closed(lacking.map(({ name }) => name)),
  }
}

/** Whether the actor is less than the account: it sees and changes only what trips let it. */
export const isPart = ({ narrowing }: KeyHolder): boolean =>
  narrowing !== undefined && (narrowing.trips !== undefined || narrowing.withheld.size > 0)

/** The fields of an account that its parts see. */
export const profileOfParts = [
  ...['id', 'username', 'name', 'photoUrl', 'timezone', 'language', 'defaultCurrency', 'isPremium'],
] as const

/** Whether the trip is the actor's to see, if the account sees it. */
export const includesTrip = ({ narrowing }: KeyHolder, tripId: number): boolean =>
  narrowing?.trips?.includes(tripId) ?? true

/** Whether the actor lacks a right wherever the account has it. */
export const lacks = ({ narrowing }: KeyHolder, right: Right): boolean =>
  narrowing?.withheld.has(right) ?? false

/** What is left of the account's rights on a trip that is the actor's. */
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

/** What the actor sees, as text; empty for all that the account sees. */
export function sightOf({ narrowing }: KeyHolder): string {
  if (!narrowing) return ''
  const { trips, withheld } = narrowing
  const parts = [trips ? [...trips].sort((one, other) => one - other) : [], [...withheld].sort()]
  return parts.every((part) => part.length === 0)
    ? ''
    : JSON.stringify([trips !== undefined, parts])
}
