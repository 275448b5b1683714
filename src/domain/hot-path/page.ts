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

/** A list by id, in SQL. The page is cut before anything is joined to it. */
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
  columns: Columns<Row>
  join?: string | undefined
  /** From `$3` on. */
  values: unknown[]
  /** Bytes of a row, of `c` and what is joined; 1,000 unless told, as without long texts. */
  weight?: string
}

/** Rows of one statement at most; only lists without pages have more. */
const maxRows = 1_000

interface Cut {
  /** SQL: results of a page, where it is read from its beginning. */
  first?: string
  /** SQL: rows to read. */
  limit: string
  /** In terms of `from`: where to go on within the page. */
  rest?: string
}

/**
 * SQL: the rows of the page, `c`, by trips; `$1` are the trips, `$2` is the page. With a limit that
 * it cannot know, PostgreSQL expects one trip, and so keeps its plan.
 */
function rowsOf(
  list: Pick<List<unknown>, 'page' | 'from' | 'where'>,
  { first, limit, rest }: Cut,
): string {
  const { page = 'c.*', from, where } = list
  const wanted = rest === undefined ? where : `${where} and ${rest}`
  const before = `case when $2::int = -1 then (total.count - 1) / ${first} else $2 - 1 end`
  const offset = rest === undefined ? `${first}::bigint * greatest(0, ${before})` : '0 * $2::int'
  return `(select * from unnest($1::int[]) with ordinality as one (trip, n)
      limit cardinality($1)) asked
    cross join lateral (select count(*)::int as count from ${from} where ${wanted}) total
    left join lateral (select ${page} from ${from} where ${wanted} order by c.id
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
  const { with: common, columns, join = '', weight = '1000' } = list
  const counted = `case when c.id is not null then ${weight} end`
  const alone = part?.isAlone ? `- first_value(${counted}) over w` : ''
  const bytes = part ? `sum(${counted}) over w ${alone}` : `sum(${counted}) over ()`
  return `${common ? `with ${common}` : ''}
    select c.* from (
      select asked.n::int as "listNumber", total.count as "listCount", ${columns},
        ${bytes} as "listBytes"
      from ${rowsOf(list, cut)} ${join}
      ${part ? `window w as (order by asked.n, c.id rows unbounded preceding)` : ''}) c
    where c."listBytes" is null or c."listBytes" <= ${budget}::bigint
    order by c."listNumber", c.id`
}

type Listed = { id: number | null; listNumber: number; listCount: number; listBytes: unknown }

/** Where a part of a list begins, as a condition; the emails of a row may go on within it. */
function restOf({ from }: Part, bind: (value: number) => string) {
  return from && `c.id ${from.email === undefined ? '>' : '>='} ${bind(from.row)}`
}

/** All rows of a page, of a list of a trip, as SQL of their ids. */
export function scopeOf(
  tripId: number,
  list: Pick<List<unknown>, 'with' | 'page' | 'from' | 'where' | 'values'>,
  { first, page }: PageArgs,
): Scope {
  const size = `$${list.values.length + 3}::int`
  return {
    with: list.with ?? '',
    ids: `select c.id from ${rowsOf(list, { first: size, limit: size })}`,
    values: [[tripId], page, ...list.values, first],
  }
}

/** The ids of all rows of an answer. */
export async function idsOf(context: Context, scope: Scope): Promise<number[]> {
  const text = `${scope.with && `with ${scope.with}`} ${scope.ids}`
  const rows = await context.db.query<{ id: number | null }>(prepared(text, scope.values))
  return rows.flatMap(({ id }) => id ?? [])
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
  const rest = part && restOf(part, bind)
  const limit = `${bind(Math.min(wanted, maxRows))}::int`
  const cut = rest === undefined ? { first: `${bind(first)}::int`, limit } : { limit, rest }
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
  const key = JSON.stringify([list, args.first, args.page])
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
