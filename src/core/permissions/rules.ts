/**
 * The named rules of the permission table. A rule answers true or the refusal of the catalogue; it
 * reads facts through the context's memoised loaders, and a loader that fails refuses with its own
 * error: a database that is away is neither a permission nor a denial.
 *
 * The order of the checks is that of test/spec/01.1: credentials, trip, object, right.
 */

import { type Code, Refusal } from '../../base/errors.ts'
import type { Access } from '../access.ts'
import { writesMoney } from '../carried.ts'
import type { Context, HeldContext } from '../context.ts'
import type { ParentItem } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import { Decided, holding, rule } from './shield.ts'

type Args = { id: number; tripId: number }
type Parent = { id: number; tripId: number }
/** A refusal of its own where the specification gives it words or a place before the right. */
export type Verdict = Code | 'OK' | Refusal

// One object each: building an error with its stack costs more than the row it refuses.
const refusals = new Map<Code, Refusal>()

function refusal(code: Code): Refusal {
  const found = refusals.get(code) ?? new Refusal(code)
  refusals.set(code, found)
  return found
}

/** A rule with a name for the table's readers; `check` reads facts, and never writes. */
export function named<A = Args>(
  name: string,
  check: (context: Context, args: A, parent: Parent) => Promise<Verdict>,
) {
  return rule(name, { cache: 'no_cache' })(async (parent: Parent, args: A, context: Context) => {
    try {
      const verdict = await check(context, args, parent)
      if (verdict === 'OK') return true
      if (verdict instanceof Refusal) return verdict
      const { viewer } = context
      if (verdict === 'UNAUTHENTICATED' && viewer.kind === 'anonymous' && viewer.message) {
        return new Refusal(verdict, { message: viewer.message })
      }
      return refusal(verdict)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  })
}

/**
 * The same for a mutation that is decided in the transaction that writes. Who is anonymous gets
 * none, and is to be refused first. For `reads` see `holding`.
 */
export function namedHeld<A = Args>(
  name: string,
  check: (context: HeldContext, args: A) => Promise<Verdict>,
  reads?: (args: A) => boolean,
) {
  const decide = (context: Context, args: A) => check(context as HeldContext, args)
  return holding(named<A>(name, decide), reads)
}

/** A check of whoever is signed in; others are refused before it. */
export function ofUser<C extends Context, A>(
  check: (context: C, args: A, userId: number) => Promise<Verdict>,
) {
  return async (context: C, args: A): Promise<Verdict> => {
    const { viewer } = context
    return viewer.kind === 'user' ? check(context, args, viewer.user.id) : 'UNAUTHENTICATED'
  }
}

/** The trip's access record, or the verdict that refuses it. */
async function accessOrVerdict(context: Context, tripId: number): Promise<Access | Code> {
  if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
  return (await context.access(tripId)) ?? 'NOT_FOUND'
}

/** OK for whoever has the right on the trip; without one, for whoever has access. */
export async function withRight(context: Context, tripId: number, right?: Right): Promise<Verdict> {
  const access = await accessOrVerdict(context, tripId)
  if (typeof access === 'string') return access
  return right === undefined || access[right] ? 'OK' : 'FORBIDDEN'
}

export const signedIn = named('signedIn', async ({ viewer }) =>
  viewer.kind === 'user' ? 'OK' : 'UNAUTHENTICATED',
)

export const operator = named('operator', async ({ viewer }) => {
  if (viewer.kind === 'operator') return 'OK'
  return viewer.kind === 'user' ? 'FORBIDDEN' : 'UNAUTHENTICATED'
})

export const userOrOperator = named('userOrOperator', async ({ viewer }) =>
  viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'OK',
)

/** On the trip `id`: whoever has access, or the right that is named. */
const onTrip = (name: string, right?: Right) =>
  named(name, (context, { id }) => withRight(context, id, right))
export const memberOfTrip = onTrip('memberOfTrip')
export const editorOfTrip = onTrip('editorOfTrip', 'canEdit')
export const ownerOfTrip = onTrip('ownerOfTrip', 'isOwner')

/** The caller may add expenses to the trip named by `tripId`. */
export const editorOfExpenses = named('editorOfExpenses', (context, { tripId }) =>
  withRight(context, tripId, 'canEditExpenses'),
)

/** The caller may add items to the trip named by `tripId`, with their price. */
export const editorOfItinerary = named<{ tripId: number; input: object }>(
  'editorOfItinerary',
  async (context, { tripId, input }) => {
    const access = await accessOrVerdict(context, tripId)
    if (typeof access === 'string') return access
    return access.canEdit && (access.canEditExpenses || !writesMoney(input)) ? 'OK' : 'FORBIDDEN'
  },
)

/** The access of whoever may edit the child `id` of the trip `tripId`, or the verdict on others. */
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

/** As that; but whoever may not see expenses does not learn which exist. */
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

/**
 * On a field of an item: the caller sees the expenses of its trip. Access is asked for where items
 * are handed out (handing-out.ts), once for a list.
 */
export const withExpenses = new Decided<Parent, Context>(({ tripId }, { viewer, knownAccess }) => {
  const access = knownAccess(tripId)
  if (access === undefined) throw new Error(`no one has asked for access to the trip ${tripId}`)
  if (access instanceof Error) return access
  if (viewer.kind !== 'user') return refusal('UNAUTHENTICATED')
  if (access === null) return refusal('NOT_FOUND')
  return access.canSeeExpenses || refusal('FORBIDDEN')
})
