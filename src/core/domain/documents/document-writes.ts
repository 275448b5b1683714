/**
 * All writes of documents: attaching, renaming, changing, moving, soft-deleting (test/spec/13). The
 * rule has permitted the write, and holds the right until the commit.
 */

import { refuse } from '../../../base/errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { DocumentInput, DocumentUpdateInput } from '../../../generated/types.ts'
import { momentIn } from '../../../outside/database/moment.ts'
import type { Context, HeldContext } from '../../context.ts'
import {
  attachedTo,
  directParent,
  type InTripArgs,
  type Parent,
  parentsNamed,
  unmoved,
} from '../../permissions/parents.ts'
import { account } from '../../store/viewer.ts'
import { type DocumentRow, documentFields, isLink, seenDocument } from './document-reads.ts'
import { openReceipt } from './receipt.ts'

type One = InTripArgs & { id: number }

/** Stores documents, at most one per receipt; returns the ids of the new ones, unordered. */
export async function addDocuments(
  tx: Prisma.TransactionClient,
  documents: Prisma.DocumentCreateManyInput[],
): Promise<number[]> {
  const batch = { data: documents, skipDuplicates: true, select: { id: true } } as const
  const made = await tx.document.createManyAndReturn(batch)
  return made.map(({ id }) => id)
}

/** Attaches the documents of `from`, which the caller has locked, to `to`. */
export async function moveDocuments(
  tx: Prisma.TransactionClient,
  from: Parent,
  to: Parent,
): Promise<void> {
  await tx.document.updateMany({ where: { [`${from.kind}Id`]: from.id }, data: attachedTo(to) })
}

/** The hash of a file's receipt, by which a repeated attach finds its document; null for a link. */
function receiptHashOf(context: Context, parent: Parent, input: DocumentInput): string | null {
  const { url, fileType = 'url', uploadToken } = input
  if (isLink({ fileType })) return null
  const userId = account(context).id
  const facts = { userId, parent, key: url, contentType: fileType }
  const { secret, clock } = context
  const receipt = openReceipt(secret, uploadToken ?? '', facts, clock())
  return receipt?.hash ?? refuse('uploadToken', 'Invalid or expired upload token.')
}

/**
 * Attaches a link or a file (test/spec/13-documents-attach). A receipt creates one document,
 * however often it is sent.
 */
export async function attachDocument(
  _: unknown,
  args: InTripArgs & { input: DocumentInput },
  context: HeldContext,
): Promise<DocumentRow> {
  const { uploadToken: _token, ...fields } = args.input
  const parent = directParent(args)
  const receiptHash = receiptHashOf(context, parent, args.input)
  const ownerId = account(context).id
  const here = attachedTo(parent)
  const [id] = await addDocuments(context.tx, [{ ...fields, ...here, receiptHash, ownerId }])
  const where = id === undefined ? { ...here, receiptHash, deletedAt: null } : { id }
  // If the document has since been deleted or moved out of sight, the receipt is used up.
  const row =
    (await context.tx.document.findFirst({ where, select: documentFields })) ??
    (await seenDocument(context, { receiptHash }))
  if (!row) refuse('uploadToken', 'Invalid or expired upload token.')
  if (!isLink(row)) context.afterCommit(() => keep(row.url, context))
  return row
}

/** Protects the file from further uploads. If the store is unavailable, the first read does. */
async function keep(key: string, { objects, log }: Context): Promise<void> {
  await objects
    .keep(key)
    .catch((err) => log.warn({ err }, 'document could not be copied, the first read will retry'))
}

/** Renames a document attached to exactly that parent (test/spec/13-documents-edit). */
export function renameDocument(
  _: unknown,
  { id, input: { title } }: One & { input: { title: string } },
  { tx }: HeldContext,
): Promise<DocumentRow> {
  return tx.document.update({ where: { id }, data: { title }, select: documentFields })
}

/** Soft-deletes a document attached to exactly that parent (test/spec/13-documents-edit). */
export async function removeDocument(_: unknown, { id }: One, { tx }: HeldContext): Promise<true> {
  const data = { deletedAt: await momentIn(tx) }
  await tx.document.update({ where: { id }, data, select: { id: true } })
  return true
}

/**
 * Changes a document on any parent, and moves it to the target, if any
 * (test/spec/13-documents-move).
 */
export function updateDocument(
  _: unknown,
  { id, input }: { id: number; input: DocumentUpdateInput },
  { tx }: HeldContext,
): Promise<DocumentRow> {
  const [target] = parentsNamed(input)
  const data = { ...input, ...(target ? attachedTo(target) : unmoved) }
  return tx.document.update({ where: { id }, data, select: documentFields })
}
