/**
 * Pages of lists (test/spec/01.6): `first` results a page, pages from 1, -1 for the last one. The
 * lists of several trips that one operation asks for are read by one statement.
 */
import DataLoader from 'dataloader'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { type Columns, prepared } from './rows.ts'

export interface PageArgs {
  first: number
  page: number
}

export interface Page<Row> {
  count: number
  results: Row[]
}

/** What is on a list by id, in SQL. */
export interface Listed {
  /** Common table expressions that `from` may name. */
  with?: string
  /** Tables and joins that decide what is on the list. */
  from: string
  /** May name `asked.trip`, the trip whose list this is. */
  where: string
  /** In terms of `from`: what `columns` and `join` may name of the page, whose rows are `c`. */
  page?: string
  /** From `$5` on. */
  values: readonly unknown[]
}

/** What is answered of it. The page is cut before anything is joined to it. */
export interface List<Row> extends Listed {
  /** Columns of `c`, its `id` among them, and of what is joined to it. */
  columns: Columns<Row>
  join?: string
  /** Bytes of a row, of `c` and what is joined; 1,000 unless told, as without long texts. */
  weight?: string
}

/** Rows of one statement at most; only lists without pages have more. */
const maxRows = 1_000

/**
 * SQL: the rows of the page, `c`, by trips. `$1` are the trips, `$2` is the page, `$3` its size and
 * `$4` how many rows to read of it. With a limit that it cannot know, PostgreSQL expects one trip,
 * and so keeps its plan.
 */
function pageText({ from, page = 'c.*' }: Listed, where: string): string {
  return `(select * from unnest($1::int[]) with ordinality as one (trip, n)
      limit cardinality($1)) asked
    cross join lateral (select count(*)::int as count from ${from} where ${where}) total
    left join lateral (select ${page} from ${from} where ${where} order by c.id
      limit $4::int offset $3::int::bigint * greatest(0,
        case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)
    ) c on true`
}

const common = (list: Listed) => (list.with ? `with ${list.with}` : '')

interface Asked<Row> {
  list: List<Row>
  args: PageArgs
  trips: readonly number[]
}

/** The ids of all rows of the page that the parts of a long answer are of. */
async function idsOf<Row>(context: Context, { list, args, trips }: Asked<Row>): Promise<number[]> {
  const { first, page } = args
  const text = `${common(list)} select c.id from ${pageText(list, list.where)}`
  const values = [trips, page, first, first, ...list.values]
  const rows = await context.db.query<{ id: number | null }>(prepared(text, values))
  return rows.flatMap(({ id }) => id ?? [])
}

type Counted = { id: number | null; listNumber: number; listCount: number; listBytes: unknown }

/** Reads the rows that fit; `isCut` if that is not the whole of the pages. */
async function readRows<Row>(context: Context, { list, args, trips }: Asked<Row>, budget: number) {
  const { part } = context.reading
  const from = part?.from
  // What comes after the parts that were sent is a first page of its own.
  const first = args.first - (from?.sent ?? 0)
  const page = from ? 1 : args.page
  const values = [trips, page, first, Math.min(first, maxRows), ...list.values]
  const bind = (value: number) => `$${values.push(value)}`
  // The emails of a row may go on within it.
  const rest = from && `c.id ${from.email === undefined ? '>' : '>='} ${bind(from.row)}`
  const { columns, join = '', weight = '1000' } = list
  const bytes = `case when c.id is not null then ${weight} end`
  const text = `${common(list)} select c.* from (
      select asked.n::int as "listNumber", total.count as "listCount", ${columns},
        sum(${bytes}) over w ${part?.isAlone ? `- first_value(${bytes}) over w` : ''} as "listBytes"
      from ${pageText(list, rest ? `${list.where} and ${rest}` : list.where)} ${join}
      window w as (order by asked.n, c.id rows unbounded preceding)) c
    where c."listBytes" is null or c."listBytes" <= ${bind(budget)}::bigint
    order by c."listNumber", c.id`
  const rows = await context.db.query<Counted & Row>(prepared(text, values))
  const pages = trips.map((): Page<Row> => ({ count: -1, results: [] }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as Page<Row>
    found.count = row.listCount
    if (row.id !== null) found.results.push(row)
  }
  const isWhole = ({ count, results }: Page<Row>) => {
    const before = page === -1 ? Math.ceil(count / first) - 1 : page - 1
    return count >= 0 && results.length >= Math.min(first, count - first * Math.max(0, before))
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
  const { part } = context.reading
  if (part) part.whole.ids ??= () => idsOf(context, asked)
  const pages = await context.reading.take(async (budget) => {
    const taken = await readRows(context, asked, budget)
    if (part) part.hasMore = taken.isCut
    return taken
  })
  const { page } = asked.args
  const exists = ({ results }: Page<Row>) =>
    page === 1 || page === -1 || part?.from !== undefined || results.length > 0
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
  const make = () =>
    new DataLoader<number, Page<Row>>(
      (trips) => readPages(context, { list, args, trips }),
      // The next mutation of an operation may find another list.
      { cache: false },
    )
  return context.shared(key, make).load(tripId)
}
