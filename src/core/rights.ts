/**
 * The one list of what a member may do and has chosen (test/core/permissions/rights). Columns,
 * access records, the fields of `Permissions` and `ViewerCan`, and what members give each other
 * follow.
 */
import { snakeCase } from '../base/names.ts'

interface Line {
  /** The field of `Permissions`; in snake_case, the column. */
  name: string
  /** The field of `ViewerCan`: `edit` for `canEdit`, unless another is given. */
  can?: string
  /** Rights it requires; `member_rights_are_consistent` checks them. */
  needs?: readonly string[]
  /** It has no effect on a trip whose owner is not Pro. */
  needsPro?: true
  /** Who has it gives it to others; by an invitation unless denied, or only on request. */
  grantable?: 'byDefault' | 'onRequest'
  /** It allows nothing: everybody sets it for themselves. */
  isOwnChoice?: true
}

const lines = [
  { name: 'isOwner', can: 'delete' },
  { name: 'canEdit', grantable: 'byDefault' },
  { name: 'canAddGuests', needs: ['canEdit'], grantable: 'onRequest' },
  { name: 'canSeeExpenses', grantable: 'byDefault' },
  { name: 'canEditExpenses', needs: ['canEdit', 'canSeeExpenses'], grantable: 'byDefault' },
  { name: 'canSeeDocuments', needsPro: true, grantable: 'byDefault' },
  {
    name: 'canEditDocuments',
    needs: ['canEdit', 'canSeeDocuments'],
    needsPro: true,
    grantable: 'byDefault',
  },
  { name: 'isTravelling', isOwnChoice: true },
  { name: 'receiveNotifications', isOwnChoice: true },
] as const satisfies readonly Line[]

type Lines = (typeof lines)[number]
type Permission = Lines['name']
/** What allows something. */
export type Right = Exclude<Lines, { isOwnChoice: true }>['name']
/** Rights that only those who have them can give (test/spec/11.4). */
export type Capability = Extract<Lines, { grantable: string }>['name']
/** What everybody chooses for themselves. */
export type OwnChoice = Extract<Lines, { isOwnChoice: true }>['name']

interface Described<Name extends Permission> extends Line {
  name: Name
  column: string
  can: string
  needs: readonly string[]
}

function described(line: Line & { name: Permission }): Described<Permission> {
  const can = line.name.replace(/^can(.)/, (_, letter: string) => letter.toLowerCase())
  return { can, needs: [], ...line, column: snakeCase(line.name) }
}

/** All of them, in the order of the specification. */
export const permissions = lines.map(described)
export const rights = permissions.filter((one): one is Described<Right> => !one.isOwnChoice)
export const capabilities = rights.filter(
  (one): one is Described<Capability> => one.grantable !== undefined,
)
export const ownChoices = permissions.filter(
  (one): one is Described<OwnChoice> => one.isOwnChoice === true,
)
