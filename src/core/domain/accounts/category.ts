/** Custom categories of activities (test/spec/08). */

import { fail, refuse } from '../../../base/errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { CategoryInput } from '../../../generated/types.ts'
import { isUniqueViolation } from '../../../outside/database/failures.ts'
import { joinedMember } from '../../../outside/database/joined.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { momentIn } from '../../../outside/database/moment.ts'
import { tripsWith, visibleCategories } from '../../access.ts'
import type { Context, HeldContext } from '../../context.ts'
import { isPart } from '../../narrowing.ts'
import { account } from '../../store/viewer.ts'
import { inTransaction } from '../../transactions.ts'

/** The owner has another active category with that slug. */
export const takenSlug = 'You already have a category with this slug.'

const select = {
  id: true,
  ownerId: true,
  slug: true,
  name: true,
  iconName: true,
  color: true,
  createdAt: true,
  version: true,
}
const maxSlugLength = 255

/** Maximum active categories of an account: all members of its trips are shown them. */
const maxCategories = 500

/** Throws BAD_USER_INPUT if the account, which the caller has locked, now has too many. */
export async function refuseTooManyCategories(tx: Prisma.TransactionClient, ownerId: number) {
  const count = await tx.category.count({ where: { ownerId, deletedAt: null } })
  if (count > maxCategories) {
    refuse('nonFieldErrors', `An account has at most ${maxCategories} categories.`)
  }
}

/**
 * The active categories of the caller and of all members of the caller's active trips; for a part
 * of an account, those of its trips only.
 */
async function categories(_: unknown, _args: unknown, context: Context) {
  const { db, clock, maxObjects } = context
  const caller = account(context)
  const companions = await db.prisma.member.groupBy({
    by: 'userId',
    where: { ...joinedMember, trip: tripsWith(caller, clock()) },
  })
  const own = isPart(caller) ? [] : [caller.id]
  const owners = new Set([...own, ...companions.map(({ userId }) => userId)])
  const results = await db.prisma.category.findMany({
    where: { ownerId: { in: [...owners] }, deletedAt: null },
    orderBy: { id: 'asc' },
    // One more than the limit is enough to refuse the answer.
    ...(maxObjects !== undefined && { take: maxObjects + 1 }),
    select,
  })
  return { results }
}

async function category(_: unknown, { id }: { id: number }, context: Context) {
  const where = { id, ...visibleCategories(account(context)) }
  return (await context.db.prisma.category.findFirst({ where, select })) ?? fail('NOT_FOUND')
}

/** The categories with these ids that the caller sees. */
export function readCategories(context: Context, ids: readonly number[]) {
  const where = { AND: [{ id: { in: [...ids] } }, visibleCategories(account(context))] }
  return context.db.prisma.category.findMany({ where, select })
}

/**
 * The name in lower case without accents, everything but letters and digits replaced by `-`, at
 * most 255 characters (test/spec/08).
 */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '')
  return words.slice(0, maxSlugLength).replace(/-$/, '') || 'category'
}

/** Slugs per lookup. */
const batchSize = 500

/** The first of `slug`, `slug-2`, `slug-3`, … that the caller does not have. */
async function firstFree(context: Context, slug: string): Promise<string> {
  const nth = (n: number) =>
    n === 1 ? slug : `${slug.slice(0, maxSlugLength - 1 - `${n}`.length)}-${n}`
  const { category } = context.db.prisma
  for (let from = 1; ; from += batchSize) {
    const some = Array.from({ length: batchSize }, (_, index) => nth(from + index))
    const where = { ownerId: account(context).id, deletedAt: null, slug: { in: some } }
    const taken = new Set(
      (await category.findMany({ where, select: { slug: true } })).map((one) => one.slug),
    )
    const free = some.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** Stores a category; null if the caller already has the slug. */
async function insert(context: Context, input: CategoryInput, slug: string) {
  const { name = '' } = input
  const data = { ...input, name, slug, ownerId: account(context).id }
  const { createManyAndReturn } = context.db.prisma.category
  const [row] = await createManyAndReturn({ data, skipDuplicates: true, select })
  return row ?? null
}

/** Stores an imported category (src/operations/transfer). */
export async function addCategory(
  tx: Prisma.TransactionClient,
  data: Prisma.CategoryUncheckedCreateInput,
): Promise<void> {
  await tx.category.create({ data, select })
}

/** All writers of the slugs of an account lock it first. */
function createCategory(_: unknown, { input }: { input: CategoryInput }, context: Context) {
  return inTransaction(context, async (held) => {
    await holdAccount(held.tx, account(held).id)
    const slug = input.slug || (await firstFree(held, slugOf(input.name ?? '')))
    const row = await insert(held, input, slug)
    if (row) await refuseTooManyCategories(held.tx, row.ownerId)
    return row
  })
}

async function updateCategory(
  _: unknown,
  { id, input }: { id: number; input: CategoryInput },
  { tx }: HeldContext,
) {
  const { slug, ...rest } = input
  const data = { ...rest, ...(slug && { slug }) }
  try {
    return await tx.category.update({ where: { id }, data, select })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return refuse('slug', takenSlug)
  }
}

async function deleteCategory(_: unknown, { id }: { id: number }, { tx }: HeldContext) {
  const data = { deletedAt: await momentIn(tx) }
  await tx.category.update({ where: { id }, data, select: { id: true } })
  return true
}

export const categoryResolvers = {
  Query: { categories, category },
  Mutation: { createCategory, updateCategory, deleteCategory },
}
