/** Who asks, and what their key leaves of it, as read from the rows of the database. */
import { describe, expect, it } from 'vitest'
import { narrowingOf } from '../../../src/core/narrowing.ts'
import { isChild, tripsLeft } from '../../../src/core/store/access.ts'
import { account, type Viewer, viewerFinder } from '../../../src/core/store/viewer.ts'
import type { Queryable } from '../../../src/outside/database/database.ts'

type Row = Record<string, unknown>

/** A database that answers each request of a statement with the row of its name. */
function databaseOf(rows: Record<string, Row>) {
  const sent: unknown[][] = []
  const query = async ({ values = [] }: { values?: unknown[] }) => {
    sent.push(values)
    const names = values[0] as string[]
    return names.flatMap((name, at) => (rows[name] ? [{ ...rows[name], n: at + 1 }] : []))
  }
  return { db: { query } as unknown as Queryable, sent }
}

const stored = (text: string | null) => ({ id: 7, stored: text, isRested: false })

async function found(text: string | null) {
  const { db } = databaseOf({ a: stored(text) })
  return viewerFinder(db)({ by: 'key', name: 'a', tripId: 0 })
}

describe('the viewer of a request', () => {
  it('has the limits of the key', async () => {
    expect((await found('t {} {}'))?.narrowing).toEqual(
      narrowingOf({ readOnly: true, trips: [], withheld: [] }),
    )
    expect((await found('f {10,9} {can_edit,can_see_expenses}'))?.narrowing).toEqual(
      narrowingOf({ readOnly: false, trips: [10, 9], withheld: ['can_edit', 'can_see_expenses'] }),
    )
    expect(await found(null)).toMatchObject({ id: 7 })
    expect((await found(null))?.narrowing).toBeUndefined()
  })

  it('is found by one statement with others of the same turn, each with the own trip', async () => {
    const { db, sent } = databaseOf({ a: stored(null), c: { ...stored(null), id: 9 } })
    const find = viewerFinder(db)
    const ask = (name: string, tripId: number) => find({ by: 'key', name, tripId })
    const all = await Promise.all([ask('a', 1), ask('b', 2), ask('c', 3)])
    expect(all.map((viewer) => viewer?.id)).toEqual([7, undefined, 9])
    expect(sent).toEqual([
      [
        ['a', 'b', 'c'],
        [1, 2, 3],
      ],
    ])
  })

  it('is asked for each time, so that a revoked key is refused at once', async () => {
    const { db, sent } = databaseOf({ a: stored(null) })
    const find = viewerFinder(db)
    const request = { by: 'key', name: 'a', tripId: 0 } as const
    await find(request)
    await find(request)
    expect(sent).toHaveLength(2)
  })

  it('is asked for with at most a hundred in one statement', async () => {
    const { db, sent } = databaseOf({})
    const find = viewerFinder(db)
    await Promise.all(
      Array.from({ length: 101 }, (_, nth) => find({ by: 'email', name: `${nth}`, tripId: 0 })),
    )
    expect(sent.map(([names]) => (names as string[]).length)).toEqual([100, 1])
  })

  it('has the use of a key noted that has not been used for an hour', async () => {
    const { db } = databaseOf({ a: { ...stored(null), isRested: true }, b: stored(null) })
    const noted: string[] = []
    const find = viewerFinder(db, (hash) => noted.push(hash))
    await Promise.all(['b', 'a'].map((name) => find({ by: 'key', name, tripId: 0 })))
    expect(noted).toEqual(['a'])
  })

  it('has an account, or the request is refused', () => {
    const user = { id: 7 }
    expect(account({ viewer: { kind: 'user', user } as unknown as Viewer })).toBe(user)
    for (const kind of ['operator', 'anonymous'] as const) {
      expect(() => account({ viewer: { kind } })).toThrow('Authentication credentials')
    }
  })
})

describe('the trips that a key leaves for a write', () => {
  const holder = (limits: object) => ({
    id: 7,
    narrowing: narrowingOf({ readOnly: false, trips: [], withheld: [], ...limits }),
  })

  it('are all of them without limits, else those that the key names', () => {
    expect(tripsLeft(holder({}), ['canEdit'], [1, 2])).toEqual([1, 2])
    expect(tripsLeft(holder({ trips: [2, 3] }), ['canEdit'], [1, 2])).toEqual([2])
  })

  it('are left out by a key that withholds one of the rights', () => {
    const actor = holder({ withheld: ['can_edit_expenses'] })
    expect(tripsLeft(actor, ['canEdit', 'canEditExpenses'], [1])).toEqual([])
    expect(tripsLeft(actor, ['canEdit'], [1])).toEqual([1])
  })
})

it('a child is locked where a lock is asked for', async () => {
  const texts: string[] = []
  const query = async ({ text }: { text: string }) => {
    texts.push(text)
    return [{}]
  }
  const db = { query } as unknown as Queryable
  const child = { kind: 'hosting', tripId: 1, id: 2 }
  for (const lock of [undefined, 'share', 'no key update'] as const) {
    expect(await isChild(db, child, lock)).toBe(true)
  }
  expect(texts.map((text) => /for .*$/.exec(text)?.[0])).toEqual([
    ...[undefined, 'for share', 'for no key update'],
  ])
})
