/** The objects that a page of changes sends: weighed, then read as the client selects them (B2). */
import type { GraphQLResolveInfo } from 'graphql'
import { capitalized } from '../../../base/names.ts'
import type { Context } from '../../context.ts'
import { on, selected } from '../../input/selection.ts'
import { isPart } from '../../narrowing.ts'
import { attachedWithin, tripsShowingDocuments, unattached } from '../../permissions/parents.ts'
import { readRowsOf } from '../../queries/changes.ts'
import { sees } from '../../queries/versions.ts'
import { answered } from '../../store/answers.ts'
import { kinds, type RowKind, trip } from '../../store/kinds.ts'
import { account } from '../../store/viewer.ts'
import { flat, itemWeights } from '../../store/weights.ts'
import { readCategories } from '../accounts/category.ts'
import { parentsBytes } from '../documents/attached-to.ts'
import { documentFields, documentHeads } from '../documents/document-reads.ts'
import { askedOfEmails, withoutPayloads } from '../emails/email.ts'
import { readRows as readEmails } from '../emails/email-rows.ts'
import { heads, weigh as weighEmails } from '../emails/email-weights.ts'
import { readMembers } from '../people/collaborator.ts'
import { readFavorites } from '../people/favorite.ts'
import { addAttached } from './attached.ts'
import type { SentObject } from './page-source.ts'

/** The GraphQL type of a kind of objects. */
const typeOf = capitalized

const rowKinds: readonly RowKind[] = [trip, ...kinds]

const idsOf = (sent: readonly SentObject[]) => sent.map(({ id }) => id)
const of = (all: readonly SentObject[], kind: string) => all.filter((sent) => sent.kind === kind)
const among = (sent: readonly SentObject[]) => ({ id: { in: idsOf(sent) } })

/** Identifies an object. */
const keyOf = (kind: string, id: number, tripId: number | null) =>
  kind === 'collaborator' ? `${kind} ${id} ${tripId}` : `${kind} ${id}`

/** The fields selected on a type of the union. */
const fieldsOn = (info: GraphQLResolveInfo, kind: string) =>
  selected(info, 'changed', on(typeOf(kind)))

/** The selection on emails, without payloads. */
const emailsAsked = (info: GraphQLResolveInfo) =>
  withoutPayloads(askedOfEmails(info, 'changed', on('Email')))

/** The weights of documents, including the items selected on them. */
async function documentWeights(
  context: Context,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
) {
  const where = among(sent)
  const rows = await context.db.prisma.document.findMany({ where, select: documentHeads })
  const ofItems = await parentsBytes(context, rows, info, 'changed', on('Document'))
  return rows.map((row) => [row.id, flat + row.textBytes + ofItems(row)] as const)
}

async function emailWeights(
  context: Context,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
) {
  const rows = await context.db.prisma.email.findMany({ ...heads, where: among(sent) })
  const weighed = await weighEmails(context, rows, emailsAsked(info))
  return weighed.map(({ id, bytes }) => [id, bytes] as const)
}

/** The maximum bytes of each object in the answer. */
export async function weighSent(
  context: Context,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
): Promise<number[]> {
  const found = new Map<string, number>()
  const add = (kind: string, weights: Iterable<readonly [number, number]>) => {
    for (const [id, bytes] of weights) found.set(keyOf(kind, id, null), bytes)
  }
  const items = rowKinds.filter(({ name }) => of(sent, name).length > 0)
  if (items.length > 0) {
    const wanted = items.map((kind) => {
      return { kind, selection: fieldsOn(info, kind.name), ids: idsOf(of(sent, kind.name)) }
    })
    const weights = await itemWeights(context, wanted)
    for (const [nth, { name }] of items.entries()) add(name, weights[nth] ?? [])
  }
  const documents = of(sent, 'document')
  if (documents.length > 0) add('document', await documentWeights(context, documents, info))
  const emails = of(sent, 'email')
  if (emails.length > 0) add('email', await emailWeights(context, emails, info))
  return sent.map(({ kind, id }) => found.get(keyOf(kind, id, null)) ?? flat)
}

type ChangedRow = { id: number; tripId?: number | null }

/** Trips and items; prices only where they are seen: the second lock. */
async function readItems(
  context: Context,
  kind: RowKind,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
): Promise<ChangedRow[]> {
  const selection = fieldsOn(info, kind.name)
  const read = async (seesMoney: boolean) => {
    const ids = idsOf(sent.filter(({ rights }) => sees.expenses(rights) === seesMoney))
    if (ids.length === 0) return []
    const asked = { ids, viewer: account(context) }
    return readRowsOf(context.db, kind, asked, answered(kind, selection, seesMoney))
  }
  return [...(await read(true)), ...(await read(false))]
}

function readDocuments(context: Context, sent: readonly SentObject[]) {
  const where = { ...attachedWithin(tripsShowingDocuments(context)), ...among(sent) }
  const select = documentFields
  return context.db.prisma.document.findMany({ where: { ...where, deletedAt: null }, select })
}

async function readSentEmails(
  context: Context,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
) {
  const viewer = account(context)
  const own = isPart(viewer) ? [] : [{ ...unattached, ownerId: viewer.id }]
  const seen = { OR: [...own, attachedWithin(tripsShowingDocuments(context))], deletedAt: null }
  const asked = emailsAsked(info)
  const rows = await context.db.prisma.email.findMany({ ...heads, where: among(sent) })
  return readEmails(context, seen, await weighEmails(context, rows, asked), asked)
}

const readUser = (context: Context) =>
  context.db.prisma.user.findMany({ where: { id: account(context).id } })

function readCollaborators(context: Context, sent: readonly SentObject[]) {
  const ids = new Map<number, number[]>()
  for (const { id, tripId } of sent) {
    if (tripId !== null) ids.set(tripId, [...(ids.get(tripId) ?? []), id])
  }
  return readMembers(context, ids)
}

/** Readers by kind; each returns the objects that the viewer sees, in any order. */
function readersFor(context: Context, info: GraphQLResolveInfo) {
  return {
    user: () => readUser(context),
    category: (sent: readonly SentObject[]) => readCategories(context, idsOf(sent)),
    favorite: (sent: readonly SentObject[]) => readFavorites(context, idsOf(sent)),
    collaborator: (sent: readonly SentObject[]) => readCollaborators(context, sent),
    document: (sent: readonly SentObject[]) => readDocuments(context, sent),
    email: (sent: readonly SentObject[]) => readSentEmails(context, sent, info),
    ...Object.fromEntries(
      rowKinds.map((kind) => [
        kind.name,
        (sent: readonly SentObject[]) => readItems(context, kind, sent, info),
      ]),
    ),
  } as Record<string, (sent: readonly SentObject[]) => Promise<ChangedRow[]>>
}

/** An object of a copy. */
export interface Copied {
  __typename: string
}

/**
 * The objects in their order, each with the name of its type; undefined if the emails in them
 * weigh more than `left` bytes.
 */
export async function readSent(
  context: Context,
  sent: readonly SentObject[],
  info: GraphQLResolveInfo,
  left: number,
): Promise<{ objects: Copied[]; bytes: number } | undefined> {
  const found = new Map<string, ChangedRow>()
  const attaching = { context, info, left }
  for (const [kind, read] of Object.entries(readersFor(context, info))) {
    const wanted = of(sent, kind)
    const rows = wanted.length > 0 ? await read(wanted) : []
    const path = ['changed', on(typeOf(kind))]
    if (!(await addAttached(attaching, { kind, rows, path }))) return undefined
    for (const row of rows) found.set(keyOf(kind, row.id, row.tripId ?? null), row)
  }
  const objects = sent.flatMap(({ kind, id, tripId }) => {
    const row = found.get(keyOf(kind, id, tripId))
    return row ? [{ ...row, __typename: typeOf(kind) }] : []
  })
  return { objects, bytes: left - attaching.left }
}
