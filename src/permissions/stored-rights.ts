/**
 * What is stored of two members of a trip, for the rules on who changes whom (test/spec/11.4,
 * 11.5). Stored means: without the owner's Pro, which decides what a right is worth, not who has
 * it.
 */
import type { Context } from '../context.ts'
import type { Capability } from './access.ts'

export type Stored = { userId: number; isOwner: boolean } & Record<Capability, boolean>

const text = `select user_id as "userId", is_owner as "isOwner", can_edit as "canEdit",
    can_add_guests as "canAddGuests", can_see_expenses as "canSeeExpenses",
    can_edit_expenses as "canEditExpenses", can_see_documents as "canSeeDocuments",
    can_edit_documents as "canEditDocuments"
  from member where trip_id = $1 and user_id = any ($2::int[]) and joined`

/**
 * The joined members among these users. Asked anew each time: the mutations of one operation come
 * one after the other, and each may change what the next one finds.
 */
export async function storedRights(
  { db }: Pick<Context, 'db'>,
  tripId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Stored>> {
  const rows = await db.query<Stored>({ text, values: [tripId, userIds], isPrepared: true })
  return new Map(rows.map((row) => [row.userId, row]))
}
