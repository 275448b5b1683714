/** Who changes a child of a trip, and who moves it to another (test/spec/12). */

import { holdMoved } from '../../outside/database/locks/items.ts'
import { bringsMoney, type Money, mayCarry, writesMoney } from '../carried-money.ts'
import type { HeldContext } from '../context.ts'
import type { ParentItem } from '../parent-kinds.ts'
import { namedHeld, type Verdict } from './rule.ts'
import { editing } from './rules.ts'

type Args = { id: number; tripId: number; input: Money & { updateTrip?: number | null } }

const isMove = ({ tripId, input: { updateTrip } }: Args) =>
  typeof updateTrip === 'number' && updateTrip !== tripId

/**
 * The caller may edit the child, and for a move, may edit at the destination and carry what is
 * attached. An unreachable destination is a validation error, reported later. A move locks the
 * memberships at both ends, then the child.
 */
export function changerOf(kind: ParentItem) {
  const check = async (context: HeldContext, args: Args): Promise<Verdict> => {
    const { id, tripId, input } = args
    const ends = isMove(args) ? [tripId, input.updateTrip as number] : []
    const [here, there] = await Promise.all(ends.map((trip) => context.access(trip)))
    if (here?.canEdit) await holdMoved(context.tx, kind, tripId, id)
    const access = await editing(context, kind, args)
    if (typeof access === 'string') return access
    if (writesMoney(input) && !access.canEditExpenses) return 'FORBIDDEN'
    if (!there) return 'OK'
    if (!there.canEdit) return 'FORBIDDEN'
    if (bringsMoney(input) && !there.canEditExpenses) return 'FORBIDDEN'
    return (await mayCarry(context.tx, kind, id, [access, there])) ? 'OK' : 'FORBIDDEN'
  }
  return namedHeld<Args>(`changerOf ${kind}`, check, isMove)
}
