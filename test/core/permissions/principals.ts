/**
 * The callers, and the relation of each to the trips of the stage (test/spec/01.4, 17), as data.
 * Written from the specification; nothing of the code is imported.
 */
import { isPartOfAccount, keyOf, leftOf, type NarrowedPrincipal } from './narrowings.ts'

/** The rights of a member, by a letter each. */
export const columns = {
  e: 'can_edit',
  g: 'can_add_guests',
  x: 'can_see_expenses',
  X: 'can_edit_expenses',
  d: 'can_see_documents',
  D: 'can_edit_documents',
} as const
export type Letter = keyof typeof columns
export const letters = Object.keys(columns) as Letter[]
export const everything = letters.join('')

/** The rights that a right needs. */
const needs: Partial<Record<Letter, string>> = { g: 'e', X: 'ex', D: 'ed' }

function isConsistent(rights: string): boolean {
  const fits = (letter: Letter) =>
    !rights.includes(letter) || [...(needs[letter] ?? '')].every((other) => rights.includes(other))
  return letters.every(fits)
}

/** Every set of rights that can be stored together, as letters. */
export const combinations: readonly string[] = Array.from({ length: 2 ** letters.length }, (_, n) =>
  letters.filter((_letter, at) => (n >> at) & 1).join(''),
).filter(isConsistent)

/** This combination as columns of a member. */
export function rightsOf(rights: string): Record<string, boolean> {
  return Object.fromEntries(letters.map((letter) => [columns[letter], rights.includes(letter)]))
}

/** No credentials, an invalid API key, a wrong operator key, and the right one. */
export const withoutAccount = ['anonymous', 'stale', 'forger', 'operator'] as const

/**
 * Those with a name: stan has a trip of his own, pia is invited to all others with every right,
 * rhea had joined them with every right and was removed; vera only looks on, sam sees expenses,
 * nina edits and sees documents, ed has all rights; olaf owns a trip and is not Pro, olga and stan
 * are.
 */
export const principals = [
  ...withoutAccount,
  ...(['stan', 'pia', 'rhea', 'vera', 'sam', 'nina', 'ed', 'olaf', 'olga'] as const),
]
export type PrincipalName = (typeof principals)[number]

/** Members with each combination of rights: `may egx`. */
export const membersByRights = combinations.map((rights) => `may ${rights}` as const)
export type Principal = PrincipalName | (typeof membersByRights)[number] | NarrowedPrincipal

const rightsOfNamed: Partial<Record<Principal, string>> = {
  vera: '',
  sam: 'x',
  nina: 'ed',
  ed: everything,
}

/** The trips that exist; `another` is a second one of olga's with the same people. */
export const places = ['active', 'another', 'unpaid', 'deleted', 'strange'] as const
export type TripPlace = (typeof places)[number]

export const owners: Record<TripPlace, 'olga' | 'olaf' | 'stan'> = {
  active: 'olga',
  another: 'olga',
  unpaid: 'olaf',
  deleted: 'olga',
  strange: 'stan',
}

export type Standing =
  | { as: 'unauthenticated' | 'outside' | 'pending' }
  | { as: 'joined' | 'owner'; rights: string }

/** The relation of a principal to a trip, deleted or not; through a key, what is left of it. */
export function standing(principal: Principal, place: TripPlace): Standing {
  const { base, facts } = keyOf(principal)
  const stands = standingOf(base, place)
  if (!('rights' in stands)) return stands
  if (facts.oneTrip && place !== 'active') return { as: 'outside' }
  // What only the owner may do requires the right to edit.
  const rights = leftOf(stands.rights, principal)
  return { as: rights.includes('e') ? stands.as : 'joined', rights }
}

function standingOf(principal: Principal, place: TripPlace): Standing {
  if (withoutAccount.some((name) => name === principal)) return { as: 'unauthenticated' }
  if (owners[place] === principal) return { as: 'owner', rights: everything }
  if (place === 'strange') return { as: 'outside' }
  if (principal === 'pia') return { as: 'pending' }
  const named = rightsOfNamed[principal]
  if (named !== undefined) return { as: 'joined', rights: named }
  return principal.startsWith('may')
    ? { as: 'joined', rights: principal.slice('may '.length) }
    : { as: 'outside' }
}

/** Whether the owner is Pro. */
export const isPaid = (place: TripPlace) => owners[place] !== 'olaf'

/** Those on the stage beside the principals: dora is on the deleted trip only. */
export type Acquaintance = Principal | 'dora'

/**
 * Whether two have joined the same active trip, or are one (test/spec/08); a key that is a part of
 * an account meets its own account only on trips.
 */
export function areMates(one: Principal, other: Acquaintance): boolean {
  if (keyOf(one).base === other && !isPartOfAccount(one)) return true
  if (other === 'dora') return false
  const isIn = (who: Principal, place: TripPlace) => 'rights' in standing(who, place)
  return places.some((place) => place !== 'deleted' && isIn(one, place) && isIn(other, place))
}
