/**
 * Who sees and changes documents (test/spec/05, 13). A trip, a child or a document that is not
 * there is answered like one without the right.
 */
import type { Context } from '../context.ts'
import { grantedOn } from './access.ts'
import {
  directParent,
  grantedOnParent,
  type InTripArgs,
  itemsNamed,
  type Parent,
  type ParentArgs,
  parentsNamed,
  tripOfParent,
  withParent,
} from './parents.ts'
import type { Right } from './rights.ts'
import { named, type Verdict } from './rules.ts'

/** The caller has the right on the trip, and the child, if one is named, is a live one of it. */
function onParent(right: Right) {
  return async (context: Context, args: InTripArgs): Promise<Verdict> => {
    if (context.viewer.kind !== 'user') return 'UNAUTHENTICATED'
    const [child] = itemsNamed(args)
    const access = await context.access(args.tripId)
    if (!access?.[right]) return 'FORBIDDEN'
    if (!child) return 'OK'
    return (await context.isChild(child.kind, args.tripId, child.id)) ? 'OK' : 'FORBIDDEN'
  }
}

export const seesDocuments = named<InTripArgs>('seesDocuments', onParent('canSeeDocuments'))
export const changesDocuments = named<InTripArgs>('changesDocuments', onParent('canEditDocuments'))

/**
 * As these, and the document lies exactly there: that comes before what the body holds
 * (test/spec/01.1).
 */
export const changesDocumentThere = named<InTripArgs & { id: number }>(
  'changesDocumentThere',
  async (context, args) => {
    const verdict = await onParent('canEditDocuments')(context, args)
    if (verdict !== 'OK') return verdict
    const { kind, id } = directParent(args)
    const text = `select from document where id = $1 and ${kind}_id = $2 and deleted_at is null`
    const found = { text, values: [args.id, id], isPrepared: true }
    return (await context.db.query(found)).length > 0 ? 'OK' : 'NOT_FOUND'
  },
)

/** The caller has the right on the document's parent, and on the one it is to be moved to. */
async function atDocument(
  { db, viewer }: Context,
  right: Right,
  id: number,
  target?: Parent,
): Promise<Verdict> {
  if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
  const there = target
    ? `exists (select from (${tripOfParent(target.kind, '$3')}) there
        where ${grantedOn('there.trip_id', '$2', 'canEditDocuments')})`
    : 'true'
  const text = `select from ${withParent('document')}
    where d.id = $1 and d.deleted_at is null and ${grantedOnParent('$2', right)} and ${there}`
  const values = [id, viewer.user.id, ...(target ? [target.id] : [])]
  return (await db.query({ text, values, isPrepared: true })).length > 0 ? 'OK' : 'FORBIDDEN'
}

export const seesDocument = named('seesDocument', (context, { id }) =>
  atDocument(context, 'canSeeDocuments', id),
)

export const changesDocument = named<{ id: number; input: ParentArgs }>(
  'changesDocument',
  (context, { id, input }) => atDocument(context, 'canEditDocuments', id, parentsNamed(input)[0]),
)
