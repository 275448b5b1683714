/**
 * Writes of documents: attaching, renaming, changing, moving, soft deletes (test/spec/13). One
 * statement checks the right, holds it, and writes.
 */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type { DocumentInput, DocumentUpdateInput } from '../../generated/types.ts'
import { isWebUrl } from '../../input/web-urls.ts'
import { snakeCase } from '../../names.ts'
import { granted } from '../../permissions/access.ts'
import { parentKinds } from '../../permissions/parent-kinds.ts'
import {
  directParent,
  heldParent,
  type InTripArgs,
  isOwnAlone,
  type Parent,
  parentsNamed,
  setParent,
  withParent,
} from '../../permissions/parents.ts'
import { ownerParts } from '../hot-path/itinerary-reads.ts'
import { binder, prepared, snakeKeys } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { type DocumentRow, documentColumns, isLink, seenDocument } from './document-reads.ts'
import { openReceipt } from './receipt.ts'

type Bind = (value: unknown) => string

/**
 * SQL: the trip of the parent as a row, if the viewer may change the documents there. The
 * membership is held until the statement is done: who is removed meanwhile either wrote before or
 * not at all.
 */
function permittedOn(args: InTripArgs, viewer: string, bind: Bind): string {
  const { kind, id } = directParent(args)
  const { from, where } = granted(viewer, 'canEditDocuments')
  return `permitted as (
    select m.trip_id from ${from} join (${heldParent(kind, bind(id))}) parent
      on parent.trip_id = t.id
    where m.trip_id = ${bind(args.tripId)} and ${where} for share of m)`
}

/** SQL: whether it was permitted, beside what was written, with its owner. */
function answer(tripId: string): string {
  return `select (select count(*)::int from permitted) as open, c.*, ${ownerParts.columns}
    from (select) as one left join (select ${documentColumns('c', tripId)} from written c) c on true
    ${ownerParts.join}`
}

async function written(
  context: Context,
  text: string,
  values: unknown[],
): Promise<DocumentRow | null> {
  type Row = { open: number } & (DocumentRow | { id: null })
  const [row] = await context.db.query<Row>(prepared(text, values))
  // Open a moment ago: the parent or the right has gone since.
  if (!row?.open) return fail('FORBIDDEN')
  return row.id === null ? null : row
}

/** What is kept of the receipt of a file, so that a repeated attach finds it; null for a link. */
function receiptHash(context: Context, parent: Parent, input: DocumentInput): string | null {
  const { url, fileType = 'url', uploadToken } = input
  if (isLink({ fileType })) {
    return isWebUrl(url) && !/\s/.test(url) ? null : refuse('url', 'Enter a valid URL.')
  }
  if (!uploadToken) refuse('uploadToken', 'This field is required.')
  const userId = account(context).id
  const facts = { userId, parent, key: url, contentType: fileType }
  const { secret, clock } = context
  const receipt = openReceipt(secret, uploadToken, facts, clock())
  return receipt?.hash ?? refuse('uploadToken', 'Invalid or expired upload token.')
}

/**
 * Attaches a link or a file (test/spec/13-documents-attach). A receipt makes one document, however
 * often it is sent.
 */
export async function attachDocument(
  _: unknown,
  args: InTripArgs & { input: DocumentInput },
  context: Context,
): Promise<DocumentRow> {
  const { uploadToken: _token, ...fields } = args.input
  const parent = directParent(args)
  const hash = receiptHash(context, parent, args.input)
  const ownerId = account(context).id
  const record = { ...fields, receiptHash: hash, ownerId, [`${parent.kind}Id`]: parent.id }
  const into = Object.keys(record).map(snakeCase)
  const { values, bind } = binder()
  const text = `with ${permittedOn(args, bind(ownerId), bind)}, written as (
      insert into document (${into.join(', ')}) select ${into.map((f) => `r.${f}`).join(', ')}
      from permitted, json_populate_record(null::document, ${bind(snakeKeys(record))}) r
      on conflict (receipt_hash) do nothing returning *)
    ${answer(`${bind(args.tripId)}::int`)}`
  const made = await written(context, text, values)
  // What the receipt made may have been deleted since, or moved out of sight: then it is used up.
  const row =
    made ??
    (await seenDocument(context, 'd.receipt_hash', hash)) ??
    refuse('uploadToken', 'Invalid or expired upload token.')
  if (!isLink(row)) await keep(row.url, context)
  return row
}

/** What was sent stays as it is from now on; if the store is away, once it is first read. */
async function keep(key: string, { objects, log }: Context): Promise<void> {
  await objects
    .keep(key)
    .catch((err) => log.warn({ err }, 'document could not be copied, the first read will retry'))
}

/** Writes to the one document of exactly that parent; throws NOT_FOUND for any other. */
async function writeAt(
  args: InTripArgs & { id: number },
  set: (bind: Bind) => string,
  context: Context,
): Promise<DocumentRow> {
  const { kind, id } = directParent(args)
  const { values, bind } = binder()
  const text = `with ${permittedOn(args, bind(account(context).id), bind)}, written as (
      update document c set ${set(bind)} from permitted
      where c.id = ${bind(args.id)} and c.${kind}_id = ${bind(id)} and c.deleted_at is null
      returning c.*)
    ${answer(`${bind(args.tripId)}::int`)}`
  return (await written(context, text, values)) ?? fail('NOT_FOUND')
}

/** Renames a document attached to exactly that parent (test/spec/13-documents-edit). */
export function renameDocument(
  _: unknown,
  args: InTripArgs & { id: number; input: { title: string } },
  context: Context,
): Promise<DocumentRow> {
  return writeAt(args, (bind) => `title = ${bind(args.input.title)}`, context)
}

/** Soft-deletes a document attached to exactly that parent (test/spec/13-documents-edit). */
export async function removeDocument(
  _: unknown,
  args: InTripArgs & { id: number },
  context: Context,
): Promise<true> {
  await writeAt(args, () => 'deleted_at = clock_timestamp()', context)
  return true
}

/**
 * Changes a document wherever it lies, and moves it where a target is named
 * (test/spec/13-documents-move).
 */
export async function updateDocument(
  _: unknown,
  { id, input }: { id: number; input: DocumentUpdateInput },
  context: Context,
): Promise<DocumentRow> {
  const named = new Set<string>(parentKinds.map((kind) => `${kind}Id`))
  const fields = Object.fromEntries(Object.entries(input).filter(([key]) => !named.has(key)))
  const [target] = parentsNamed(input)
  if (!target && Object.keys(fields).length === 0) {
    return (await seenDocument(context, 'd.id', id)) ?? fail('FORBIDDEN')
  }
  const { values, bind } = binder()
  const viewer = bind(account(context).id)
  const record = bind(snakeKeys(fields))
  const sets = Object.keys(fields)
    .map(snakeCase)
    .map((field) => `${field} = r.${field}`)
  if (target) sets.push(...setParent(target, bind(target.id)))
  const destination = target
    ? heldParent(target.kind, bind(target.id))
    : 'select trip_id from source'
  const { from, where } = granted(viewer, 'canEditDocuments')
  // The document is locked first: one that is being moved has the parent it is moved to.
  const text = `with locked as (
      select * from document where id = ${bind(id)} and deleted_at is null for update),
    source as (
      select d.id, parent.trip_id, ${isOwnAlone(viewer)} as own from ${withParent('locked')}),
    destination as (${destination}),
    permitted as (
      select m.trip_id from ${from}
      where m.trip_id in (select trip_id from source union all select trip_id from destination)
        and ${where} for share of m),
    written as (
      update document c set ${sets.join(', ')}
      from source, json_populate_record(null::document, ${record}) r
      where c.id = source.id
        and (source.own or source.trip_id in (select trip_id from permitted))
        ${target ? 'and exists (select from destination join permitted using (trip_id))' : ''}
      returning c.*)
    select c.*, ${ownerParts.columns}
    from (select ${documentColumns('c', '(select trip_id from destination)')} from written c) c
    ${ownerParts.join}`
  const [row] = await context.db.query<DocumentRow>(prepared(text, values))
  return row ?? fail('FORBIDDEN')
}
