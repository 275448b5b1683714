/**
 * Pages of lists read by Prisma (test/spec/01.6), including those whose rows are weighed before
 * they are read (src/core/limits/read-budget.ts).
 */
import { type Page, type PageArgs, pageFrom } from '../../base/pages.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Context } from '../context.ts'
import { bytesOf, type Taken, type Weighed } from '../limits/read-budget.ts'

interface Model {
  count(args: { where: unknown }): Promise<number>
  findMany(args: object): Promise<unknown[]>
}

type FindMany<M> = Prisma.Args<M, 'findMany'>
type Found<M, Query> = Prisma.Result<M, Query, 'findMany'>

/** A page of a model's rows for this `findMany`. */
export function prismaPage<M, Query extends FindMany<M>>(
  args: PageArgs,
  model: M,
  query: Prisma.Exact<Query, FindMany<M>>,
): Promise<Page<Found<M, Query>[number]>> {
  const { count, findMany } = model as Model
  const { where } = query as { where: object }
  return pageFrom(args, {
    count: () => count({ where }),
    find: (cut) => findMany({ ...(query as object), ...cut }) as Promise<Found<M, Query>>,
  })
}

export interface Since {
  since?: string | null
  updatedSince?: string | null
}

/** Prisma: changed since that time, if given. */
export const changedSince = (since: string | null | undefined) =>
  since ? { updatedAt: { gte: since } } : {}

/** Prisma: deleted, since that time if given. `since` takes precedence. */
export function deletedSince({ since, updatedSince }: Since) {
  const from = since ?? updatedSince
  return { deletedAt: from ? { gte: from } : { not: null } }
}

interface WeighedList<Head, One, Row> {
  /** The columns that rows are weighed by, of the whole list or page. */
  page: () => Promise<Page<Head>>
  /** The same columns of a slice, in the same order. */
  slice: (among: { id: { in: number[] } }) => Promise<Head[]>
  /** Weighs rows; `all`: the ids of all rows of the long answer that they belong to. */
  weigh: (heads: readonly Head[], all?: readonly number[]) => Promise<One[]>
  /** Reads the rows that still exist, in any order. */
  read: (weighed: readonly One[]) => Promise<Row[]>
}

/** Weighs the rows of a list or a page and, if they all fit, reads them. */
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
