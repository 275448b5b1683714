/** `emails` of trips and their items: those directly attached (test/spec/02.1, 02.9, 12). */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import { bytesOf, type Slice, type Taken } from '../../limits/read-budget.ts'
import type { ParentKind } from '../../parent-kinds.ts'
import { idsAmong, maxIds, tripsShowingDocuments } from '../../permissions/parents.ts'
import { type Asked, askedOfEmails, type EmailRow, withoutPayloads } from './email.ts'
import { includedOf, type ListedEmails } from './email-payloads.ts'
import { readRows } from './email-rows.ts'
import { fitting, type Head, heads, maxHeadsIn, type WeighedEmail, weigh } from './email-weights.ts'

/** Prisma: the active emails of those objects, if the viewer may see them: the second lock. */
function attached(context: Context, parent: ParentKind, ids: readonly number[]) {
  const trips = tripsShowingDocuments(context)
  return {
    [`${parent}Id`]: idsAmong(ids),
    [parent]: parent === 'trip' ? trips : { trip: trips },
    deletedAt: null,
  }
}

/** The emails of the objects, object by object, newest first, and no more than can fit. */
async function findHeads(
  { db, maxObjects = Number.POSITIVE_INFINITY, reading: { part } }: Context,
  where: Prisma.EmailWhereInput,
  [parent, ids]: [ParentKind, readonly number[]],
  left: number,
) {
  const maxHeads = Math.min(maxHeadsIn(left), maxObjects + 1)
  const place = new Map(ids.map((id, index) => [id, index]))
  const placeOf = (head: Head) => place.get(parentOf(parent, head)) ?? 0
  const found = await db.prisma.email.findMany({
    where,
    select: heads.select,
    orderBy: [{ [`${parent}Id`]: 'asc' }, ...heads.orderBy],
    take: maxHeads,
    ...(part?.after !== undefined && { cursor: { id: part.after }, take: maxHeads + 1 }),
  })
  // The last email of the previous part may have been deleted.
  return found
    .filter(({ id }) => id !== part?.after)
    .sort((one, other) => placeOf(one) - placeOf(other))
}

const parentOf = (parent: ParentKind, head: Head) => head[`${parent}Id`] as number

/** All emails of a long answer with these rows. */
function listed(context: Context, parent: ParentKind, rows: readonly number[]): ListedEmails {
  const where = attached(context, parent, rows)
  if (rows.length <= maxIds) return { where }
  const among = new Set(rows)
  return { where, isListed: (keys) => among.has(keys[`${parent}Id`] ?? 0) }
}

/**
 * What is left of a part whose emails end before `next`: the rest of its object, and the later
 * objects.
 */
function restOf(
  { rows, after }: Slice,
  read: readonly Head[],
  next: WeighedEmail,
  parent: ParentKind,
) {
  const row = parentOf(parent, next)
  const last = read.findLast((head) => parentOf(parent, head) === row)
  const others = rows.slice(rows.indexOf(row) + 1)
  return [
    { rows: [row], bytes: next.bytes, after: last?.id ?? after },
    ...(others.length > 0 ? [{ rows: others, bytes: 0 }] : []),
  ]
}

/** Reads the emails by object; for a part of a long answer, only those that fit. */
export async function readEmailLists(
  context: Context,
  { parent, ids, selection }: { parent: ParentKind; ids: readonly number[]; selection: Asked },
  left: number,
): Promise<Taken<EmailRow[][]>> {
  const { part } = context.reading
  const where = attached(context, parent, ids)
  const heads = await findHeads(context, where, [parent, ids], left)
  const included = await includedOf(context, selection, part?.all, (all) =>
    listed(context, parent, all),
  )
  const weighed = await weigh(context, heads, selection, included)
  const fits = fitting(weighed, left)
  const next = weighed[fits.length]
  const found = new Map<number, EmailRow[]>(ids.map((id) => [id, []]))
  const lists = () => ids.map((id) => found.get(id) ?? [])
  if (next && !part) {
    const plan = () => ({ value: lists(), rest: [{ rows: ids, bytes: 0 }] })
    return { value: undefined, bytes: 0, plan }
  }
  const parents = new Map(fits.map((head) => [head.id, parentOf(parent, head)]))
  for (const row of await readRows(context, where, fits, selection, included)) {
    found.get(parents.get(row.id) as number)?.push(row)
  }
  if (!next || !part) return { value: lists(), bytes: bytesOf(fits) }
  const plan = () => ({ value: lists(), rest: restOf(part, fits, next, parent) })
  return { value: undefined, bytes: 0, plan }
}

type Holder = { id: number; emails?: [] }

/**
 * The resolver of `emails`: those attached directly to an object of this kind, newest first; empty
 * if the viewer may not see them. Batched per operation. An object that already has `emails`, such
 * as a new one, needs no read.
 */
export function emailsOf(parent: ParentKind) {
  return ({ id, emails }: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    if (emails) return emails
    const asked = askedOfEmails(info)
    const selection = context.isOfCopy ? withoutPayloads(asked) : asked
    const loader = context.shared(`emails ${parent} ${selection.key}`, () => {
      return new DataLoader((ids: readonly number[]) =>
        context.reading.take((left) => readEmailLists(context, { parent, ids, selection }, left)),
      )
    })
    return loader.load(id)
  }
}
