/**
 * Lists whose rows are weighed before they are read (src/core/limits/reading.ts), and their pages.
 */
import type { Context } from '../context.ts'
import type { Taken } from '../limits/reading.ts'
import type { Page, PageArgs } from '../store/page.ts'
import { type PagedRead, pageFrom } from './pages.ts'

interface Weighed {
  id: number
  /** What reading the row brings. */
  bytes: number
}

interface Fitting<One> {
  fits: readonly One[]
  /** The first that does not fit. */
  next?: One
  taken: Omit<Taken<never>, 'value'>
}

/**
 * As many of a list, from its beginning, as weigh no more than is left; where a part of an answer
 * has nothing else, the first fits in any case.
 */
export function fitting<One extends Weighed>(
  { reading: { part } }: Context,
  all: readonly One[],
  left: number,
): Fitting<One> {
  let bytes = 0
  for (const [index, next] of all.entries()) {
    const sum = bytes + (index === 0 && part?.isAlone ? 0 : next.bytes)
    const isEmpty = index === 0
    if (sum > left) {
      return { fits: all.slice(0, index), next, taken: { bytes, isCut: true, isEmpty, needs: sum } }
    }
    bytes = sum
  }
  return { fits: all, taken: { bytes, isCut: false, isEmpty: all.length === 0 } }
}

/** A page, or from the cursor on. */
interface Cut {
  take: number
  skip?: number
  cursor?: { id: number }
}

interface WeighedRead<One, Row> extends Pick<PagedRead<One>, 'count'> {
  /** The rows of one cut, in the order of the list. */
  weigh: (cut: Cut) => Promise<One[]>
  /** Those of them that are still there, in any order. */
  read: (fits: readonly One[]) => Promise<Row[]>
}

/** What is to be read of the page: all of it, or what comes after the part that was sent. */
async function wanted<One extends Weighed>(
  { reading: { part } }: Context,
  args: PageArgs,
  { count, weigh }: Pick<WeighedRead<One, never>, 'count' | 'weigh'>,
): Promise<Page<One>> {
  if (!part?.from) return pageFrom(args, { count, find: weigh })
  const { row, sent } = part.from
  // The row that was sent last may no longer be on the list.
  const found = await weigh({ cursor: { id: row }, take: args.first - sent + 1 })
  return { count: 0, results: found.filter(({ id }) => id !== row).slice(0, args.first - sent) }
}

/**
 * A page as `pageFrom` cuts it. No more is read than may be: throws TOO_COMPLEX for a page that is
 * heavier; a part of a long answer gets as many rows as fit.
 */
export function weighedPage<One extends Weighed, Row extends { id: number }>(
  context: Context,
  args: PageArgs,
  list: WeighedRead<One, Row>,
): Promise<Page<Row>> {
  const { part } = context.reading
  return context.reading.take(async (left): Promise<Taken<Page<Row>>> => {
    const { count, results } = await wanted(context, args, list)
    const { fits, taken } = fitting(context, results, left)
    if (part) part.hasMore = taken.isCut
    const isRead = fits.length > 0 && (part || !taken.isCut)
    const rows = isRead ? await list.read(fits) : []
    const found = new Map(rows.map((row) => [row.id, row]))
    return { value: { count, results: fits.flatMap(({ id }) => found.get(id) ?? []) }, ...taken }
  })
}
