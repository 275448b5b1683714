/**
 * The named rules of the permission table. A failing loader's error is passed on: an unavailable
 * database neither permits nor denies.
 *
 * The order of the checks is that of test/spec/01.1: credentials, trip, object, right.
 */

import type { Code } from '../../base/errors.ts'
import type { Access } from '../access.ts'
import { writesMoney } from '../carried-money.ts'
import type { Context } from '../context.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import type { ParentItem } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import { named, type ShownTo, type Verdict } from './rule.ts'

type Args = { id: number; tripId: number }

/** A check of signed-in users; all others are refused. */
export function ofUser<C extends Context, A>(
  check: (context: C, args: A, viewer: KeyHolder) => Promise<Verdict>,
) {
  return async (context: C, args: A): Promise<Verdict> => {
    const { viewer } = context
    return viewer.kind === 'user' ? check(context, args, viewer.user) : 'UNAUTHENTICATED'
  }
}

/** The trip's access record, or the verdict of refusal. */
async function accessOrVerdict(context: Context, tripId: number): Promise<Access | Code> {
  if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return (await context.access(tripId)) ?? 'NOT_FOUND'
}

/** OK for viewers with the right on the trip; without `right`, for viewers with access. */
export async function withRight(context: Context, tripId: number, right?: Right): Promise<Verdict> {
  const access = await accessOrVerdict(context, tripId)
  if (typeof access === 'string') return access
  return right === undefined || access[right] ? 'OK' : 'FORBIDDEN'
}

export const signedIn = named('signedIn', async ({ viewer }) =>
  viewer.kind === 'user' ? 'OK' : 'UNAUTHENTICATED',
)

/** Refuses read-only keys; everything else is left to later rules. */
export const mayWrite = named('mayWrite', async ({ viewer }) =>
  viewer.kind === 'user' && viewer.user.narrowing?.readOnly ? 'FORBIDDEN' : 'OK',
)

/** The account itself, not a key that is a part of it (test/spec/b5-keys). */
export const wholeAccount = named('wholeAccount', async ({ viewer }) => {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return isPart(viewer.user) ? 'FORBIDDEN' : 'OK'
})

/** A key or token without any restriction. */
export const fullKey = named('fullKey', async ({ viewer }) => {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return viewer.user.narrowing ? 'FORBIDDEN' : 'OK'
})

export const operator = named('operator', async ({ viewer }) => {
  if (viewer.kind === 'operator') return 'OK'
  return viewer.kind === 'user' ? 'FORBIDDEN' : 'UNAUTHENTICATED'
})

export const userOrOperator = named('userOrOperator', async ({ viewer }) =>
  viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'OK',
)

/** On the trip `id`: viewers with the right, or with access if none is given. */
const onTrip = (name: string, right?: Right) =>
  named(name, (context, { id }) => withRight(context, id, right))
export const memberOfTrip = onTrip('memberOfTrip')
export const editorOfTrip = onTrip('editorOfTrip', 'canEdit')
export const ownerOfTrip = onTrip('ownerOfTrip', 'isOwner')

/** The caller may add expenses to the trip `tripId`. */
export const editorOfExpenses = named('editorOfExpenses', (context, { tripId }) =>
  withRight(context, tripId, 'canEditExpenses'),
)

/** The caller may add items to the trip `tripId`, with the price sent. */
export const editorOfItinerary = named<{ tripId: number; input: object }>(
  'editorOfItinerary',
  async (context, { tripId, input }) => {
    const access = await accessOrVerdict(context, tripId)
    if (typeof access === 'string') return access
    return access.canEdit && (access.canEditExpenses || !writesMoney(input)) ? 'OK' : 'FORBIDDEN'
  },
)

/** The caller's access if they may edit the child `id` of the trip `tripId`, else the verdict. */
export async function editing(
  context: Context,
  kind: ParentItem,
  { tripId, id }: Args,
): Promise<Access | Code> {
  const access = await accessOrVerdict(context, tripId)
  if (typeof access === 'string') return access
  if (!(await context.isChild(kind, tripId, id))) return 'NOT_FOUND'
  return access.canEdit ? access : 'FORBIDDEN'
}

/** The child `id` is in the trip `tripId`, and the caller may edit it. */
export function editorOf(kind: ParentItem) {
  return named(`editorOf ${kind}`, async (context, args) => {
    const access = await editing(context, kind, args)
    return typeof access === 'string' ? access : 'OK'
  })
}

/** The same for an expense, whose existence is hidden from those who cannot see expenses. */
export const editorOfExpense = named('editorOfExpense', async (context, { tripId, id }) => {
  const access = await accessOrVerdict(context, tripId)
  if (typeof access === 'string') return access
  if (!access.canSeeExpenses) return 'FORBIDDEN'
  if (!(await context.isChild('expense', tripId, id))) return 'NOT_FOUND'
  return access.canEditExpenses ? 'OK' : 'FORBIDDEN'
})

/** On a field of a trip: the caller sees its expenses. */
export const seesExpensesOfTrip = named('seesExpensesOfTrip', (context, _args, trip) =>
  withRight(context, trip.id, 'canSeeExpenses'),
)

/** On a field of an account: the viewer is not a part of it. New accounts have no viewer yet. */
export const shownToWholeAccount: ShownTo = {
  name: 'shownToWholeAccount',
  keepsKey: true,
  decide: (_account, { viewer }) =>
    viewer.kind === 'user' && isPart(viewer.user) ? 'FORBIDDEN' : 'OK',
}

/** On a field of an item: the caller sees the expenses of its trip, loaded once per trip. */
export const withExpenses: ShownTo = {
  name: 'withExpenses',
  decide({ tripId }: { tripId: number }, context) {
    const access = context.knownAccess(tripId)
    if (access === undefined) return withRight(context, tripId, 'canSeeExpenses')
    if (access instanceof Error) throw access
    if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
    if (access === null) return 'NOT_FOUND'
    return access.canSeeExpenses ? 'OK' : 'FORBIDDEN'
  },
}
