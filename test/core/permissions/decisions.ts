/**
 * The decision table: what each right needs, and the answer to those without it
 * (test/spec/01.1, 01.5, 05, 08, 11, 13, 14, 17). Written from the specification; nothing of the
 * code is imported.
 */
import type { EmailRight } from './decisions-of-mail.ts'
import { isPartOfAccount, keyOf } from './narrowings.ts'
import {
  type Acquaintance,
  areMates,
  isPaid,
  type Letter,
  type Principal,
  standing,
  type TripPlace,
} from './principals.ts'

/** `idle`: the specification is silent; a success that changes nothing is accepted, or a 404. */
export type Expected = 'ok' | '401' | '403' | '404' | 'idle'

interface OfTrip {
  /** The refusal without access. */
  outside: '403' | '404'
  needs: 'access' | 'owner' | 'pending' | 'noOne' | Letter
  /** Only on a trip whose owner is Pro. */
  pro?: true
}

/** Rights on a trip. A joined member who lacks what is needed gets 403. */
const ofTrips = {
  access: { outside: '404', needs: 'access' },
  edit: { outside: '404', needs: 'e' },
  own: { outside: '404', needs: 'owner' },
  addGuests: { outside: '404', needs: 'g' },
  seeExpenses: { outside: '404', needs: 'x' },
  editExpenses: { outside: '404', needs: 'X' },
  seeDocuments: { outside: '403', needs: 'd', pro: true },
  changeDocuments: { outside: '403', needs: 'D', pro: true },
  // By the id of a deleted one; if the caller cannot see it: not found (test/spec/17-restore).
  reviveDocument: { outside: '404', needs: 'D', pro: true },
  // An owner cannot be removed by anyone (test/spec/11.5).
  removeOwner: { outside: '404', needs: 'noOne' },
  // The caller's own pending membership (test/spec/17-invitations).
  answer: { outside: '404', needs: 'pending' },
} as const satisfies Record<string, OfTrip>

/** Rights that need no trip: the answer to anonymous, wrong keys, operators and users. */
const ofCallers = {
  anybody: ['ok', 'ok', 'ok', 'ok'],
  // Public, except to invalid credentials, such as an operator's in REST
  // (test/spec/01.4, 14).
  sound: ['ok', '401', '401', 'ok'],
  user: ['401', '401', '401', 'ok'],
  operator: ['401', '401', 'ok', '403'],
} as const

/** Categories of the caller, of those on an active trip with the caller, and all others. */
const ofCategories = {
  //                 own   gone   a mate's gone   anybody's
  seeCategory: ['    ok    404    ok       404    404'],
  ownCategory: ['    ok    404    403      404    404'],
  reviveCategory: [' ok    ok     403      404    404'],
} as const

/** Records of favorites, by who asked whom. */
const ofFavorites = {
  //                    asked of me   by me   mine   of others
  confirmFavorite: ['   ok            404     idle   404'],
  endFavorite: ['       ok            ok      ok     404'],
} as const

export type TripRight = keyof typeof ofTrips
export type CallerRight = keyof typeof ofCallers
export type CategoryRight = keyof typeof ofCategories
export type FavoriteRight = keyof typeof ofFavorites
export type DecidedRight =
  | (TripRight | CallerRight | CategoryRight | FavoriteRight)
  | (EmailRight | 'removeAddress')

const isOneOf = <Key extends string>(table: Record<Key, unknown>, right: string): right is Key =>
  right in table
export const isTripRight = (right: DecidedRight): right is TripRight => isOneOf(ofTrips, right)

const column = ([text]: readonly [string], at: number) => text.trim().split(/\s+/)[at] as Expected

/** The verdict on a right that needs no trip. */
export function ofCaller(right: CallerRight, principal: Principal): Expected {
  const [anonymous, wrong, operator, user] = ofCallers[right]
  if (principal === 'anonymous') return anonymous
  if (principal === 'stale' || principal === 'forger') return wrong
  return principal === 'operator' ? operator : user
}

/** The verdict on an existing trip; on a deleted one only for a restore. */
export function onTrip(right: TripRight, principal: Principal, place: TripPlace): Expected {
  const { outside, needs, pro }: OfTrip = ofTrips[right]
  const stands = standing(principal, place)
  if (stands.as === 'unauthenticated') return '401'
  if (needs === 'pending') {
    if (stands.as === 'pending') return 'ok'
    return 'rights' in stands ? 'idle' : outside
  }
  if (!('rights' in stands)) return outside
  if (pro && !isPaid(place)) return '403'
  if (needs === 'access') return 'ok'
  if (needs === 'noOne') return '403'
  if (needs === 'owner') return stands.as === 'owner' ? 'ok' : '403'
  return stands.rights.includes(needs) ? 'ok' : '403'
}

/**
 * What a child may carry to another trip, and the rights this needs at both ends (test/spec/12).
 */
export const loads: Readonly<Record<string, readonly TripRight[]>> = {
  nothing: [],
  'a price': ['editExpenses'],
  'a currency alone': ['editExpenses'],
  'a document': ['changeDocuments'],
  'an email': ['changeDocuments'],
  // They can be restored wherever the child is by then (test/spec/17-restore).
  'a deleted document': ['changeDocuments'],
  'a deleted email': ['changeDocuments'],
  'a price and a document': ['editExpenses', 'changeDocuments'],
}

/** A trip of the asker's own, who is Pro here as everywhere. */
export type End = TripPlace | 'own'

const atEnd = (right: TripRight, principal: Principal, end: End): Expected => {
  if (end !== 'own') return onTrip(right, principal, end)
  const isWorthless = right === 'changeDocuments' && principal === 'olaf'
  return isWorthless ? '403' : ofCaller('user', principal)
}

/** The verdict on a move of a child with that load; `400`: the destination is out of reach. */
export function onMove(
  load: string,
  principal: Principal,
  from: End,
  to: End | undefined,
): Expected | '400' {
  const source = atEnd('edit', principal, from)
  if (source !== 'ok') return source
  if (to === undefined || atEnd('access', principal, to) !== 'ok') return '400'
  const needs: readonly TripRight[] = ['edit', ...(loads[load] ?? [])]
  const may = (right: TripRight) => [from, to].every((end) => atEnd(right, principal, end) === 'ok')
  return needs.every(may) ? 'ok' : '403'
}

/** The verdict on a category of `owner`. */
export function onCategory(
  right: CategoryRight,
  principal: Principal,
  owner: Acquaintance,
  isGone: boolean,
): Expected {
  const caller = ofCaller('user', principal)
  if (caller !== 'ok') return caller
  const isOwn = owner === keyOf(principal).base && !isPartOfAccount(principal)
  if (isOwn) return column(ofCategories[right], isGone ? 1 : 0)
  if (areMates(principal, owner)) return column(ofCategories[right], isGone ? 3 : 2)
  return column(ofCategories[right], 4)
}

export const favoriteStates = ['asked of me', 'asked by me', 'mine', 'of others'] as const
export type FavoriteState = (typeof favoriteStates)[number]

/** The verdict on a record of favorites. */
export function onFavorite(
  right: FavoriteRight,
  principal: Principal,
  state: FavoriteState,
): Expected {
  const caller = ofCaller('user', principal)
  return caller === 'ok' ? column(ofFavorites[right], favoriteStates.indexOf(state)) : caller
}

/**
 * The verdict on a document that is attached to nothing: its owner's, while they are Pro
 * (test/spec/13-documents-move).
 */
export function onAlone(principal: Principal, owner: 'olga' | 'olaf'): Expected {
  const caller = ofCaller('user', principal)
  if (caller !== 'ok') return caller
  const isOwn = owner === keyOf(principal).base && !isPartOfAccount(principal)
  return isOwn && owner === 'olga' ? 'ok' : '403'
}

export const isCallerRight = (right: DecidedRight): right is CallerRight =>
  isOneOf(ofCallers, right)
export const isCategoryRight = (right: DecidedRight): right is CategoryRight =>
  isOneOf(ofCategories, right)
export const isFavoriteRight = (right: DecidedRight): right is FavoriteRight =>
  isOneOf(ofFavorites, right)

/** Whether the right counts only while the owner is Pro. */
export const isPaidFor = (right: DecidedRight): boolean =>
  isTripRight(right) && 'pro' in (ofTrips[right] satisfies OfTrip)

/** Whether some principal's verdict on a right depends on this letter; the needs of the table. */
export const neededLetters = new Set<string>(Object.values(ofTrips).map(({ needs }) => needs))
