/** Who changes a child of a trip, and who moves it to another (contract 12.3). */
import type { Context } from '../context.ts'
import { type Movable, mayCarry } from './carried.ts'
import { editing, named, type Verdict } from './rules.ts'

interface Input {
  updateTrip?: number | null
  price?: number | null
  currency?: string | null
}
type Args = { id: number; tripId: number; input: Input }

/** Whether the viewer may carry the child to that trip, with what of its money is written anew. */
async function carries(
  { db }: Context,
  kind: Movable,
  viewerId: number,
  { id, tripId, input }: Args,
): Promise<boolean> {
  const { updateTrip, price, currency } = input
  const text = `select from ${kind} c, json_populate_record(null::${kind}, $4) r
    where c.id = $3 and ${mayCarry(kind, '$1', '$2')}`
  const values = [[tripId, updateTrip], viewerId, id, JSON.stringify({ price, currency })]
  return (await db.query({ name: `mayCarry ${kind}`, text, values })).length > 0
}

/**
 * The caller may edit the child, and where it is to move, edit there too and carry what it takes
 * along. A destination out of reach is a complaint about the input, which is read after this.
 */
function changerOf(kind: Movable) {
  return named<Args>(`changerOf ${kind}`, async (context, args): Promise<Verdict> => {
    const access = await editing(context, kind, args)
    if (typeof access === 'string') return access
    const { tripId, input } = args
    const { updateTrip, ...fields } = input
    if (typeof updateTrip !== 'number' || updateTrip === tripId) return 'OK'
    const there = await context.access(updateTrip)
    if (there === null) return 'OK'
    const { viewer } = context
    if (!there.canEdit || viewer.kind !== 'user') return 'FORBIDDEN'
    // What the caller may not write is ignored (1.9).
    const moved = access.canEditExpenses ? fields : {}
    const asked = { ...args, input: { ...moved, updateTrip } }
    return (await carries(context, kind, viewer.user.id, asked)) ? 'OK' : 'FORBIDDEN'
  })
}

export const changerOfHosting = changerOf('hosting')
export const changerOfActivity = changerOf('activity')
export const changerOfTransportation = changerOf('transportation')
