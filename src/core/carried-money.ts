/**
 * What a child takes along when it moves to another trip, and who may carry it (test/spec/12): a
 * move must not show, nor write, what a direct request could not.
 */
import type { Tx } from '../outside/database/database.ts'
import type { Access } from './access.ts'
import type { ParentItem } from './parent-kinds.ts'

/** Money fields of an update, read or not yet. */
export interface Money {
  price?: number | null
  currency?: string | null
}

/** Whether a price or a currency is written; clearing one counts as well. */
export const writesMoney = (input: object) => 'price' in input || 'currency' in input

/** Whether an update brings a price or a currency; one that clears them brings none. */
export const bringsMoney = ({ price = null, currency }: Money) =>
  price !== null || (currency ?? '').trim() !== ''

// Like a price, a currency alone is hidden if the viewer may not see expenses.
const money = [{ price: { not: null } }, { currency: { not: '' } }]
// Deleted ones count: they can be restored wherever the child is by then.
const papers = [{ documents: { some: {} } }, { emails: { some: {} } }]

/** Whether the viewer may, on all trips, edit everything that the child takes along. */
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
