/** Preparing uploads (test/spec/14): a key, a signed URL to send to, a receipt to attach by. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { MutationPrepareUploadArgs } from '../../generated/types.ts'
import { maxBytes } from '../../input/upload-fields.ts'
import { byAddress } from '../../limits/throttle.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { granted } from '../../permissions/access.ts'
import type { ParentKind } from '../../permissions/parent-kinds.ts'
import { type Parent, tripOfParent } from '../../permissions/parents.ts'
import { prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { sealReceipt } from './receipt.ts'
import { checkUnused, mibOf, subjectOf } from './unused-uploads.ts'

type Input = MutationPrepareUploadArgs['input']

interface StoredObject {
  visibility: 'private' | 'public'
  id: string
  key: string
}

/** An unguessable key: 128 random bits, and the extension where it is a plain one. */
function newObject(visibility: StoredObject['visibility'], filename: string): StoredObject {
  const id = randomBytes(16).toString('hex')
  const [extension = ''] = /\.[a-z\d]{1,10}$/.exec(filename.trim().toLowerCase()) ?? []
  const folder = visibility === 'private' ? 'documents/private/' : ''
  return { visibility, id, key: `${folder}${id}${extension}` }
}

const remembered = 'insert into upload (id, key, visibility, created_at, subject, mib)'

/** Whom an upload counts for, and as how much; no one, for a file of the service's own. */
type Counted = { subject: string | null; mib: number }

/** The row that makes the object a known one, before its address is told. */
async function remember(
  db: Queryable,
  { id, key, visibility }: StoredObject,
  { subject, mib }: Counted,
  now: Date,
): Promise<void> {
  const text = `${remembered} values ($1, $2, $3, $4, $5, $6)`
  await db.query(prepared(text, [id, key, visibility, now.toISOString(), subject, mib]))
}

/**
 * Puts a file of the service's own, such as a mail's PDF, under a key like those of `newObject`.
 */
export async function keepFile(
  { db, clock, objects }: Pick<Context, 'db' | 'clock' | 'objects'>,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
  const counted = { subject: null, mib: mibOf(bytes.length) }
  await remember(db, { id, key, visibility: 'private' }, counted, clock())
  const order = { visibility: 'private', key, contentType, contentLength: bytes.length } as const
  await objects.put(order, bytes)
}

/** As `remember`, if the caller may change documents there: the second lock. */
async function rememberFor(
  parent: Parent,
  tx: Queryable,
  { id, key, visibility }: StoredObject,
  { subject, mib }: Counted,
  context: Context,
): Promise<void> {
  const { from, where } = granted('$8', 'canEditDocuments')
  const text = `with permitted as (
      select from ${from} join (${tripOfParent(parent.kind, '$7')}) parent on parent.trip_id = t.id
      where ${where} for share of m)
    ${remembered} select $1, $2, $3, $4::timestamptz, $5, $6::int from permitted returning id`
  const moment = context.clock().toISOString()
  const values = [id, key, visibility, moment, subject, mib, parent.id, account(context).id]
  if ((await tx.query(prepared(text, values))).length === 0) fail('FORBIDDEN')
}

async function prepareUpload(_: unknown, { input }: { input: Input }, context: Context) {
  const { purpose, filename, contentType, contentLength } = input
  const isDocument = purpose === 'document'
  const object = newObject(isDocument ? 'private' : 'public', filename)
  const { visibility, key } = object
  const parent = { kind: input.parentType as ParentKind, id: input.parentId ?? 0 }
  const { objects, secret, clock } = context
  const length = contentLength ?? undefined
  if (!isDocument) await context.throttle.count(byAddress('upload', context.address))
  const counted = { subject: subjectOf(context), mib: mibOf(length ?? maxBytes[visibility]) }
  await context.db.transaction(async (tx) => {
    await checkUnused(tx, counted, context)
    if (isDocument) await rememberFor(parent, tx, object, counted, context)
    else await remember(tx, object, counted, clock())
  })
  const order = { visibility, key, contentType, contentLength: length }
  const { url, headers, expiresAt } = await objects.prepare(order)
  return {
    uploadUrl: url,
    method: 'PUT',
    headers,
    objectKey: key,
    bucket: objects.bucketName(visibility),
    purpose,
    visibility,
    expiresAt,
    contentLength: length ?? null,
    publicUrl: isDocument ? null : objects.publicUrl(key),
    uploadToken: isDocument
      ? sealReceipt(secret, { userId: account(context).id, parent, key, contentType }, clock())
      : null,
  }
}

export const uploadResolvers = { Mutation: { prepareUpload } }
