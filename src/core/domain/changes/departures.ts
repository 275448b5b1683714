/** Which of the objects that have left a place a copy holds, and must forget (B2). */
import { type Departed, objectKinds } from '../../queries/changes.ts'
import { sees } from '../../queries/versions.ts'
import { kinds } from '../../store/kinds.ts'
import type { CopyPlace } from './places.ts'
import type { Begun, Cursor } from './position.ts'

/** Whether `one` comes before `other` in the order of changes, or equals it. */
const precedes = (one: Cursor, other: Cursor) => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 || (one[at] as number) < (other[at] as number)
}

const money = kinds.filter(({ isMoney }) => isMoney).map(({ name }) => name)

/** The kinds of departures that the viewer sees. */
export function seenDepartures({ kind, rights }: CopyPlace): string[] {
  // Only the categories of another account are visible.
  if (kind === 'categories') return ['category']
  if (kind === 'account') return ['category', 'favorite', 'email']
  const hidden = new Set<string>([
    ...(sees.expenses(rights) ? [] : money),
    ...(sees.documents(rights) ? [] : ['document', 'email']),
  ])
  const seen = objectKinds.filter((name) => !hidden.has(name))
  return [...seen, 'member', ...(sees.invitees(rights) ? ['invitee'] : [])]
}

/** The kind of the departed object. */
export const kindOf = ({ kind }: Departed) =>
  kind === 'member' || kind === 'invitee' ? 'collaborator' : kind

/**
 * Whether an object that has left was sent to the copy. Undefined if unknown: it entered while the
 * place was being sent, and has changed since. `people` is the version at which a person shown in
 * the place last changed, which also moves objects in the order.
 */
export function sentBefore(departed: Departed, { base, after }: Begun, people: number) {
  const { objectId, entered, changed } = departed
  if (entered <= base) return true
  const kind = objectKinds.indexOf(kindOf(departed))
  if (!precedes([entered, kind, objectId], after)) return false
  return precedes([Math.max(changed, people), kind, objectId], after) ? true : undefined
}
