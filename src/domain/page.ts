/** Pages of lists (contract 1.6): `first` results a page, pages from 1, -1 for the last one. */
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { prepared } from './sql.ts'

export interface PageArgs {
  first: number
  page: number
}

export interface Page<Row> {
  count: number
  results: Row[]
}

/** What to list: `from` and `where` are shared by the page and its count. */
export interface Listing {
  columns: string
  /** Tables and joins that filter, and below those that only add columns. */
  from: string
  adds?: string
  where: string
  order: string
  values: unknown[]
}

async function count(context: Context, { from, where, values }: Listing): Promise<number> {
  const text = `select count(*)::int as count from ${from} where ${where}`
  const [row] = await context.db.query<{ count: number }>(prepared(text, values))
  return row?.count ?? 0
}

/**
 * One page and the count of all, in one statement. Throws INVALID_PAGE for a page that is neither
 * the first nor has any result.
 */
export async function readPage<Row>(
  context: Context,
  listing: Listing,
  { first, page }: PageArgs,
): Promise<Page<Row>> {
  const number = page === -1 ? Math.max(1, Math.ceil((await count(context, listing)) / first)) : page
  if (number < 1) fail('INVALID_PAGE')
  const { columns, from, adds = '', where, order, values } = listing
  const next = values.length
  const text = `select (select count(*)::int from ${from} where ${where}) as "pageCount", ${columns}
    from ${from} ${adds} where ${where} order by ${order} limit $${next + 1} offset $${next + 2}`
  const statement = prepared(text, [...values, first, (number - 1) * first])
  const results = await context.db.query<Row & { pageCount: number }>(statement)
  if (results.length === 0 && number > 1) fail('INVALID_PAGE')
  return { count: results[0]?.pageCount ?? 0, results }
}
