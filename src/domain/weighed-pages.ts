/** Pages of lists whose rows are weighed before they are read (src/limits/reading.ts). */
import type { Context } from '../context.ts'
import type { Taken } from '../limits/reading.ts'
import type { Page, PageArgs } from './hot-path/page.ts'
import { type PagedRead, prismaPage } from './pages.ts'

interface Weighed {
  id: number
  /** What reading the row brings. */
  bytes: number
}

/** A page, or from the cursor on. */
interface Cut {
  take: number
  skip?: number
  cursor?: { id: number }
}

export interface WeighedRead<Row> extends Pick<PagedRead<Weighed>, 'count'> {
  /** The rows of one cut, in the order of the list. */
  weigh: (cut: Cut) => Promise<Weighed[]>
  /** Those of them that are still there, in any order. */
  read: (ids: number[]) => Promise<Row[]>
}

/** What is to be read of the page: all of it, or what comes after the part that was sent. */
async function wanted<Row>(
  { reading: { part } }: Context,
  args: PageArgs,
  { count, weigh }: WeighedRead<Row>,
): Promise<Page<Weighed>> {
  if (!part?.from) return prismaPage(args, { count, find: weigh })
  const { row, sent } = part.from
  // The row that was sent last may no longer be on the list.
  const found = await weigh({ cursor: { id: row }, take: args.first - sent + 1 })
  return { count: 0, results: found.filter(({ id }) => id !== row).slice(0, args.first - sent) }
}

/**
 * A page as `prismaPage` cuts it. No more is read than may be: throws TOO_COMPLEX for a page that is
 * heavier; a part of a long answer gets as many rows as fit.
 */
export function weighedPage<Row extends { id: number }>(
  context: Context,
  args: PageArgs,
  list: WeighedRead<Row>,
): Promise<Page<Row>> {
  const { part } = context.reading
  return context.reading.take(async (budget): Promise<Taken<Page<Row>>> => {
    const { count, results } = await wanted(context, args, list)
    const alone = part?.isAlone ? (results[0]?.bytes ?? 0) : 0
    let sum = 0
    let bytes = 0
    const fitting = results.filter((row) => {
      sum += row.bytes
      const fits = sum - alone <= budget
      if (fits) bytes = sum
      return fits
    })
    const isCut = fitting.length < results.length
    if (part) part.hasMore = isCut
    const ids = isCut && !part ? [] : fitting.map(({ id }) => id)
    const rows = ids.length > 0 ? await list.read(ids) : []
    const found = new Map(rows.map((row) => [row.id, row]))
    const value = { count, results: ids.flatMap((id) => found.get(id) ?? []) }
    return { value, bytes, isCut, isEmpty: fitting.length === 0 }
  })
}
