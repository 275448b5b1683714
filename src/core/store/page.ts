/**
 * Pages of lists (test/spec/01.6): `first` results a page, pages from 1, -1 for the last one. The
 * lists of several trips that one operation asks for are read by one statement.
 */
import DataLoader from 'dataloader'
import { Refusal } from '../../base/errors.ts'
import { maxRows, type Taken } from '../limits/reading.ts'
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
  /** Rows that are looked at. */
  most?: number
}

/** SQL of the pages, and its values; of a part of a long answer, the rows that are its slice. */
function pagesOf<N extends Name>(
  { reading: { part } }: Reader,
  { list, args, trips, most = maxRows }: Asked<N>,
) {
  const [first, page] = part ? [part.rows.length, 1] : [args.first, args.page]
  const values: unknown[] = [trips, page, first, Math.min(first, most), ...list.values]
  const where = part
    ? `${list.where} and c.id = any ($${values.push(part.rows)}::int[])`
    : list.where
  return { from: `${pageText(list, where)} ${list.join}`, values, first }
}

/** How long the list is, and the slices of its page. Of its rows only the weights are read. */
async function planPage<N extends Name>(reader: Reader, asked: Asked<N>) {
  const { from, values } = pagesOf(reader, { ...asked, most: asked.args.first })
  const columns = typed<{ count: number; ids: number[]; bytes: number[] }>(
    `max(total.count) as count, array_agg(c.id order by c.id) as ids,
    array_agg((${asked.list.weight})::int order by c.id) as bytes`,
  )
  const text = (columns: string) => `${common(asked.list)} select ${columns} from ${from}`
  const [found] = await rowsOf(reader.db, columns, text, values)
  const { count, ids, bytes } = found ?? { count: 0, ids: [], bytes: [] }
  const rows = ids.map((id, at) => ({ id, bytes: bytes[at] as number }))
  return { value: [{ count, results: [] }], rest: reader.reading.slices(rows) }
}

const counted = typed<{ listNumber: number; listCount: number }>(
  'asked.n::int as "listNumber", total.count as "listCount"',
)

/** Reads the pages, if they fit; else the database sends nothing of them. */
async function readPages<N extends Name>(
  reader: Reader,
  asked: Asked<N>,
  budget: number,
): Promise<Taken<(Page<Row<N>> | Refusal)[]>> {
  const { list, args, trips } = asked
  const { from, values, first } = pagesOf(reader, asked)
  const bytes = `case when c.id is not null then ${list.weight} end`
  const all = typed<{ listBytes: string | null }>(`sum(${bytes}) over () as "listBytes"`)
  const most = `$${values.push(budget)}`
  const text = (columns: string) => `${common(list)} select c.* from (select ${columns}
      from ${from}) c
    where c."listBytes" is null or c."listBytes" <= ${most}::bigint
    order by c."listNumber", c.id`
  const columns = both(both(counted, list.columns), all)
  const rows = await rowsOf(reader.db, columns, text, values)
  const pages = trips.map((): Page<Row<N>> => ({ count: 0, results: [] }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as Page<Row<N>>
    found.count = row.listCount
    if (row.id !== null) found.results.push(withGuests(row))
  }
  const isCut = rows.length === 0 || pages.some(({ count }) => Math.min(first, count) > maxRows)
  const exists = ({ results }: Page<Row<N>>) =>
    args.page === 1 || args.page === -1 || results.length > 0 || reader.reading.part !== undefined
  return {
    bytes: Number(rows[0]?.listBytes ?? 0),
    value: isCut
      ? undefined
      : pages.map((found) => (exists(found) ? found : new Refusal('INVALID_PAGE'))),
    plan: () => planPage(reader, asked),
  }
}

/** Pages of the lists of these trips, or why there is none. */
async function pages<N extends Name>(
  reader: Reader,
  asked: Asked<N>,
): Promise<(Page<Row<N>> | Refusal)[]> {
  const { page } = asked.args
  if (page < 1 && page !== -1) return asked.trips.map(() => new Refusal('INVALID_PAGE'))
  return reader.reading.take((budget) => readPages(reader, asked, budget))
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
  const [page] = await pages(reader, { list, args, trips: [0] })
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
      (trips) => pages(reader, { list, args, trips }),
      // The next mutation of an operation may find another list.
      { cache: false },
    )
  return reader.shared(key, make).load(tripId)
}
