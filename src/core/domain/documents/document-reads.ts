/** Reads of documents: lists, tombstones, single ones (test/spec/05, 13-documents-download). */
import type { GraphQLResolveInfo } from 'graphql'
import { fail } from '../../../base/errors.ts'
import type { PageArgs } from '../../../base/pages.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { itemKeys } from '../../parent-kinds.ts'
import {
  attachedAt,
  attachedThere,
  documentsWith,
  type InTripArgs,
  tripsShowingDocuments,
} from '../../permissions/parents.ts'
import { account } from '../../store/viewer.ts'
import { flat } from '../../store/weights.ts'
import { changedSince, deletedSince, prismaPage, type Since, weighedRows } from '../pages.ts'
import { person } from '../person.ts'
import { parentsBytes } from './attached-to.ts'

/** The columns read of a document. */
export const documentFields = {
  id: true,
  title: true,
  description: true,
  fileType: true,
  url: true,
  thumbUrl: true,
  faviconUrl: true,
  createdAt: true,
  updatedAt: true,
  atTrip: true,
  version: true,
  ownerId: true,
  ...itemKeys,
  owner: { select: person },
} satisfies Prisma.DocumentSelect

export type DocumentRow = Prisma.DocumentGetPayload<{ select: typeof documentFields }>

/** Prisma: the documents of a parent that the caller sees. */
const seenAt = (args: InTripArgs, context: Context): Prisma.DocumentWhereInput =>
  attachedAt(args, tripsShowingDocuments(context))

const among = (rows: readonly { id: number }[]) => ({ id: { in: rows.map(({ id }) => id) } })

/** The columns that documents are weighed by. */
export const documentHeads = {
  id: true,
  textBytes: true,
  ...itemKeys,
} satisfies Prisma.DocumentSelect

type ListArgs = InTripArgs & PageArgs & Since

/** A page of the active documents of a parent, newest first. */
export async function listDocuments(
  _: unknown,
  args: ListArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { document } = context.db.prisma
  const changed = changedSince(args.updatedSince)
  const seen = { AND: [seenAt(args, context), changed], deletedAt: null }
  const listed = {
    AND: [await attachedThere(context, 'documents', args, tripsShowingDocuments(context)), changed],
    deletedAt: null,
  }
  const newest = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const list = { where: listed, orderBy: newest, select: documentHeads }
  return weighedRows(context, {
    page: () => prismaPage(args, document, list),
    slice: (among) => document.findMany({ ...list, where: { AND: [listed, among] } }),
    async weigh(rows) {
      const ofItems = await parentsBytes(context, rows, info, 'results')
      return rows.map((row) => ({ id: row.id, bytes: flat + row.textBytes + ofItems(row) }))
    },
    read: (rows) =>
      document.findMany({ where: { ...seen, ...among(rows) }, select: documentFields }),
  })
}

/** Tombstones of a parent's documents (test/spec/01.8). */
export async function listDeletedDocuments(_: unknown, args: ListArgs, context: Context) {
  const seen = await attachedThere(context, 'documents', args, tripsShowingDocuments(context))
  return prismaPage(args, context.db.prisma.document, {
    where: { ...seen, ...deletedSince(args) },
    orderBy: { id: 'asc' },
    select: { id: true, deletedAt: true },
  })
}

/** One active document of a parent; throws NOT_FOUND for any other id. */
export async function oneDocument(
  _: unknown,
  args: InTripArgs & { id: number },
  context: Context,
): Promise<DocumentRow> {
  const where = { ...seenAt(args, context), id: args.id, deletedAt: null }
  const row = await context.db.prisma.document.findFirst({ where, select: documentFields })
  return row ?? fail('NOT_FOUND')
}

/** The active document with that key, on any parent, if the viewer sees it; else null. */
export function seenDocument(
  context: Context,
  key: { id: number } | { receiptHash: string | null },
): Promise<DocumentRow | null> {
  const seen = documentsWith(account(context), context.clock(), 'canSeeDocuments')
  const where = { ...seen, ...key, deletedAt: null }
  return context.db.prisma.document.findFirst({ where, select: documentFields })
}

/** The URL of a document; FORBIDDEN unless the viewer sees it, NOT_FOUND if its file is gone. */
export async function documentDownload(_: unknown, { id }: { id: number }, context: Context) {
  const row = (await seenDocument(context, { id })) ?? fail('FORBIDDEN')
  const { title, fileType, url } = row
  if (isLink(row)) return { downloadUrl: url, fileType, title, expiresAt: null }
  const signed = (await readUrlOf(row, context)) ?? fail('NOT_FOUND')
  return { downloadUrl: signed.url, fileType, title, expiresAt: signed.expiresAt }
}

export function isLink({ fileType }: Pick<DocumentRow, 'fileType'>): boolean {
  return fileType === 'url'
}

/** A signed URL of the file; null if it is gone. */
export function readUrlOf({ url, fileType, title }: DocumentRow, { objects }: Context) {
  return objects.readUrl({ key: url, contentType: fileType, fileName: title })
}
