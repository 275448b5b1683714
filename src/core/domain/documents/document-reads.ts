/** Reads of documents: lists, tombstones, one of them (test/spec/05, 13-documents-download). */
import type { GraphQLResolveInfo } from 'graphql'
import { fail } from '../../../base/errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { itemKeys } from '../../parent-kinds.ts'
import {
  attachedAt,
  attachedThere,
  documentsWith,
  type InTripArgs,
} from '../../permissions/parents.ts'
import type { PageArgs } from '../../store/page.ts'
import { account } from '../../store/viewer.ts'
import { flat } from '../../store/weights.ts'
import { prismaPage, weighedRows } from '../pages.ts'
import { person } from '../person.ts'
import { parentsBytes } from './attached-to.ts'

/** What is read of a document. */
export const documentFields = {
  ...{ id: true, title: true, description: true, fileType: true, url: true },
  ...{ thumbUrl: true, faviconUrl: true, createdAt: true, updatedAt: true },
  ...{ ownerId: true, ...itemKeys },
  owner: { select: person },
} satisfies Prisma.DocumentSelect

export type DocumentRow = Prisma.DocumentGetPayload<{ select: typeof documentFields }>

const tripsSeen = (context: Context) =>
  tripsWith(account(context).id, context.clock(), 'canSeeDocuments')

/** Prisma: the documents of a parent that the caller sees. */
const seenAt = (args: InTripArgs, context: Context): Prisma.DocumentWhereInput =>
  attachedAt(args, tripsSeen(context))

const among = (rows: readonly { id: number }[]) => ({ id: { in: rows.map(({ id }) => id) } })

/** What documents are weighed by. */
const heads = { id: true, textBytes: true, ...itemKeys } satisfies Prisma.DocumentSelect

type ListArgs = InTripArgs & PageArgs & { since?: string | null; updatedSince?: string | null }

/** A page of the active documents of a parent, newest first. */
export async function listDocuments(
  _: unknown,
  args: ListArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { document } = context.db.prisma
  const changed = args.updatedSince ? { updatedAt: { gte: args.updatedSince } } : {}
  const seen = { AND: [seenAt(args, context), changed], deletedAt: null }
  const listed = {
    AND: [await attachedThere(context, 'documents', args, tripsSeen(context)), changed],
    deletedAt: null,
  }
  const newest = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const asked = { where: listed, orderBy: newest, select: heads }
  return weighedRows(context, {
    page: () => prismaPage(args, document, asked),
    slice: (among) => document.findMany({ ...asked, where: { AND: [listed, among] } }),
    async weigh(rows) {
      const ofItems = await parentsBytes(context, rows, info, 'results')
      return rows.map((row) => ({ id: row.id, bytes: flat + row.textBytes + ofItems(row) }))
    },
    read: (rows) =>
      document.findMany({ where: { ...seen, ...among(rows) }, select: documentFields }),
  })
}

/**
 * What is left of the deleted documents of a parent; `since` counts before `updatedSince`
 * (test/spec/01.8).
 */
export async function listDeletedDocuments(_: unknown, args: ListArgs, context: Context) {
  const since = args.since ?? args.updatedSince
  const deletedAt = since ? { gte: since } : { not: null }
  const seen = await attachedThere(context, 'documents', args, tripsSeen(context))
  return prismaPage(args, context.db.prisma.document, {
    where: { ...seen, deletedAt },
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

/** The active document with that key, wherever it lies, if the viewer sees it. */
export function seenDocument(
  context: Context,
  key: { id: number } | { receiptHash: string | null },
): Promise<DocumentRow | null> {
  const seen = documentsWith(account(context).id, context.clock(), 'canSeeDocuments')
  const where = { ...seen, ...key, deletedAt: null }
  return context.db.prisma.document.findFirst({ where, select: documentFields })
}

/** Where a document can be fetched; FORBIDDEN for one not there, NOT_FOUND without its bytes. */
export async function documentDownload(_: unknown, { id }: { id: number }, context: Context) {
  const row = (await seenDocument(context, { id })) ?? fail('FORBIDDEN')
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
