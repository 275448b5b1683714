/**
 * Pages of lists (test/spec/01.6): `first` results a page, pages from 1, -1 for the last one. The
 * lists of several trips that one operation asks for are read by one statement.
 */
import DataLoader from 'dataloader'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import type { Part, Scope } from '../../limits/reading.ts'
import type { Columns } from './rows.ts'
import { prepared } from './sql.ts'

export interface PageArgs {
  first: number
  page: number
}

export interface Page<Row> {
  count: number
  results: Row[]
}

/** A list, in SQL. The page is cut before anything is joined to it. */
export interface List<Row> {
  /** Common table expressions that `from` may name. */
  with?: string
  /** Tables and joins that decide what is on the list. */
  from: string
  /** May name `asked.trip`, the trip whose list this is. */
  where: string
  /** In terms of `from`: what `columns` and `join` may name of the page, whose rows are `c`. */
  page?: string
  /** What is answered: columns of `c`, its `id` among them, and of what is joined to it. */
  columns: string | Columns<Row>
  join?: string | undefined
  /** From `$3` on; see `parameters`. */
  values: unknown[]
  /** Bytes of a row, of `c` and what is joined; 1,000 unless told, as without long texts. */
  weight?: string
  /** In terms of `from`, and of the page; by id unless told. */
  order?: string
  /** Further columns from elsewhere, joined only to those rows that fit. */
  late?: { columns: string; join: string }
  /** In terms of `from`: what comes after the row of that id; by id unless told. */
  after?: (id: string) => string
}

/** The same, with what `c` has as the answer's columns, beside those added. // until the merge */
export type Listing = Omit<List<unknown>, 'page' | 'join'> & {
  columns: string
  added?: { columns: string; join: string }
}

/** Rows of one statement at most; only lists without pages have more. */
const maxRows = 1_000

/** Binds the values of a listing: the first is `$3`. */
export function parameters(): { values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value) + 2}` }
}

interface Cut {
  /** SQL: results of a page. */
  first: string
  /** SQL: rows to read. */
  limit: string
  /** In terms of `from`: where to go on within the page. */
  rest?: string
}

/** SQL: the rows of the page, `c`, by trips; `$1` are the trips, `$2` is the page. */
function rowsOf(list: List<unknown>, { first, limit, rest }: Cut): string {
  const { page = 'c.*', from, where, order = 'c.id' } = list
  const wanted = rest === undefined ? where : `${where} and ${rest}`
  const before = `case when $2::int = -1 then (total.count - 1) / ${first}::int else $2 - 1 end`
  const offset = rest === undefined ? `${first}::bigint * greatest(0, ${before})` : '0 * $2::int'
  return `unnest($1::int[]) with ordinality as asked (trip, n)
    cross join lateral (select count(*)::int as count from ${from} where ${wanted}) total
    left join lateral (select ${page} from ${from} where ${wanted} order by ${order}
      limit ${limit} offset ${offset}
    ) c on true`
}

/**
 * One statement. Of a part it answers as many rows as weigh no more than `budget` together,
 * otherwise all or none: that is one sort less.
 */
function statementFor<Row>(
  list: List<Row>,
  cut: Cut,
  budget: string,
  part: Part | undefined,
): string {
  const { with: common, columns, join = '', order = 'c.id', late, weight = '1000' } = list
  const counted = `case when c.id is not null then ${weight} end`
  const alone = part?.isAlone ? `- first_value(${counted}) over w` : ''
  const bytes = part ? `sum(${counted}) over w ${alone}` : `sum(${counted}) over ()`
  return `${common ? `with ${common}` : ''}
    select c.*${late ? `, ${late.columns}` : ''} from (
      select asked.n::int as "listNumber", total.count as "listCount", ${columns},
        ${bytes} as "listBytes"
      from ${rowsOf(list, cut)} ${join}
      ${part ? `window w as (order by asked.n, ${order} rows unbounded preceding)` : ''}) c
    ${late?.join ?? ''}
    where c."listBytes" is null or c."listBytes" <= ${budget}::bigint
    order by c."listNumber", ${order}`
}

type Listed = { id: number | null; listNumber: number; listCount: number; listBytes: unknown }

/** Where a part of a list begins, as a condition; the emails of a row may go on within it. */
function restOf({ after }: List<unknown>, { from }: Part, bind: (value: number) => string) {
  if (!from) return undefined
  const row = bind(from.row)
  return from.email === undefined ? (after?.(row) ?? `c.id > ${row}`) : `c.id >= ${row}`
}

/** All rows of a page, of a list of a trip, as SQL of their ids. */
export function scopeOf(
  tripId: number,
  list: Pick<List<unknown>, 'with' | 'page' | 'from' | 'where' | 'order' | 'values'>,
  { first, page }: PageArgs,
): Scope {
  const size = `$${list.values.length + 3}`
  return {
    with: list.with ?? '',
    ids: `select c.id from ${rowsOf({ ...list, columns: '' }, { first: size, limit: `${size}::int` })}`,
    values: [[tripId], page, ...list.values, first],
  }
}

interface Asked<Row> {
  list: List<Row>
  args: PageArgs
  trips: readonly number[]
}

/** Reads the rows that fit; `isCut` if that is not the whole of the pages. */
async function readRows<Row>(context: Context, { list, args, trips }: Asked<Row>, budget: number) {
  const { part } = context.reading
  const { first, page } = args
  const values = [trips, page, ...list.values]
  const bind = (value: number) => `$${values.push(value)}`
  const wanted = first - (part?.from?.sent ?? 0)
  const rest = part && restOf(list, part, bind)
  const limit = `${bind(Math.min(wanted, maxRows))}::int`
  const cut = { first: rest === undefined ? bind(first) : '0', limit, ...(rest && { rest }) }
  const text = statementFor(list, cut, bind(budget), part)
  const rows = await context.db.query<Listed & Row>(prepared(text, values))
  const pages = trips.map((): Page<Row> => ({ count: -1, results: [] }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as Page<Row>
    found.count = row.listCount
    if (row.id !== null) found.results.push(row)
  }
  const isWhole = ({ count, results }: Page<Row>) => {
    const before = rest !== undefined || page === -1 ? 0 : first * (page - 1)
    const last = page === -1 && rest === undefined ? ((count - 1) % first) + 1 : count - before
    return count >= 0 && results.length >= Math.min(wanted, last)
  }
  return {
    value: pages,
    bytes: Number(rows.at(-1)?.listBytes ?? 0),
    isCut: !pages.every(isWhole),
    isEmpty: pages.every(({ results }) => results.length === 0),
  }
}

async function readPages<Row>(
  context: Context,
  asked: Asked<Row>,
): Promise<(Page<Row> | Refusal)[]> {
  const { list, args, trips } = asked
  const { part } = context.reading
  if (part) part.whole.scope ??= scopeOf(trips[0] as number, list, args)
  const pages = await context.reading.take(async (budget) => {
    const taken = await readRows(context, asked, budget)
    if (part) part.hasMore = taken.isCut
    return taken
  })
  const exists = ({ results }: Page<Row>) =>
    args.page === 1 || args.page === -1 || part?.from !== undefined || results.length > 0
  return pages.map((found) => (exists(found) ? found : new Refusal('INVALID_PAGE')))
}

/**
 * A page of the list of a trip; of a list that belongs to no trip with `tripId` 0. Throws
 * INVALID_PAGE for a page past the last one, and for what is no page: 0 and all below -1. The first
 * page, which is also the last one of an empty list, may be empty (test/spec/01.6). Throws
 * TOO_COMPLEX for one that is heavier than may be read.
 */
export async function pageOf<Row>(
  context: Context,
  tripId: number,
  list: List<Row>,
  args: PageArgs,
): Promise<Page<Row>> {
  if (args.page < 1 && args.page !== -1) throw new Refusal('INVALID_PAGE')
  const { after: _, ...text } = list
  const key = JSON.stringify([text, args.first, args.page])
  const loader = context.shared(
    key,
    () =>
      new DataLoader<number, Page<Row>>(
        (trips) => readPages<Row>(context, { list, args, trips }),
        // The next mutation of an operation may find another list.
        { cache: false },
      ),
  )
  return loader.load(tripId)
}

// until the merge
export function readPage<Row>(
  context: Context,
  tripId: number,
  { columns, added, ...listing }: Listing,
  args: PageArgs,
): Promise<Page<Row>> {
  const list: List<Row> = {
    ...listing,
    page: columns,
    columns: added ? `c.*, ${added.columns}` : 'c.*',
    join: added?.join,
  }
  return pageOf(context, tripId, list, args)
}
