/** What an invitation grants (test/spec/06.2, 11.2). */
import type { GuestPermissionsInput } from '../generated/types.ts'

/** The rights an invitation can grant, by their columns. */
export const grantable = [
  ...(['can_edit', 'can_add_guests', 'can_see_expenses', 'can_edit_expenses'] as const),
  ...(['can_see_documents', 'can_edit_documents'] as const),
]

/** The columns of a member that an invitation fills. */
export type Granted = Record<(typeof grantable)[number] | 'is_travelling', boolean>

/**
 * What is asked for, with its defaults (test/spec/11.2). What the inviter does not have is taken
 * away by the statement that writes it, what lacks a right it needs by the database
 * (test/spec/11.4).
 */
export function granted(asked: GuestPermissionsInput = {}): Granted {
  const mayChange = !asked.readOnly
  return {
    can_edit: mayChange && (asked.canEdit ?? true),
    can_add_guests: mayChange && (asked.canAddGuests ?? false),
    can_see_expenses: asked.canSeeExpenses ?? true,
    can_edit_expenses: mayChange && (asked.canEditExpenses ?? true),
    can_see_documents: asked.canSeeDocuments ?? true,
    can_edit_documents: mayChange && (asked.canEditDocuments ?? true),
    is_travelling: asked.isTravelling ?? true,
  }
}
