/**
 * Pages of lists (test/spec/01.6): `first` results per page, numbered from 1; -1 is the last page.
 * An empty list has one page, which is empty.
 */
import { fail } from './errors.ts'
import { maxInt } from './values.ts'

export interface PageArgs {
  first: number
  page: number
}

export interface Page<Row> {
  /** The length of the whole list. */
  count: number
  results: Row[]
}

/** The number of the last page. */
export const lastPage = (count: number, first: number): number =>
  Math.max(1, Math.ceil(count / first))

/** Whether a page with this many results exists; without `results`, whether its number is valid. */
export const isPage = (page: number, results = 1): boolean =>
  page === 1 || page === -1 || (page > 1 && results > 0)

interface PagedRead<Row> {
  count: () => Promise<number>
  /** The rows of one page. */
  find: (cut: { skip: number; take: number }) => Promise<Row[]>
}

/**
 * Throws INVALID_PAGE for a page past the last one, and for an invalid number. A page that is not
 * full ends its list, which then need not be counted.
 */
export async function pageFrom<Row>(
  { first, page }: PageArgs,
  { count, find }: PagedRead<Row>,
): Promise<Page<Row>> {
  const total = page === -1 ? await count() : undefined
  const skip = first * ((total === undefined ? page : lastPage(total, first)) - 1)
  if (!isPage(page) || skip > maxInt) fail('INVALID_PAGE')
  const results = await find({ skip, take: first })
  if (!isPage(page, results.length)) fail('INVALID_PAGE')
  const end = results.length < first ? skip + results.length : undefined
  return { count: total ?? end ?? (await count()), results }
}

/** A page of a list in memory; throws as `pageFrom` does. */
export const pageOfList = <Row>(args: PageArgs, list: readonly Row[]): Promise<Page<Row>> =>
  pageFrom(args, {
    count: async () => list.length,
    find: async ({ skip, take }) => list.slice(skip, skip + take),
  })
