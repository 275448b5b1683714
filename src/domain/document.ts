/**
 * Documents: links and files on trips and their children (contract 2.11, 5, 13). Every statement
 * filters by the viewer itself; the permission table is the other lock.
 */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import {
  type DocumentRow,
  documentDownload,
  isLink,
  listDeletedDocuments,
  listDocuments,
  oneDocument,
  readAddress,
} from './document-reads.ts'
import {
  attachDocument,
  removeDocument,
  renameDocument,
  updateDocument,
} from './document-writes.ts'
import { owner } from './itinerary.ts'
import { type Child, columnsFor, withOwner } from './itinerary-reads.ts'
import { activity, hosting, type Kind, transportation } from './kinds.ts'
import { selected } from './selection.ts'
import { joined, prepared } from './sql.ts'
import { account } from './viewer.ts'

/** One statement for all children of a kind that an operation's documents of one trip lie on. */
function childLoader(context: Context, text: string, tripId: number) {
  return context.shared(
    `${tripId} ${text}`,
    () =>
      new DataLoader<number, Child[]>(async (ids) => {
        const values = [ids, tripId, account(context).id]
        const rows = await context.db.query<Child>(prepared(text, values))
        const found = new Map(rows.map((row) => [row.id, row]))
        return ids.map((id) => [found.get(id)].filter((row) => row !== undefined))
      }),
  )
}

/** The resolver of the child of one kind that a document lies on, as a list of one or none. */
function childrenOf(kind: Kind) {
  return async (
    document: DocumentRow,
    _args: unknown,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Child[]> => {
    const id = document[`${kind.name}Id` as 'hostingId' | 'activityId' | 'transportationId']
    const { tripId } = document
    const access = id === null || tripId === null ? null : await context.access(tripId)
    if (id === null || tripId === null || access === null) return []
    const asked = selected(info)
    const select = `select ${columnsFor(kind, access, asked)} from ${kind.name} c
      where c.id = any ($1::int[]) and c.trip_id = $2 and c.deleted_at is null
        and ${joined('$2', '$3')}`
    return childLoader(context, withOwner(select, asked.has('owner')), tripId).load(id)
  }
}

/**
 * The link itself, or a signed address of the file; null where none can be made: the file is gone,
 * or the store is away, which is no reason to keep the list from anybody.
 */
async function tempReadUrl(document: DocumentRow, _args: unknown, context: Context) {
  if (isLink(document)) return document.url
  try {
    return (await readAddress(document, context))?.url ?? null
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'SERVICE_UNAVAILABLE') throw error
    context.log.warn({ err: error }, 'no address for a document')
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
    owner,
    tempReadUrl,
    hostings: childrenOf(hosting),
    activities: childrenOf(activity),
    transportations: childrenOf(transportation),
  },
}
