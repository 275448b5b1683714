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

/** What to list. The page is cut before anything is joined to it. */
export interface Listing {
  columns: string
  /** Common table expressions that `from` may name. */
  with?: string
  /** Tables and joins that decide what is on the list. */
  from: string
  where: string
  /** In terms of `from`, and of the page, whose rows are called `c`. */
  order: string
  values: unknown[]
  /** Columns from elsewhere, joined to the rows of the page. */
  added?: { columns: string; join: string }
}

async function count(
  context: Context,
  { with: common, from, where, values }: Listing,
): Promise<number> {
  const text = `${common ? `with ${common}` : ''}
    select count(*)::int as count from ${from} where ${where}`
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
  const number =
    page === -1 ? Math.max(1, Math.ceil((await count(context, listing)) / first)) : page
  if (number < 1) fail('INVALID_PAGE')
  const { columns, with: common, from, where, order, added, values } = listing
  // The size of a page stands in the text, so that the planner knows how little is asked for.
  const text = `${common ? `with ${common}` : ''}
    select (select count(*)::int from ${from} where ${where}) as "pageCount", c.*
      ${added ? `, ${added.columns}` : ''}
    from (select ${columns} from ${from} where ${where}
      order by ${order} limit ${first} offset $${values.length + 1}) c
    ${added ? `${added.join} order by ${order}` : ''}`
  const statement = prepared(text, [...values, (number - 1) * first])
  const results = await context.db.query<Row & { pageCount: number }>(statement)
  if (results.length === 0 && number > 1) fail('INVALID_PAGE')
  return { count: results[0]?.pageCount ?? 0, results }
}
