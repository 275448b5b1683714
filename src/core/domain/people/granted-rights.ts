/** The rights that an invitation grants (test/spec/06.2, 11.2). */
import type { GuestPermissionsInput } from '../../../generated/types.ts'
import { type Capability, capabilities } from '../../rights.ts'

/**
 * The requested rights with defaults, limited to the inviter's, if given (test/spec/11.2). The
 * database removes rights that need a missing one (test/spec/11.4).
 */
export function granted(
  requested: GuestPermissionsInput = {},
  inviter?: Readonly<Record<Capability, boolean>>,
) {
  const given = capabilities.map((right) => {
    const isEdit = [right.name, ...right.needs].includes('canEdit')
    const isGiven = requested[right.name] ?? right.grantable === 'byDefault'
    const isAllowed = !(isEdit && requested.readOnly) && (inviter?.[right.name] ?? true)
    return [right.name, isGiven && isAllowed]
  })
  return { ...Object.fromEntries(given), isTravelling: requested.isTravelling ?? true }
}
