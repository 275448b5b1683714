/** Preparing uploads (contract 14): a key, a signed address to send to, a receipt to attach by. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { fail, Refusal } from '../errors.ts'
import type { MutationPrepareUploadArgs } from '../generated/types.ts'
import { granted, type Place as Parent, tripOfPlace } from '../permissions/placed.ts'
import { type ParentKind, uploadComplaints } from '../upload-fields.ts'
import { sealReceipt } from './receipt.ts'
import { prepared } from './sql.ts'
import { byAddress } from './throttle.ts'
import { account } from './viewer.ts'

type Input = MutationPrepareUploadArgs['input']

interface Place {
  visibility: 'private' | 'public'
  id: string
  key: string
}

/** An unguessable place: 128 random bits, and the extension where it is a plain one. */
function newPlace(visibility: Place['visibility'], filename: string): Place {
  const id = randomBytes(16).toString('hex')
  const [extension = ''] = /\.[a-z\d]{1,10}$/.exec(filename.trim().toLowerCase()) ?? []
  const folder = visibility === 'private' ? 'documents/private/' : ''
  return { visibility, id, key: `${folder}${id}${extension}` }
}

const remembered = 'insert into upload (id, key, visibility, created_at)'

/** The row that makes the object a known one, before its address is told. */
async function remember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, key, visibility }: Place,
): Promise<void> {
  const text = `${remembered} values ($1, $2, $3, $4)`
  await db.query(prepared(text, [id, key, visibility, clock().toISOString()]))
}

/** Puts a file of the service's own, such as a mail's PDF, under a key like those of `newPlace`. */
export async function keepFile(
  context: Pick<Context, 'db' | 'clock' | 'objects'>,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
  await remember(context, { id, key, visibility: 'private' })
  const order = { visibility: 'private', key, contentType, contentLength: bytes.length } as const
  await context.objects.put(order, bytes)
}

/** As `remember`, if the caller may change documents there: the second lock. */
async function rememberFor(parent: Parent, context: Context, place: Place): Promise<void> {
  const { from, where } = granted('$6', 'change')
  const text = `with door as (
      select from ${from} join (${tripOfPlace(parent.kind, '$5')}) place on place.trip_id = t.id
      where ${where} for share of m)
    ${remembered} select $1, $2, $3, $4::timestamptz from door returning id`
  const moment = context.clock().toISOString()
  const values = [place.id, place.key, place.visibility, moment, parent.id, account(context).id]
  if ((await context.db.query(prepared(text, values))).length === 0) fail('FORBIDDEN')
}

async function prepareUpload(_: unknown, { input }: { input: Input }, context: Context) {
  const fields = uploadComplaints(input)
  if (Object.keys(fields).length > 0) throw new Refusal('BAD_USER_INPUT', { fields })
  const { purpose, filename, contentType, contentLength } = input
  const isDocument = purpose === 'document'
  const place = newPlace(isDocument ? 'private' : 'public', filename)
  const { visibility, key } = place
  const parent = { kind: input.parentType as ParentKind, id: input.parentId ?? 0 }
  if (isDocument) {
    await rememberFor(parent, context, place)
  } else {
    await context.throttle.count(byAddress('upload', context.address))
    await remember(context, place)
  }
  const { objects, secret, clock } = context
  const length = contentLength ?? undefined
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
