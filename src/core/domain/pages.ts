/** Pages of the lists that Prisma reads (test/spec/01.6). */
import { fail } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Page, PageArgs } from '../store/page.ts'

/** No list is longer: the ids of its rows would not fit their column. */
const longest = 2 ** 31 - 1

export interface PagedRead<Row> {
  /** How many rows the whole list has. */
  count: () => Promise<number>
  /** The rows of one page. */
  find: (cut: { skip: number; take: number }) => Promise<Row[]>
}

/**
 * `first` results a page, pages from 1, -1 for the last one. Throws INVALID_PAGE for a page past
 * the last one, and for what is no page; the first page, which is also the last one of an empty
 * list, may be empty. A page that is not full is the end of its list, and tells how long that is.
 */
export async function pageFrom<Row>(
  { first, page }: PageArgs,
  { count, find }: PagedRead<Row>,
): Promise<Page<Row>> {
  if (page === -1) {
    const total = await count()
    const skip = first * Math.max(0, Math.ceil(total / first) - 1)
    return { count: total, results: await find({ skip, take: first }) }
  }
  const skip = first * (page - 1)
  if (skip < 0 || skip > longest) fail('INVALID_PAGE')
  const results = await find({ skip, take: first })
  if (page > 1 && results.length === 0) fail('INVALID_PAGE')
  return { count: results.length < first ? skip + results.length : await count(), results }
}

interface Model {
  count(args: { where: unknown }): Promise<number>
  findMany(args: object): Promise<unknown[]>
}

/** A page of what a model has for this `findMany`. */
export function prismaPage<M, Asked extends Prisma.Args<M, 'findMany'>>(
  args: PageArgs,
  model: M,
  asked: Prisma.Exact<Asked, Prisma.Args<M, 'findMany'>>,
): Promise<Page<Prisma.Result<M, Asked, 'findMany'>[number]>> {
  const { count, findMany } = model as Model
  const { where } = asked as { where: object }
  return pageFrom(args, {
    count: () => count({ where }),
    find: (cut) =>
      findMany({ ...(asked as object), ...cut }) as Promise<Prisma.Result<M, Asked, 'findMany'>>,
  })
}
