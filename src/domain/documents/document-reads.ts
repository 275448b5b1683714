/** Reads of documents: lists, tombstones, one of them (test/spec/05, 13-documents-download). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { grantedOn } from '../../permissions/access.ts'
import {
  attachedIn,
  grantedOnParent,
  type InTripArgs,
  withParent,
} from '../../permissions/parents.ts'
import { type OwnerColumns, ownerParts, withOwner } from '../hot-path/itinerary-reads.ts'
import { type PageArgs, parameters, readPage } from '../hot-path/page.ts'
import { selected } from '../hot-path/selection.ts'
import { binder, columns, prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { weightOf } from '../hot-path/weights.ts'
import { type Holder, parentKeys, parentsWeight } from './attached-to.ts'

/** A document as its statements read it; `tripId` is the trip it was found in. */
export interface DocumentRow extends OwnerColumns, Holder {
  id: number
  title: string
  fileType: string
  url: string
  tripId: number | null
}

type ListArgs = InTripArgs & PageArgs & { since?: string | null; updatedSince?: string | null }

const own = [
  ...['id', 'title', 'description', 'ownerId', 'fileType', 'url', 'thumbUrl', 'faviconUrl'],
  ...[...parentKeys, 'createdAt', 'updatedAt'],
]

/** SQL: the columns of the document `alias`, which was found in that trip. */
export function documentColumns(alias: string, tripId: string): string {
  return `${columns(alias, own)}, ${tripId} as "tripId"`
}

/** A page of the active documents of a parent, newest first. */
export function listDocuments(
  _: unknown,
  args: ListArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { values, bind } = parameters()
  const asked = selected(info, 'results')
  let where = `c.deleted_at is null
    and ${grantedOn('asked.trip', bind(account(context).id), 'canSeeDocuments')}`
  if (args.updatedSince) where += ` and c.updated_at >= ${bind(args.updatedSince)}::timestamptz`
  const listing = {
    // The page is ordered by what its wire form has cut.
    columns: `${documentColumns('c', 'asked.trip')}, c.created_at`,
    from: `${attachedIn('document', args, 'asked.trip', bind)} c`,
    where,
    order: 'c.created_at desc, c.id desc',
    values,
    weight: `${weightOf(own)} + ${parentsWeight((key) => `c."${key}"`, info, 'results')}`,
    after: (id: string) =>
      `(c.created_at, c.id) < (select d.created_at, d.id from document d where d.id = ${id})`,
    ...(asked.has('owner') && { added: ownerParts }),
  }
  return readPage<DocumentRow>(context, args.tripId, listing, args)
}

/**
 * What is left of the deleted documents of a parent; `since` counts before `updatedSince`
 * (test/spec/01.8).
 */
export function listDeletedDocuments(_: unknown, args: ListArgs, context: Context) {
  const { values, bind } = parameters()
  const since = args.since ?? args.updatedSince
  let where = `c.deleted_at is not null
    and ${grantedOn('asked.trip', bind(account(context).id), 'canSeeDocuments')}`
  if (since) where += ` and c.deleted_at >= ${bind(since)}::timestamptz`
  const from = `${attachedIn('document', args, 'asked.trip', bind)} c`
  const listing = { columns: columns('c', ['id', 'deletedAt']), from, where, order: 'c.id', values }
  return readPage(context, args.tripId, listing, args)
}

/** One active document of a parent; throws NOT_FOUND for any other id. */
export async function oneDocument(
  _: unknown,
  args: InTripArgs & { id: number },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { values, bind } = binder()
  const trip = bind(args.tripId)
  const select = `select ${documentColumns('c', `${trip}::int`)}
    from ${attachedIn('document', args, trip, bind)} c
    where c.id = ${bind(args.id)} and c.deleted_at is null
      and ${grantedOn(trip, bind(account(context).id), 'canSeeDocuments')}`
  const text = withOwner(select, selected(info).has('owner'))
  const [row] = await context.db.query<DocumentRow>(prepared(text, values))
  return row ?? fail('NOT_FOUND')
}

/** The active document that a condition on `d` finds, wherever it lies, if the viewer sees it. */
export async function seenDocument(
  context: Context,
  condition: string,
  value: unknown,
): Promise<DocumentRow | undefined> {
  const select = `select ${documentColumns('d', 'parent.trip_id')} from ${withParent('document')}
    where ${condition} = $1 and d.deleted_at is null
      and ${grantedOnParent('$2', 'canSeeDocuments')}`
  const values = [value, account(context).id]
  const [row] = await context.db.query<DocumentRow>(prepared(withOwner(select, true), values))
  return row
}

/** Where a document can be fetched; FORBIDDEN for one not there, NOT_FOUND without its bytes. */
export async function documentDownload(_: unknown, { id }: { id: number }, context: Context) {
  const row = (await seenDocument(context, 'd.id', id)) ?? fail('FORBIDDEN')
  const { title, fileType, url } = row
  if (isLink(row)) return { downloadUrl: url, fileType, title, expiresAt: null }
  const address = (await readUrlOf(row, context)) ?? fail('NOT_FOUND')
  return { downloadUrl: address.url, fileType, title, expiresAt: address.expiresAt }
}

export function isLink({ fileType }: Pick<DocumentRow, 'fileType'>): boolean {
  return fileType === 'url'
}

/** A signed URL of the bytes; null if they are not there. */
export function readUrlOf({ url, fileType, title }: DocumentRow, { objects }: Context) {
  return objects.readUrl({ key: url, contentType: fileType, fileName: title })
}
