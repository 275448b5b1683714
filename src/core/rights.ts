/**
 * The list of rights and choices of members (test/core/permissions/rights). Columns, access
 * records, the fields of `Permissions` and `ViewerCan`, and grantable rights are derived from it.
 */
import { snakeCase } from '../base/names.ts'

interface RightLine {
  /** The field of `Permissions`; in snake_case, the column. */
  name: string
  /** The field of `ViewerCan`; by default `edit` for `canEdit`. */
  can?: string
  /** Rights it requires; `member_rights_are_consistent` checks them. */
  needs?: readonly string[]
  /** Without effect on a trip whose owner is not Pro. */
  needsPro?: true
  /** Holders may grant it: by an invitation unless denied, or only on request. */
  grantable?: 'byDefault' | 'onRequest'
  /** A choice that members make for themselves, not a right. */
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
] as const satisfies readonly RightLine[]

type Lines = (typeof lines)[number]
type Permission = Lines['name']
/** The names of rights. */
export type Right = Exclude<Lines, { isOwnChoice: true }>['name']
/** Rights that only their holders can grant (test/spec/11.4). */
export type Capability = Extract<Lines, { grantable: string }>['name']
/** The names of choices. */
export type OwnChoice = Extract<Lines, { isOwnChoice: true }>['name']

interface Described<Name extends Permission> extends RightLine {
  name: Name
  column: string
  can: string
  needs: readonly string[]
}

function described(line: RightLine & { name: Permission }): Described<Permission> {
  const can = line.name.replace(/^can(.)/, (_, letter: string) => letter.toLowerCase())
  return { can, needs: [], ...line, column: snakeCase(line.name) }
}

/** All rights and choices, in the order of the specification. */
export const permissions = lines.map(described)
export const rights = permissions.filter((one): one is Described<Right> => !one.isOwnChoice)
export const capabilities = rights.filter(
  (one): one is Described<Capability> => one.grantable !== undefined,
)
export const ownChoices = permissions.filter(
  (one): one is Described<OwnChoice> => one.isOwnChoice === true,
)
