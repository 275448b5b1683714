/**
 * Pages of lists (contract 1.6): `first` results a page, pages from 1, -1 for the last one. The
 * lists of several trips that one operation asks for are read by one statement.
 */
import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { prepared } from './sql.ts'

export interface PageArgs {
  first: number
  page: number
}

export interface Page<Row> {
  count: number
  results: Row[]
}

/** What to list, in SQL. The page is cut before anything is joined to it. */
export interface Listing {
  columns: string
  /** Common table expressions that `from` may name. */
  with?: string
  /** Tables and joins that decide what is on the list. */
  from: string
  /** May name `asked.trip`, the trip whose list this is. */
  where: string
  /** In terms of `from`, and of the page, whose rows are called `c` and have an `id`. */
  order: string
  /** From `$3` on; see `places`. */
  values: unknown[]
  /** Columns from elsewhere, joined to the rows of the page. */
  added?: { columns: string; join: string }
}

/** Binds the values of a listing: the first is `$3`. */
export function places(): { values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value) + 2}` }
}

/** One statement: `$1` the trips, `$2` the page. The size stands in the text, for the planner. */
function statementFor(listing: Listing, first: number): string {
  const { columns, with: common, from, where, order, added } = listing
  return `${common ? `with ${common}` : ''}
    select asked.n::int as "listNumber", total.count as "listCount", c.*
      ${added ? `, ${added.columns}` : ''}
    from unnest($1::int[]) with ordinality as asked (trip, n)
    cross join lateral (select count(*)::int as count from ${from} where ${where}) total
    left join lateral (select ${columns} from ${from} where ${where} order by ${order}
      limit ${first} offset ${first}::bigint
        * greatest(0, case when $2::int = -1 then (total.count - 1) / ${first} else $2 - 1 end)
    ) c on true
    ${added?.join ?? ''}
    order by asked.n, ${order}`
}

type Listed = { id: number | null; listNumber: number; listCount: number }

async function readPages<Row>(
  context: Context,
  listing: Listing,
  { first, page }: PageArgs,
  trips: readonly number[],
): Promise<(Page<Row> | Refusal)[]> {
  const statement = prepared(statementFor(listing, first), [trips, page, ...listing.values])
  const rows = await context.db.query<Listed>(statement)
  const pages = trips.map((): Page<Listed> => ({ count: 0, results: [] }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as Page<Listed>
    found.count = row.listCount
    if (row.id !== null) found.results.push(row)
  }
  const exists = ({ results }: Page<Listed>) => page === 1 || page === -1 || results.length > 0
  return pages.map((found) => (exists(found) ? (found as Page<Row>) : new Refusal('INVALID_PAGE')))
}

/**
 * A page of the list of a trip; of a list that belongs to no trip with `tripId` 0. Throws
 * INVALID_PAGE for a page past the last one, and for what is no page: 0 and all below -1. The first
 * page, which is also the last one of an empty list, may be empty (1.6).
 */
export async function readPage<Row>(
  context: Context,
  tripId: number,
  listing: Listing,
  args: PageArgs,
): Promise<Page<Row>> {
  if (args.page < 1 && args.page !== -1) throw new Refusal('INVALID_PAGE')
  const key = JSON.stringify([listing, args.first, args.page])
  const loader = context.shared(
    key,
    () =>
      new DataLoader<number, Page<Row>>((trips) => readPages<Row>(context, listing, args, trips), {
        // The next mutation of an operation may find another list.
        cache: false,
      }),
  )
  return loader.load(tripId)
}
