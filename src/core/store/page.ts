/**
 * Pages of lists (test/spec/01.6): `first` results a page, pages from 1, -1 for the last one. The
 * lists of several trips that one operation asks for are read by one statement.
 */
import DataLoader from 'dataloader'
import { Refusal } from '../../base/errors.ts'
import { type Answer, membersOf, type Row, withGuests } from './answers.ts'
import type { Stored } from './kinds.ts'
import type { Reader } from './reader.ts'
import { both, rowsOf, typed } from './rows.ts'

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
  /** Where `from` has ids alone: the table of their rows. */
  table?: string
  /** From `$5` on. */
  values: readonly unknown[]
}

type Name = Stored['name']

/** With what is answered of it, once the page is cut. */
interface List<N extends Name> extends Listed, Answer<N> {}

/** Rows of one statement at most; only lists without pages have more. */
const maxRows = 1_000

/**
 * SQL: the rows of the page, `c`, by trips. `$1` are the trips, `$2` is the page, `$3` its size and
 * `$4` how many rows to read of it. With a limit that it cannot know, PostgreSQL expects one trip,
 * and so keeps its plan.
 */
function pageText({ from, table, asksMembers }: List<Name>, where: string): string {
  const members = asksMembers ? `, ${membersOf('one.trip')}` : ''
  const page = `select c.* from ${from} where ${where} order by c.id
      limit $4::int offset $3::int::bigint * greatest(0,
        case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)`
  const rows = table ? `select t.* from (${page}) c join ${table} t on t.id = c.id` : page
  return `(select one.*${members} from unnest($1::int[]) with ordinality as one (trip, n)
      limit cardinality($1)) asked
    cross join lateral (select count(*)::int as count from ${from} where ${where}) total
    left join lateral (${rows}) c on true`
}

const common = (list: Listed) => (list.with ? `with ${list.with}` : '')

interface Asked<N extends Name> {
  list: List<N>
  args: PageArgs
  trips: readonly number[]
}

/** The ids of all rows of the page that the parts of a long answer are of. */
async function idsOf<N extends Name>(
  reader: Reader,
  { list, args, trips }: Asked<N>,
): Promise<number[]> {
  const { first, page } = args
  const text = (id: string) => `${common(list)} select ${id} from ${pageText(list, list.where)}`
  const values = [trips, page, first, first, ...list.values]
  const rows = await rowsOf(reader.db, typed<{ id: number | null }>('c.id'), text, values)
  return rows.flatMap(({ id }) => id ?? [])
}

const counted = typed<{ listNumber: number; listCount: number }>(
  'asked.n::int as "listNumber", total.count as "listCount"',
)

/** Reads the rows that fit; `isCut` if that is not the whole of the pages. */
async function readRows<N extends Name>(
  reader: Reader,
  { list, args, trips }: Asked<N>,
  budget: number,
) {
  const { part } = reader.reading
  const from = part?.from
  // What comes after the parts that were sent is a first page of its own.
  const first = args.first - (from?.sent ?? 0)
  const page = from ? 1 : args.page
  const values = [trips, page, first, Math.min(first, maxRows), ...list.values]
  const bind = (value: number) => `$${values.push(value)}`
  // The emails of a row may go on within it.
  const rest = from && `c.id ${from.email === undefined ? '>' : '>='} ${bind(from.row)}`
  const bytes = `case when c.id is not null then ${list.weight} end`
  const alone = part?.isAlone ? `- first_value(${bytes}) over w` : ''
  const read = typed<{ listBytes: string | null }>(`sum(${bytes}) over w ${alone} as "listBytes"`)
  const most = bind(budget)
  const text = (columns: string) => `${common(list)} select c.* from (select ${columns}
      from ${pageText(list, rest ? `${list.where} and ${rest}` : list.where)} ${list.join}
      window w as (order by asked.n::int, c.id rows unbounded preceding)) c
    where c."listBytes" is null or c."listBytes" <= ${most}::bigint
    order by c."listNumber", c.id`
  const columns = both(both(counted, list.columns), read)
  const rows = await rowsOf(reader.db, columns, text, values)
  const pages = trips.map((): Page<Row<N>> => ({ count: -1, results: [] }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as Page<Row<N>>
    found.count = row.listCount
    if (row.id !== null) found.results.push(withGuests(row))
  }
  const isWhole = ({ count, results }: Page<Row<N>>) => {
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

/** Pages of the lists of these trips, or why there is none. */
async function readPages<N extends Name>(
  reader: Reader,
  asked: Asked<N>,
): Promise<(Page<Row<N>> | Refusal)[]> {
  const { part } = reader.reading
  const { page } = asked.args
  if (page < 1 && page !== -1) return asked.trips.map(() => new Refusal('INVALID_PAGE'))
  if (part) part.whole.ids ??= () => idsOf(reader, asked)
  const pages = await reader.reading.take(async (budget) => {
    const taken = await readRows(reader, asked, budget)
    if (part) part.hasMore = taken.isCut
    return taken
  })
  const exists = ({ results }: Page<Row<N>>) =>
    page === 1 || page === -1 || part?.from !== undefined || results.length > 0
  return pages.map((found) => (exists(found) ? found : new Refusal('INVALID_PAGE')))
}

/**
 * A page of a list that belongs to no trip. Throws INVALID_PAGE for a page past the last one, and
 * for what is no page: 0 and all below -1. The first page, which is also the last one of an empty
 * list, may be empty (test/spec/01.6). Throws TOO_COMPLEX for one that is heavier than may be read.
 */
export async function ownPage<N extends Name>(
  reader: Reader,
  list: List<N>,
  args: PageArgs,
): Promise<Page<Row<N>>> {
  const [page] = await readPages(reader, { list, args, trips: [0] })
  if (page instanceof Refusal) throw page
  return page as Page<Row<N>>
}

/** A page of the list of a trip; throws as `ownPage` does. */
export async function pageOf<N extends Name>(
  reader: Reader,
  tripId: number,
  list: List<N>,
  args: PageArgs,
): Promise<Page<Row<N>>> {
  const key = JSON.stringify([list, args.first, args.page])
  const make = () =>
    new DataLoader<number, Page<Row<N>>>(
      (trips) => readPages(reader, { list, args, trips }),
      // The next mutation of an operation may find another list.
      { cache: false },
    )
  return reader.shared(key, make).load(tripId)
}
