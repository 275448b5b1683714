/** B4: the rights under which an answer was given, and whether they are still the same. */
import { describe, expect, it } from 'vitest'
import { changeOf, rightsIn } from '../../../src/core/idempotency/rights.ts'
import { narrowingOf, narrowingText } from '../../../src/core/narrowing.ts'
import { rights } from '../../../src/core/rights.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

/** The trips in which the user has these rights, in the order in which they are found. */
type Had = [tripId: number, names: string[]][]

/** A database that knows only these rights, and answers those that are asked for. */
const databaseOf = (had: Had): Queryable => ({
  query: async <Row>({ values = [] }: { values?: unknown[] }) =>
    had
      .filter(([tripId]) => (values[0] as number[]).includes(tripId))
      .map(([tripId, names]) => ({
        tripId,
        ...Object.fromEntries(rights.map(({ name }) => [name, names.includes(name)])),
      })) as Row[],
})

const first = rights[0]?.name ?? ''
const digits = (...names: string[]) =>
  rights.map(({ name }) => (names.includes(name) ? '1' : '0')).join('')

describe('B4 the rights of an answer', () => {
  it('are those in each of its trips, once, by id', async () => {
    const db = databaseOf([
      [2, [first]],
      [10, []],
    ])
    expect(await rightsIn(db, 1, [10, 2, 10, 9])).toBe(`2:${digits(first)} 9:- 10:${digits()}`)
  })

  it('are empty without a trip, and no statement runs', async () => {
    const db: Queryable = { query: () => Promise.reject(new Error('asked')) }
    expect(await rightsIn(db, 1, [])).toBe('')
    expect(await changeOf(db, { id: 1 }, { narrowing: '', rights: '' })).toBe('none')
  })
})

describe('B4 rights since an answer', () => {
  const both: Had = [
    [21, [first]],
    [34, [first]],
  ]
  const then = `21:${digits(first)} 34:${digits(first)}`

  const since = (now: Had, rights = then) =>
    changeOf(databaseOf(now), { id: 1 }, { narrowing: '', rights })

  it.each<[string, string, Had]>([
    ['none', 'the same in both trips', both],
    ['lost', 'one trip is out of reach', both.slice(1)],
    ['lost', 'the other trip is', both.slice(0, 1)],
    ['lost', 'both are', []],
    ['other', 'a right is gone', [[21, []], ...both.slice(1)]],
    ['other', 'another is gained', [[21, rights.map(({ name }) => name)], ...both.slice(1)]],
  ])('%s: %s', async (change, _what, now) => {
    expect(await since(now)).toBe(change)
  })

  it('a trip that the effect has ended is not lost again', async () => {
    const ended = `21:- 34:${digits(first)}`
    expect(await since([[34, []]], ended)).toBe('other')
    expect(await since([[34, [first]]], ended)).toBe('none')
    expect(await since(both, ended)).toBe('other')
  })

  it.each([
    ['reads only', { readOnly: true, trips: [], withheld: [] }],
    ['has fewer trips', { readOnly: false, trips: [21, 34], withheld: [] }],
    ['lacks a right', { readOnly: false, trips: [], withheld: ['can_add_guests'] }],
  ])('other: the key %s since, or did then', async (_what, stored) => {
    const actor = { id: 1, narrowing: narrowingOf(stored) }
    const kept = { narrowing: narrowingText(actor), rights: then }
    expect(await changeOf(databaseOf(both), actor, { ...kept, narrowing: '' })).toBe('other')
    expect(await changeOf(databaseOf(both), { id: 1 }, kept)).toBe('other')
    expect(await changeOf(databaseOf(both), actor, kept)).toBe('none')
  })
})
