/** `emails` of trips and of what is in them: those attached directly (test/spec/02.1, 02.9, 12). */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import type { Taken } from '../../limits/reading.ts'
import type { ParentKind } from '../../parent-kinds.ts'
import { idsAmong, maxIds } from '../../permissions/parents.ts'
import { account } from '../../store/viewer.ts'
import { type Asked, askedOfEmails, type EmailRow } from './email.ts'
import { carryOf, type Listed } from './email-payloads.ts'
import { readFitting } from './email-rows.ts'
import { type Head, heads, mostHeads } from './email-weights.ts'

/** Prisma: the active emails of those objects, for a viewer who may see them: the second lock. */
function attached(context: Context, parent: ParentKind, ids: readonly number[]) {
  const trips = tripsWith(account(context).id, context.clock(), 'canSeeDocuments')
  return {
    [`${parent}Id`]: idsAmong(ids),
    [parent]: parent === 'trip' ? trips : { trip: trips },
    deletedAt: null,
  }
}

/**
 * The emails of the objects, object by object, newest first, as many as can fit; in a part of an
 * answer, what comes after its beginning. The lists that come in parts are sorted by id.
 */
async function findHeads(
  context: Context,
  parent: ParentKind,
  ids: readonly number[],
  left: number,
) {
  const { from } = context.reading.part ?? {}
  const key = `${parent}Id` as const
  const most = Math.min(mostHeads(left), (context.maxObjects ?? Number.POSITIVE_INFINITY) + 1)
  const find = (of: readonly number[], more: Prisma.EmailFindManyArgs = {}) =>
    context.db.prisma.email.findMany({
      where: attached(context, parent, of),
      select: heads.select,
      orderBy: [{ [key]: 'asc' }, ...heads.orderBy],
      ...{ take: most, ...more },
    })
  if (from?.email === undefined) return find(ids)
  const found = await find([from.row], { cursor: { id: from.email }, take: most + 1 })
  // The email that was sent last may no longer be there.
  const rest = found.filter(({ id }) => id !== from.email)
  return [...rest, ...(await find(ids.filter((id) => id !== from.row)))]
}

/** All emails of the answer: those of its list, or those of its one object. */
async function answered(
  context: Context,
  parent: ParentKind,
  ids: readonly number[],
): Promise<Listed> {
  const all = (await context.reading.part?.whole.ids?.()) ?? ids
  const where = attached(context, parent, all)
  if (all.length <= maxIds) return { where }
  const listed = new Set(all)
  return { where, isListed: (keys) => listed.has(keys[`${parent}Id`] ?? 0) }
}

/** Sorts what was read by objects; in a part of an answer, notes where the next one goes on. */
async function readTaken(
  context: Context,
  { parent, ids, asked }: { parent: ParentKind; ids: readonly number[]; asked: Asked },
  left: number,
): Promise<Taken<EmailRow[][]>> {
  const { part } = context.reading
  const found = new Map<number, EmailRow[]>(ids.map((id) => [id, []]))
  const parentOf = (head: Head) => head[`${parent}Id`] as number
  const place = new Map(ids.map((id, index) => [id, index]))
  const all = await findHeads(context, parent, ids, left)
  all.sort((one, other) => (place.get(parentOf(one)) ?? 0) - (place.get(parentOf(other)) ?? 0))
  const carry = await carryOf(context, asked, () => answered(context, parent, ids))
  const where = attached(context, parent, ids)
  const read = await readFitting(context, where, all, { asked, left, carry })
  const parents = new Map(read.fits.map((email) => [email.id, parentOf(email)]))
  for (const row of read.rows) found.get(parents.get(row.id) as number)?.push(row)
  const cut = read.next && parentOf(read.next)
  const last = cut && found.get(cut)?.at(-1)?.id
  if (part && cut) part.end = { row: cut, ...(last && { email: last }) }
  return {
    value: ids.map((id) => found.get(id) ?? []),
    ...read.taken,
    isEmpty: last === undefined && cut === ids[0],
  }
}

type Holder = { id: number; emails?: [] }

/**
 * The resolver of `emails`: those attached directly to an object of this kind, newest first; none
 * where the viewer may not see them. They are read together for all objects an operation asks for,
 * and not for an object that brings its `emails` along, as a new one does.
 */
export function emailsOf(parent: ParentKind) {
  return ({ id, emails }: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    if (emails) return emails
    const asked = askedOfEmails(info)
    const loader = context.shared(`emails ${parent} ${asked.key}`, () => {
      return new DataLoader((ids: readonly number[]) =>
        context.reading.take((left) => readTaken(context, { parent, ids, asked }, left)),
      )
    })
    return loader.load(id)
  }
}
