/** Who changes a child of a trip, and who moves it to another (test/spec/12). */
import { bringsMoney, type Money, mayCarry } from './carried.ts'
import type { ParentItem } from './parent-kinds.ts'
import { editing, named, type Verdict, writesMoney } from './rules.ts'

type Args = { id: number; tripId: number; input: Money & { updateTrip?: number | null } }

/**
 * The caller may edit the child, and where it is to move, edit there too and carry what it takes
 * along. A destination out of reach is a validation error about the input, and these are told
 * after this.
 */
export function changerOf(kind: ParentItem) {
  return named<Args>(`changerOf ${kind}`, async (context, args): Promise<Verdict> => {
    const access = await editing(context, kind, args)
    if (typeof access === 'string') return access
    const { id, tripId, input } = args
    if (writesMoney(input) && !access.canEditExpenses) return 'FORBIDDEN'
    const to = input.updateTrip
    if (typeof to !== 'number' || to === tripId) return 'OK'
    const there = await context.access(to)
    if (there === null) return 'OK'
    if (!there.canEdit) return 'FORBIDDEN'
    if (bringsMoney(input) && !there.canEditExpenses) return 'FORBIDDEN'
    const trips = [access, there]
    return (await mayCarry(context.db.prisma, kind, id, trips)) ? 'OK' : 'FORBIDDEN'
  })
}
