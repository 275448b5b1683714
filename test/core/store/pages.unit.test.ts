/** Pages of lists as they are made from the rows that the database sends (test/spec/01.6). */
import { describe, expect, it } from 'vitest'
import { Reading } from '../../../src/core/limits/read-budget.ts'
import { ownPage, pageOf } from '../../../src/core/store/page.ts'
import type { Reader } from '../../../src/core/store/reader.ts'

type Rows = Record<string, unknown>[]
type List = Parameters<typeof ownPage>[1]

const list = { from: 'x c', where: 'true', values: ['own'], columns: 'c.id', join: '', weight: '9' }
const bare = { ...list, isBare: true }
const first = { first: 2, page: 1 }

/** A reader whose statements are answered one after the other, and what they ask. */
function answered(answers: Rows[], reading = new Reading(100)) {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return answers[sent.length - 1] ?? []
  }
  const known = new Map<string, unknown>()
  const shared = (key: string, make: () => unknown) => {
    if (!known.has(key)) known.set(key, make())
    return known.get(key)
  }
  const reader = { db: { query }, reading, shared } as unknown as Reader
  const own = (args = first, of: object = list) => ownPage(reader, of as List, args)
  const inTrip = (trip: number, args = first) => pageOf(reader, trip, list as unknown as List, args)
  return { reader, sent, own, inTrip }
}

const row = (id: number | null, more = {}) => ({
  ...{ listNumber: 1, listCount: 3, isSeen: true, listBytes: '18', id },
  ...more,
})
const idsOf = ({ results }: { results: readonly object[] }) =>
  results.map((one) => (one as { id: number }).id)
const divided = (more = {}) =>
  new Reading(100, { sizes: { operation: 100, small: 100, part: 20, payloads: 1 }, ...more })

describe('a page of a list', () => {
  it('has the rows, and how many the list has', async () => {
    const { own, sent } = answered([[row(4), row(5)]])
    const page = await own()
    expect([page.count, idsOf(page)]).toEqual([3, [4, 5]])
    expect(sent[0]?.values).toEqual([[0], 1, 2, 2, 'own', 100])
  })

  it('may be the first and empty, but no other', async () => {
    const empty = row(null, { listCount: 0, listBytes: null })
    expect(await answered([[empty]]).own()).toEqual({ count: 0, results: [] })
    expect(await answered([[empty]]).own({ first: 2, page: -1 })).toMatchObject({ count: 0 })
    await expect(answered([[empty]]).own({ first: 2, page: 2 })).rejects.toThrow('Invalid page.')
    const { own, sent } = answered([])
    await expect(own({ first: 2, page: 0 })).rejects.toThrow('Invalid page.')
    expect(sent).toEqual([])
  })

  it.each([list, bare])('is refused to a viewer who no longer sees the list: %j', async (of) => {
    const unseen = (isSeen: boolean | null) =>
      answered([[row(null, { isSeen, ids: [null], versions: [null] })]]).own(first, of)
    await expect(unseen(null)).rejects.toThrow('Not found.')
    await expect(unseen(false)).rejects.toThrow('You do not have permission')
  })

  it('of bare rows comes in a row, and is refused if it weighs too much', async () => {
    const rows = (ids: (number | null)[]) => [
      [{ listNumber: 1, listCount: 3, isSeen: true, ids, versions: ids.map(() => 7) }],
    ]
    const { own, sent } = answered(rows([4, 5]))
    const page = await own(first, bare)
    expect(page).toMatchObject({
      count: 3,
      results: [
        { id: 4, version: 7 },
        { id: 5, version: 7 },
      ],
    })
    expect(sent[0]?.text).toContain('group by asked.n')
    const ids = (count: number) => Array.from({ length: count }, (_, nth) => nth)
    expect(idsOf(await answered(rows([null])).own(first, bare))).toEqual([])
    expect(idsOf(await answered(rows(ids(11))).own(first, bare))).toHaveLength(11)
    expect(idsOf(await answered(rows(ids(11)), new Reading(99)).own(first, bare))).toHaveLength(11)
    expect(idsOf(await answered(rows([null]), new Reading(5)).own(first, bare))).toEqual([])
    await expect(answered(rows(ids(12))).own(first, bare)).rejects.toThrow('exceeds a limit')
  })

  it('takes its bytes from the budget of the operation', async () => {
    const heavy = [row(4, { listBytes: '60' })]
    const { own, sent } = answered([heavy, heavy])
    await own()
    await own()
    expect(sent.map(({ values }) => values.at(-1))).toEqual([100, 40])
  })
})

describe('a page that does not fit', () => {
  it('is refused where it is not divided', async () => {
    await expect(answered([[]]).own()).rejects.toThrow('The operation exceeds a limit.')
    const many = { first: 2_000, page: 1 }
    const rows = [row(4, { listCount: 1_001 })]
    await expect(answered([rows]).own(many)).rejects.toThrow('The operation exceeds a limit.')
    expect((await answered([rows]).own({ first: 1_000, page: 1 })).count).toBe(1_001)
    expect((await answered([[row(4, { listCount: 1_000 })]]).own(many)).count).toBe(1_000)
  })

  it('is divided into slices by the weights of its rows', async () => {
    const reading = divided()
    const plan = { isSeen: true, count: 9, ids: [4, 5, 6], bytes: [10, 10, 1] }
    const { own, sent } = answered([[], [plan]], reading)
    expect(await own({ first: 2_000, page: 1 })).toEqual({ count: 9, results: [] })
    expect(reading.rest).toEqual([
      { rows: [4, 5], bytes: 20 },
      { rows: [6], bytes: 1 },
    ])
    expect(sent[0]?.values.slice(1, 4)).toEqual([1, 2_000, 1_000])
    expect(sent[1]?.values.slice(1)).toEqual([1, 2_000, 2_000, 'own'])
    expect(sent[1]?.text).toMatch(/^ ?select bool_and.* array_agg\(\(9\)::int .* from \(select/s)
  })

  it('is refused if the list is no longer seen by then', async () => {
    const plan = { count: 9, ids: [4], bytes: [10] }
    const then = async (rows: Rows) => {
      const reading = divided()
      try {
        await answered([[], rows], reading).own()
      } finally {
        expect(reading.rest).toEqual([])
      }
    }
    await expect(then([{ ...plan, isSeen: false }])).rejects.toThrow('You do not have permission')
    await expect(then([{ ...plan, isSeen: null }])).rejects.toThrow('Not found.')
    await expect(then([])).rejects.toThrow('Not found.')
  })

  it('has the rows of one slice in each part, even if they are gone', async () => {
    const part = { rows: [4, 6], bytes: 2, all: [4, 5, 6] }
    const { own, sent } = answered([[row(null, { listCount: 0 })]], divided({ part }))
    expect(await own({ first: 50, page: 3 })).toEqual({ count: 0, results: [] })
    expect(sent[0]?.values).toEqual([[0], 1, 2, 2, 'own', [4, 6], 100])
    expect(sent[0]?.text).toContain('true and c.id = any ($6::int[])')
  })
})

describe('the pages of several trips', () => {
  it('are read by one statement, each with its own rows or refusal', async () => {
    const rows = [row(4), row(5, { listNumber: 2, listCount: 1 }), row(null, { listNumber: 3 })]
    const refused = row(null, { listNumber: 4, isSeen: false })
    const { inTrip, sent } = answered([[...rows, refused]])
    const pages = await Promise.allSettled([7, 8, 9, 10].map((trip) => inTrip(trip)))
    expect(sent.map(({ values }) => values[0])).toEqual([[7, 8, 9, 10]])
    const found = pages.map((one) => one.status === 'fulfilled' && idsOf(one.value))
    expect(found).toEqual([[4], [5], [], false])
  })

  it('are refused if one of them does not fit', async () => {
    const rows = [row(4), row(5, { listNumber: 2, listCount: 1_001 })]
    const { inTrip } = answered([rows])
    const pages = [7, 8].map((trip) => inTrip(trip, { first: 2_000, page: 1 }))
    const found = await Promise.allSettled(pages)
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('are read anew by each step of an operation, and apart if they differ', async () => {
    const rows = [row(4)]
    const { inTrip, sent } = answered([rows, rows, rows, rows])
    await inTrip(7)
    await inTrip(7)
    await Promise.all([inTrip(7), inTrip(7, { first: 3, page: 1 })])
    expect(sent).toHaveLength(4)
  })
})
