/**
 * Documents: links and files on trips and their children (test/spec/05, 13). Every statement
 * filters by the viewer itself; the permission table is the other lock.
 */
import type { GraphQLResolveInfo } from 'graphql'
import { Refusal } from '../../../base/errors.ts'
import type { Context } from '../../context.ts'
import { shownTo } from '../people/acquaintance.ts'
import { attachedLists } from './attached-to.ts'
import {
  type DocumentRow,
  documentDownload,
  isLink,
  listDeletedDocuments,
  listDocuments,
  oneDocument,
  readUrlOf,
} from './document-reads.ts'
import {
  attachDocument,
  removeDocument,
  renameDocument,
  updateDocument,
} from './document-writes.ts'

/** What the store throws while it cannot be asked, or has no space for the copy to be read. */
const isWithoutStore = (error: unknown) =>
  error instanceof Refusal && /^(SERVICE_UNAVAILABLE|INSUFFICIENT_STORAGE)$/.test(error.code)

/**
 * The link itself, or a signed URL of the file; null if the file is gone or the store unavailable
 * or full, so that the list is still answered.
 */
async function tempReadUrl(document: DocumentRow, _args: unknown, context: Context) {
  if (isLink(document)) return document.url
  try {
    return (await readUrlOf(document, context))?.url ?? null
  } catch (error) {
    if (!isWithoutStore(error)) throw error
    context.log.warn(
      { err: error },
      'document without a download URL: the object store is unavailable or full',
    )
    return null
  }
}

export const documentResolvers = {
  Query: {
    documents: listDocuments,
    document: oneDocument,
    deletedDocuments: listDeletedDocuments,
    documentDownload,
  },
  Mutation: { attachDocument, renameDocument, removeDocument, updateDocument },
  Document: {
    owner: ({ owner }: DocumentRow, _args: unknown, context: Context, info: GraphQLResolveInfo) =>
      shownTo(context, owner, info),
    tempReadUrl,
    tripId: ({ atTrip }: DocumentRow) => atTrip,
    ...attachedLists,
  },
}
