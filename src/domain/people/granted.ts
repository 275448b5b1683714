/** What an invitation grants (test/spec/06.2, 11.2). */
import type { GuestPermissionsInput } from '../../generated/types.ts'
import { capabilities } from '../../permissions/rights.ts'

/** The columns of the rights an invitation can grant. */
export const grantable = capabilities.map(({ column }) => column)

/**
 * What is asked for, with its defaults, by the columns of a member that an invitation fills
 * (test/spec/11.2). What the inviter does not have is taken away by the statement that writes it,
 * what lacks a right it needs by the database (test/spec/11.4).
 */
export function granted(asked: GuestPermissionsInput = {}): Record<string, boolean> {
  const given = capabilities.map((right) => {
    const isEdit = [right.name, ...right.needs].includes('canEdit')
    const isGiven = asked[right.name] ?? right.grantable === 'byDefault'
    return [right.column, isGiven && !(isEdit && asked.readOnly)]
  })
  return { ...Object.fromEntries(given), is_travelling: asked.isTravelling ?? true }
}
