/** Preparing uploads (test/spec/14): a key, a signed URL to send to, a receipt to attach by. */
import { randomBytes } from 'node:crypto'
import type { MutationPrepareUploadArgs } from '../../../generated/types.ts'
import { maxObjectBytes, type Visibility } from '../../../outside/objects/objects.ts'
import { recordUpload, type StoredObject } from '../../../outside/objects/uploads.ts'
import type { Context } from '../../context.ts'
import { byAddress } from '../../limits/throttle.ts'
import type { ParentKind } from '../../parent-kinds.ts'
import { account } from '../../store/viewer.ts'
import { sealReceipt } from './receipt.ts'
import { checkUnused, mibOf, subjectOf } from './unused-uploads.ts'

/**
 * An object with an unguessable key: 128 random bits, and the file name's extension if it is plain.
 */
export function newObject(visibility: Visibility, filename: string): StoredObject {
  const id = randomBytes(16).toString('hex')
  const [extension = ''] = /\.[a-z\d]{1,10}$/.exec(filename.trim().toLowerCase()) ?? []
  const folder = visibility === 'private' ? 'documents/private/' : ''
  return { visibility, id, key: `${folder}${id}${extension}` }
}

/** Stores a file made by the service, such as an email's PDF, under a key like `newObject`'s. */
export async function keepFile(
  { db, clock, objects }: Pick<Context, 'db' | 'clock' | 'objects'>,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const id = /[\da-f]{32}/.exec(key)?.[0] ?? ''
  const counted = { subject: null, mib: mibOf(bytes.length) }
  await recordUpload(db.prisma, { id, key, visibility: 'private' }, counted, clock())
  const order = { visibility: 'private', key, contentType, contentLength: bytes.length } as const
  await objects.put(order, bytes)
}

async function prepareUpload(_: unknown, { input }: MutationPrepareUploadArgs, context: Context) {
  const { purpose, filename, contentType, contentLength } = input
  const isDocument = purpose === 'document'
  const object = newObject(isDocument ? 'private' : 'public', filename)
  const { visibility, key } = object
  const { objects, secret, clock } = context
  const length = contentLength ?? undefined
  // Outside a transaction: the rule for an image needs none, and failed attempts count, too.
  if (!isDocument) await context.throttle.count(byAddress('upload', context.address))
  // Signing needs no request to the store. The URL is answered only after the upload is recorded.
  const order = { visibility, key, contentType, contentLength: length }
  const { url, headers, expiresAt } = await objects.prepare(order)
  const counted = { subject: subjectOf(context), mib: mibOf(length ?? maxObjectBytes[visibility]) }
  await context.db.transaction(async ({ prisma }) => {
    await checkUnused(prisma, counted, context)
    await recordUpload(prisma, object, counted, clock())
  })
  const parent = { kind: input.parentType as ParentKind, id: input.parentId ?? 0 }
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
