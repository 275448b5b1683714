/** The emails attached to a trip with its active itinerary, or to one child (test/spec/04). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type {
  QueryDeletedEmailsArgs,
  QueryEmailArgs,
  QueryEmailsArgs,
} from '../../generated/types.ts'
import { tripsWith } from '../../permissions/access.ts'
import { attachedAt, attachedThere, type InTripArgs } from '../../permissions/parents.ts'
import type { PageArgs } from '../hot-path/page.ts'
import { account } from '../hot-path/viewer.ts'
import { prismaPage } from '../pages.ts'
import { askedOfEmails } from './email.ts'
import { carryOf } from './email-payloads.ts'
import { readEmail, readFitting } from './email-rows.ts'
import { heads } from './email-weights.ts'

/** The trips whose emails the viewer may see: the second lock. */
const seenBy = (context: Context) =>
  tripsWith(account(context).id, context.clock(), 'canSeeDocuments')

const attached = (args: InTripArgs, context: Context) =>
  attachedThere(context, 'emails', args, seenBy(context))

/** A page of emails, newest first; of a part of an answer, what comes after its beginning. */
export async function readEmailPage(
  context: Context,
  where: Prisma.EmailWhereInput,
  args: PageArgs,
  info: GraphQLResolveInfo,
) {
  const { part } = context.reading
  const from = part?.from
  const { email } = context.db.prisma
  const asked = askedOfEmails(info, 'results')
  return context.reading.take(async (left) => {
    const { count, results: all } = await prismaPage(args, {
      count: () => email.count({ where }),
      async find(cut) {
        if (!from) return email.findMany({ where, ...heads, ...cut })
        const take = cut.take - from.sent
        const rest = { cursor: { id: from.row }, take: take + 1 }
        const found = await email.findMany({ where, ...heads, ...rest })
        // The email that was sent last may no longer be on the list.
        return found.filter(({ id }) => id !== from.row).slice(0, take)
      },
    })
    const carry = await carryOf(context, asked, () => ({ id: { in: all.map(({ id }) => id) } }))
    const { rows, bytes, next } = await readFitting(context, where, all, { asked, left, carry })
    if (part) part.hasMore = next !== undefined
    return {
      value: { count, results: rows },
      ...{ bytes, isCut: next !== undefined, isEmpty: rows.length === 0 },
      ...(next && { needs: next.bytes }),
    }
  })
}

async function emails(
  _: unknown,
  args: QueryEmailsArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { updatedSince } = args
  const changed = updatedSince ? { updatedAt: { gte: updatedSince } } : {}
  const where = { AND: [await attached(args, context), { deletedAt: null, ...changed }] }
  return readEmailPage(context, where, args, info)
}

async function deletedEmails(_: unknown, args: QueryDeletedEmailsArgs, context: Context) {
  const since = args.since ?? args.updatedSince
  const deletedAt = since ? { gte: since } : { not: null }
  const where = { AND: [await attached(args, context), { deletedAt }] }
  const { email } = context.db.prisma
  return prismaPage(args, {
    count: () => email.count({ where }),
    find: (cut) => {
      return email.findMany({
        where,
        ...cut,
        orderBy: { id: 'asc' },
        select: { id: true, deletedAt: true },
      })
    },
  })
}

function email(_: unknown, args: QueryEmailArgs, context: Context, info: GraphQLResolveInfo) {
  const where = { ...attachedAt(args, seenBy(context)), id: args.id, deletedAt: null }
  return readEmail(context, where, askedOfEmails(info))
}

export const emailReadResolvers = { Query: { emails, email, deletedEmails } }
