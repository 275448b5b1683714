/**
 * Pages of the lists that Prisma reads (test/spec/01.6), and of those whose rows are weighed before
 * they are read (src/core/limits/reading.ts).
 */
import { fail } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Context } from '../context.ts'
import { bytesOf, type Taken, type Weighed } from '../limits/reading.ts'
import type { Page, PageArgs } from '../store/page.ts'

/** No list is longer: the ids of its rows would not fit their column. */
const longest = 2 ** 31 - 1

interface PagedRead<Row> {
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

type FindMany<M> = Prisma.Args<M, 'findMany'>
type Found<M, Asked> = Prisma.Result<M, Asked, 'findMany'>

/** A page of what a model has for this `findMany`. */
export function prismaPage<M, Asked extends FindMany<M>>(
  args: PageArgs,
  model: M,
  asked: Prisma.Exact<Asked, FindMany<M>>,
): Promise<Page<Found<M, Asked>[number]>> {
  const { count, findMany } = model as Model
  const { where } = asked as { where: object }
  return pageFrom(args, {
    count: () => count({ where }),
    find: (cut) => findMany({ ...(asked as object), ...cut }) as Promise<Found<M, Asked>>,
  })
}

interface WeighedList<Head, One, Row> {
  /** What rows are weighed by: of all rows that are asked for. */
  page: () => Promise<Page<Head>>
  /** The same of those of a slice, in the same order. */
  slice: (among: { id: { in: number[] } }) => Promise<Head[]>
  /** Weighs rows; as some of a long answer, where all of its rows are named. */
  weigh: (heads: readonly Head[], all?: readonly number[]) => Promise<One[]>
  /** Those of them that are still there, in any order. */
  read: (weighed: readonly One[]) => Promise<Row[]>
}

/** The rows of a list, or of a page of it, that are weighed and, if they all fit, read. */
export function weighedRows<Head, One extends Weighed, Row extends { id: number }>(
  context: Context,
  { page, slice, weigh, read }: WeighedList<Head, One, Row>,
): Promise<Page<Row>> {
  const { reading } = context
  const { part } = reading
  const take = async (left: number): Promise<Taken<Page<Row>>> => {
    const { count, results } = part
      ? { count: 0, results: await slice({ id: { in: [...part.rows] } }) }
      : await page()
    const weighed = await weigh(results, part?.all)
    const bytes = bytesOf(weighed)
    const plan = async () => {
      const ids = weighed.map(({ id }) => id)
      const rows = part ? weighed : await weigh(results, ids)
      return { value: { count, results: [] }, rest: reading.slices(rows) }
    }
    if (bytes > left) return { value: undefined, bytes, plan }
    const found = new Map((await read(weighed)).map((row) => [row.id, row]))
    return { value: { count, results: weighed.flatMap(({ id }) => found.get(id) ?? []) }, bytes }
  }
  return reading.take(take, 'tx' in context)
}
