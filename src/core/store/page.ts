/**
 * Pages of lists on the hot path (test/spec/01.6), selected by the database: one statement reads
 * the pages of all trips of an operation, and determines the last page for `-1`.
 */
import DataLoader from 'dataloader'
import { Refusal } from '../../base/errors.ts'
import { isPage, type Page, type PageArgs } from '../../base/pages.ts'
import { maxRows, type Taken } from '../limits/read-budget.ts'
import { type Answer, membersOf, type Row, withGuests } from './answers.ts'
import type { RowKind } from './kinds.ts'
import type { Reader } from './reader.ts'
import { both, rowsOf, short, typed } from './rows.ts'

/** SQL: the content of a list, ordered by id. */
export interface ListQuery {
  /** Common table expressions for `from`. */
  with?: string
  /** The tables and joins that select the rows. */
  from: string
  /** May use `asked.trip`, the trip of the list, and `asked.is_seen`. */
  where: string
  /**
   * The second check of the trip `one.trip`: whether the viewer sees the list; null if the viewer
   * has not joined the trip. The rule has let the read through, so this has just changed, and the
   * list is refused instead of being empty. By default, the list is the viewer's own.
   */
  isSeen?: string
  /** The table of the rows, if `from` has only ids. */
  table?: string
  /** The parameters from `$5` on. */
  values: readonly unknown[]
}

type Name = RowKind['name']

/** A list, with the answer for its rows. */
interface List<N extends Name> extends ListQuery, Answer<N> {}

/**
 * SQL: the rows `c` of the page, by trip. `$1` are the trips, `$2` is the page, `$3` its size and
 * `$4` the maximum number of rows to read. The limit is unknown when PostgreSQL plans, so it
 * expects one trip, and keeps the plan.
 */
function pageText(list: List<Name>, where: string): string {
  const { from, table, asksMembers, isSeen = 'true' } = list
  const members = asksMembers ? `, ${membersOf('one.trip')}` : ''
  const page = `select c.* from ${from} where ${where} order by c.id
      limit $4::int offset $3::int::bigint * greatest(0,
        case when $2::int = -1 then (total.count - 1) / $3::int else $2 - 1 end)`
  const rows = table ? `select t.* from (${page}) c join ${table} t on t.id = c.id` : page
  return `(select one.*, ${isSeen} as is_seen${members}
      from unnest($1::int[]) with ordinality as one (trip, n)
      limit cardinality($1)) asked
    cross join lateral (select count(*)::int as count from ${from} where ${where}) total
    left join lateral (${rows}) c on true`
}

const common = (list: ListQuery) => (list.with ? `with ${list.with}` : '')

interface PageRequest<N extends Name> {
  list: List<N>
  args: PageArgs
  trips: readonly number[]
  /** Maximum rows to read. */
  max?: number
}

/** SQL and values of the pages, or of the rows of a slice for a part of a long answer. */
function pagesOf<N extends Name>(
  { reading: { part } }: Reader,
  { list, args, trips, max = maxRows }: PageRequest<N>,
) {
  const [first, page] = part ? [part.rows.length, 1] : [args.first, args.page]
  const values: unknown[] = [trips, page, first, Math.min(first, max), ...list.values]
  const where = part
    ? `${list.where} and c.id = any ($${values.push(part.rows)}::int[])`
    : list.where
  return { from: `${pageText(list, where)} ${list.join}`, values, first }
}

/** The length of the list, and the slices of its page; reads only the weights of the rows. */
async function planPage<N extends Name>(reader: Reader, request: PageRequest<N>) {
  const { from, values } = pagesOf(reader, { ...request, max: request.args.first })
  type Plan = { isSeen: boolean | null; count: number; ids: number[]; bytes: number[] }
  const columns = typed<Plan>(
    `bool_and(asked.is_seen) as "isSeen", max(total.count) as count,
    array_agg(c.id order by c.id) as ids,
    array_agg((${request.list.weight})::int order by c.id) as bytes`,
  )
  const text = (columns: string) => `${common(request.list)} select ${columns} from ${from}`
  const [found] = await rowsOf(short(reader.db), columns, text, values)
  if (!found?.isSeen) return { value: [unseen(found?.isSeen ?? null)], rest: [] }
  const { count, ids, bytes } = found
  const rows = ids.map((id, at) => ({ id, bytes: bytes[at] as number }))
  return { value: [{ count, results: [] }], rest: reader.reading.slices(rows) }
}

/** The refusal of a list that the viewer no longer sees; `isSeen` is null without membership. */
const unseen = (isSeen: boolean | null) => new Refusal(isSeen === null ? 'NOT_FOUND' : 'FORBIDDEN')

const counted = typed<{ listNumber: number; listCount: number; isSeen: boolean | null }>(
  'asked.n::int as "listNumber", total.count as "listCount", asked.is_seen as "isSeen"',
)

/** A page of bare rows as a single row, which costs a fraction per row. */
const bare = both(
  counted,
  typed<{ ids: (number | null)[]; versions: number[] }>(
    'array_agg(c.id order by c.id) as ids, array_agg(c.version order by c.id) as versions',
  ),
)

/** The bare rows of pages, by list and id, if they fit; all have the same weight. */
async function bareRows<N extends Name>(
  reader: Reader,
  request: PageRequest<N>,
  budget: number,
): ReturnType<typeof fullRows<N>> {
  const { list } = request
  const { from, values } = pagesOf(reader, request)
  const text = (columns: string) => `${common(list)} select ${columns} from ${from}
    group by asked.n, total.count, asked.is_seen order by asked.n`
  const found = await rowsOf(short(reader.db), bare, text, values)
  const total = found.reduce((sum, { ids }) => sum + ids.filter((id) => id !== null).length, 0)
  const listBytes = String(total * Number(list.weight))
  if (Number(listBytes) > budget) return []
  // Every key by its name: a spread takes most of the time of a 304.
  const rows = found.flatMap(({ listNumber, listCount, isSeen, ids, versions }) =>
    ids.map((id, at) => {
      return { listNumber, listCount, isSeen, listBytes, id, version: versions[at] }
    }),
  )
  return rows as Awaited<ReturnType<typeof fullRows<N>>>
}

/** The rows of pages, by list and id; if they do not fit, the database sends none. */
async function fullRows<N extends Name>(reader: Reader, request: PageRequest<N>, budget: number) {
  const { list } = request
  const { from, values } = pagesOf(reader, request)
  const bytes = `case when c.id is not null then ${list.weight} end`
  const all = typed<{ listBytes: string | null }>(`sum(${bytes}) over () as "listBytes"`)
  const maxBytes = `$${values.push(budget)}`
  const text = (columns: string) => `${common(list)} select c.* from (select ${columns}
      from ${from}) c
    where c."listBytes" is null or c."listBytes" <= ${maxBytes}::bigint
    order by c."listNumber", c.id`
  return rowsOf(short(reader.db), both(both(counted, list.columns), all), text, values)
}

/** Reads the pages if they fit. */
async function readPages<N extends Name>(
  reader: Reader,
  request: PageRequest<N>,
  budget: number,
): Promise<Taken<(Page<Row<N>> | Refusal)[]>> {
  const { list, args, trips } = request
  const { first } = pagesOf(reader, request)
  const rows = await (list.isBare ? bareRows : fullRows)(reader, request, budget)
  const pages = trips.map(() => ({
    count: 0,
    results: [] as Row<N>[],
    isSeen: true as boolean | null,
  }))
  for (const row of rows) {
    const found = pages[row.listNumber - 1] as (typeof pages)[number]
    found.count = row.listCount
    found.isSeen = row.isSeen
    if (row.id !== null) found.results.push(withGuests(row))
  }
  const isCut = rows.length === 0 || pages.some(({ count }) => Math.min(first, count) > maxRows)
  const shown = ({ count, results, isSeen }: (typeof pages)[number]) => {
    if (!isSeen) return unseen(isSeen)
    const exists = isPage(args.page, results.length) || reader.reading.part !== undefined
    return exists ? { count, results } : new Refusal('INVALID_PAGE')
  }
  return {
    bytes: Number(rows[0]?.listBytes ?? 0),
    value: isCut ? undefined : pages.map(shown),
    plan: () => planPage(reader, request),
  }
}

/** For each trip's list, the page or its refusal. */
async function pages<N extends Name>(
  reader: Reader,
  request: PageRequest<N>,
): Promise<(Page<Row<N>> | Refusal)[]> {
  if (!isPage(request.args.page)) return request.trips.map(() => new Refusal('INVALID_PAGE'))
  return reader.reading.take((budget) => readPages(reader, request, budget))
}

/**
 * A page of a list outside of trips; throws as `pageFrom` does, and TOO_COMPLEX if it exceeds the
 * budget.
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
      // Without cache: a later mutation of the operation may change the list.
      { cache: false },
    )
  return reader.shared(key, make).load(tripId)
}
