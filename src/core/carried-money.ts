/**
 * What a child carries to another trip, and who may carry it (test/spec/12): a move must not reveal
 * or write anything that a direct request could not.
 */
import type { Tx } from '../outside/database/database.ts'
import type { Access } from './access.ts'
import type { ParentItem } from './parent-kinds.ts'

/** Money fields of an update, raw or validated. */
export interface Money {
  price?: number | null
  currency?: string | null
}

/** Whether a price or a currency is written; clearing one counts as well. */
export const writesMoney = (input: object) => 'price' in input || 'currency' in input

/** Whether an update sets a price or a currency, other than to clear it. */
export const bringsMoney = ({ price = null, currency }: Money) =>
  price !== null || (currency ?? '').trim() !== ''

// A currency alone is hidden like a price if the viewer may not see expenses.
const money = [{ price: { not: null } }, { currency: { not: '' } }]
// Deleted ones count, because they can be restored after the move.
const papers = [{ documents: { some: {} } }, { emails: { some: {} } }]

/** Whether the viewer may edit, on all of these trips, everything that the child carries. */
export async function mayCarry(
  prisma: Tx,
  kind: ParentItem,
  id: number,
  trips: readonly Access[],
): Promise<boolean> {
  const barred = [
    ...(trips.every(({ canEditExpenses }) => canEditExpenses) ? [] : money),
    ...(trips.every(({ canEditDocuments }) => canEditDocuments) ? [] : papers),
  ]
  const model: { count(asked: { where: object }): Promise<number> } = prisma[kind]
  return barred.length === 0 || (await model.count({ where: { id, OR: barred } })) === 0
}
