/**
 * Who sees and changes documents (test/spec/05, 13). A missing trip, child or document is answered
 * like one without the right.
 */

import { Conflict } from '../../base/errors.ts'
import { holdDocument, holdItem } from '../../outside/database/locks/items.ts'
import { pro } from '../access.ts'
import type { Context, HeldContext } from '../context.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import { parentKinds } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import {
  directParent,
  documentsWith,
  type InTripArgs,
  itemsNamed,
  type Parent,
  type ParentArgs,
  parentKeys,
  parentsNamed,
} from './parents.ts'
import { tripOfObject } from './restorable.ts'
import { named, namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

/** The caller has the right on the trip, and the named child, if any, is live and in the trip. */
function onParent(right: Right) {
  return ofUser(async (context: Context, args: InTripArgs) => {
    const [child] = itemsNamed(args)
    const access = await context.access(args.tripId)
    if (!access?.[right]) return 'FORBIDDEN'
    if (!child) return 'OK'
    return (await context.isChild(child.kind, args.tripId, child.id)) ? 'OK' : 'FORBIDDEN'
  })
}

export const seesDocuments = named<InTripArgs>('seesDocuments', onParent('canSeeDocuments'))
export const changesDocuments = namedHeld<InTripArgs>(
  'changesDocuments',
  onParent('canEditDocuments'),
)

/**
 * Locks the caller's access to the trips of those parents, in the order of the trips, before
 * anything else is locked there (test/core/races/memberships).
 */
export async function holdAccess({ tx, access }: HeldContext, ...parents: (Parent | undefined)[]) {
  const tripOf = (parent?: Parent) => parent && tripOfObject(tx, parent.kind, parent.id)
  const trips = await Promise.all(parents.map(tripOf))
  await Promise.all(trips.map((tripId) => tripId !== undefined && access(tripId)))
}

/** The parents of a document that the caller may change; null for any other. */
function changeable({ tx, clock }: HeldContext, viewer: KeyHolder, id: number) {
  const where = { id, deletedAt: null, ...documentsWith(viewer, clock(), 'canEditDocuments') }
  return tx.document.findFirst({ where, select: parentKeys })
}

/**
 * The caller may change documents there, and the document is attached exactly there: checked before
 * the body (test/spec/01.1).
 */
export const changesDocumentThere = namedHeld<InTripArgs & { id: number }>(
  'changesDocumentThere',
  ofUser(async (context, args, viewer) => {
    await context.access(args.tripId)
    const found = await changeable(context, viewer, args.id)
    const document = found && (await holdDocument(context.tx, args.id, parentKinds))
    const verdict = await onParent('canEditDocuments')(context, args)
    if (verdict !== 'OK') return verdict
    const { kind, id } = directParent(args)
    return document?.[`${kind}Id`] === id ? 'OK' : 'NOT_FOUND'
  }),
)

export const seesDocument = named<{ id: number }>(
  'seesDocument',
  ofUser(async ({ db, clock }, { id }, viewer) => {
    const seen = documentsWith(viewer, clock(), 'canSeeDocuments')
    const where = { id, deletedAt: null, ...seen }
    return (await db.prisma.document.count({ where })) > 0 ? 'OK' : 'FORBIDDEN'
  }),
)

/** The trip of a live parent, which stays in it until the commit; null for one out of reach. */
export async function heldTripOf({ tx, viewer }: HeldContext, { kind, id }: Parent) {
  if (viewer.kind !== 'user') return null
  return kind === 'trip' ? id : holdItem(tx, kind, id, viewer.user.id)
}

/**
 * Whether the caller may change the documents and emails of a trip. Throws Conflict if its
 * membership was not locked earlier, because something has since moved there.
 */
export function mayEditDocumentsIn({ knownAccess }: HeldContext, tripId: number | null): boolean {
  const access = tripId === null ? null : knownAccess(tripId)
  if (access === undefined) throw new Conflict()
  if (access instanceof Error) throw access
  return access?.canEditDocuments === true
}

/** The same for a parent, which stays in its trip until the commit. */
export const mayEditDocumentsOf = async (context: HeldContext, parent: Parent) =>
  mayEditDocumentsIn(context, await heldTripOf(context, parent))

/** The caller has the right on the document's parent, and on the one it moves to. */
export const changesDocument = namedHeld<{ id: number; input: ParentArgs }>(
  'changesDocument',
  ofUser(async (context, { id, input }, viewer) => {
    const { tx, clock } = context
    const [target] = parentsNamed(input)
    const found = await changeable(context, viewer, id)
    if (found) await holdAccess(context, parentsNamed(found)[0], target)
    const document = found && (await holdDocument(tx, id, parentKinds))
    if (!document) return 'FORBIDDEN'
    const [source] = parentsNamed(document)
    const own = { id: document.ownerId, AND: [{ id: viewer.id }, pro(clock())] }
    const isMine = source
      ? await mayEditDocumentsOf(context, source)
      : !isPart(viewer) && (await tx.user.count({ where: own })) > 0
    if (!isMine || (target && !(await mayEditDocumentsOf(context, target)))) return 'FORBIDDEN'
    return 'OK'
  }),
)
