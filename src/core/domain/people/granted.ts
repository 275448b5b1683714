/** What an invitation grants (test/spec/06.2, 11.2). */
import type { GuestPermissionsInput } from '../../../generated/types.ts'
import { type Capability, capabilities } from '../../rights.ts'

/**
 * What is asked for, with its defaults, cut down to what the inviter has, if that is not all
 * (test/spec/11.2). What lacks a right it needs is taken away by the database (test/spec/11.4).
 */
export function granted(
  asked: GuestPermissionsInput = {},
  inviter?: Readonly<Record<Capability, boolean>>,
) {
  const given = capabilities.map((right) => {
    const isEdit = [right.name, ...right.needs].includes('canEdit')
    const isGiven = asked[right.name] ?? right.grantable === 'byDefault'
    const mayBe = !(isEdit && asked.readOnly) && (inviter?.[right.name] ?? true)
    return [right.name, isGiven && mayBe]
  })
  return { ...Object.fromEntries(given), isTravelling: asked.isTravelling ?? true }
}
