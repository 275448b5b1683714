/**
 * Keys that do less than their account (B5), as data: which trips and rights they have. Written
 * from the specification; nothing of the code is imported.
 */

/** Rights by the letters of principals.ts, as the names that a key withholds them by. */
const withholdable = {
  e: 'CAN_EDIT',
  x: 'CAN_SEE_EXPENSES',
  d: 'CAN_SEE_DOCUMENTS',
} as const

interface NarrowingFacts {
  readOnly?: true
  /** The only trip is the active one. */
  oneTrip?: true
  /** Letters of the rights that are withheld. */
  withheld?: (keyof typeof withholdable)[]
}

const narrowings = {
  reading: { readOnly: true },
  'on one trip': { oneTrip: true },
  'without expenses': { withheld: ['x'] },
  'without documents': { withheld: ['d'] },
  'without editing': { withheld: ['e'] },
  'with all of that': { readOnly: true, oneTrip: true, withheld: ['x', 'd', 'e'] },
} as const satisfies Record<string, NarrowingFacts>

type NarrowingName = keyof typeof narrowings
export const narrowingNames = Object.keys(narrowings) as NarrowingName[]

/** Those whose keys are narrowed. */
type KeyOwner = 'olga' | 'ed' | 'nina'
export type NarrowedPrincipal = `${KeyOwner} ${NarrowingName}`

/** The person behind a name, and what their key lacks. */
export function keyOf<Name extends string>(name: Name): { base: Name; facts: NarrowingFacts } {
  const found = narrowingNames.find((one) => name.endsWith(` ${one}`))
  if (!found) return { base: name, facts: {} }
  return { base: name.slice(0, -found.length - 1) as Name, facts: narrowings[found] }
}

/** The columns of a key. */
export function keyColumnsOf(name: string, activeTrip: number) {
  const { readOnly, trips = [], withheld } = keyInputOf(name, activeTrip)
  return {
    read_only: readOnly,
    trips: `{${trips}}`,
    withheld: `{${withheld.map((right) => right.toLowerCase())}}`,
  }
}

/** What is asked of `createKey`. */
export function keyInputOf(name: string, activeTrip: number) {
  const { readOnly = false, oneTrip, withheld = [] } = keyOf(name).facts
  return {
    readOnly,
    ...(oneTrip && { trips: [activeTrip] }),
    withheld: withheld.map((letter) => withholdable[letter]),
  }
}

/** Whether the key is not the account: it has some trips, or lacks some rights. */
export function isPartOfAccount(name: string): boolean {
  const { oneTrip, withheld } = keyOf(name).facts
  return oneTrip === true || withheld !== undefined
}

/** What is left of rights: with what requires the withheld ones. */
export function leftOf(rights: string, name: string): string {
  const withheld = keyOf(name).facts.withheld ?? []
  const gone = { e: 'egXD', x: 'xX', d: 'dD' }
  const all = withheld.map((letter) => gone[letter]).join('')
  return [...rights].filter((letter) => !all.includes(letter)).join('')
}

/** What only the account itself does, or a key that lacks nothing. */
const ofAccountItself = new Set([
  ...['createTrip', 'favorites', 'favoriteRequests', 'requestFavorite', 'confirmFavorite'],
  ...['removeFavorite', 'inbox', 'inboxEmail', 'importCalendar', 'alternativeEmails'],
  ...['addAlternativeEmail', 'removeAlternativeEmail', 'updateMe', 'renewCalendarIdentifier'],
  ...['updateAuthUser', 'replaceAuthUser', 'createCategory', 'updateCategory', 'deleteCategory'],
])
const ofFullKeys = new Set(['keys', 'createKey', 'deleteKey', 'changePassword'])

/** Whether a key is refused a field, whatever it names; a public one is refused to none. */
export function isRefusedToKey(name: string, field: string, isWrite: boolean): boolean {
  const { base, facts } = keyOf(name)
  if (base === name) return false
  if (facts.readOnly && isWrite && field !== 'logOut') return true
  return ofFullKeys.has(field) || (isPartOfAccount(name) && ofAccountItself.has(field))
}
