/** The check for cycles, on histories made by hand. */
import { describe, expect, it } from 'vitest'
import { cyclesIn } from './cycles.ts'
import type { ItemState } from './item-states.ts'
import type { HistoryOperation, TripNumber } from './operation.ts'

type Times = readonly [call: number, ret: number]
type Writing = Pick<HistoryOperation, 'kind' | 'trip' | 'item' | 'name'> &
  Partial<Pick<HistoryOperation, 'to' | 'status'>>

const write = ([call, ret]: Times, asked: Writing): HistoryOperation => ({
  ...{ client: 0, user: 'olga', status: 'ok', call, ret },
  ...asked,
})

/** A list of all items in a trip, by label, with their names. */
const list = ([call, ret]: Times, trip: TripNumber, items: Record<string, string>) => {
  const named = Object.entries(items).map(([label, name]) => [label, { name }] as const)
  const read = { kind: 'read', trip, view: { items: Object.fromEntries(named) } } as const
  return { client: 1, user: 'ed', status: 'ok', call, ret, ...read } as const
}

const state = (item: string, trip: TripNumber, name: string, isLive = true): ItemState => ({
  ...{ item, trip, name, isLive },
})

/** Two items that are made in trip 0, and moved to trip 1 by requests under way at once. */
const made = [
  write([0, 1], { kind: 'create', trip: 0, item: 'x', name: 'n1' }),
  write([0, 1], { kind: 'create', trip: 0, item: 'y', name: 'n2' }),
]
const moves = [
  write([10, 90], { kind: 'move', trip: 0, to: 1, item: 'x', name: 'n3' }),
  write([10, 90], { kind: 'move', trip: 0, to: 1, item: 'y', name: 'n4' }),
]
const moved = [state('x', 0, 'n1'), state('y', 0, 'n2'), state('x', 1, 'n3'), state('y', 1, 'n4')]

describe('the check for cycles', () => {
  it('finds an order for reads that see one move and then both', () => {
    const reads = [
      list([20, 80], 0, { y: 'n2' }),
      list([20, 80], 1, { x: 'n3' }),
      list([20, 80], 1, {}),
      list([95, 99], 1, { x: 'n3', y: 'n4' }),
    ]
    expect(cyclesIn([...made, ...moves, ...reads], moved)).toEqual([])
  })

  it('finds reads of two trips that see two moves in different orders', () => {
    const reads = [list([20, 80], 0, { y: 'n2' }), list([20, 80], 1, { y: 'n4' })]
    const [cycle, ...more] = cyclesIn([...made, ...moves, ...reads], moved)
    expect(more).toEqual([])
    expect(cycle).toMatch(/^a cycle: /)
    expect(cycle).toContain('x is n3 in 1')
    expect(cycle).toContain('y is n4 in 1')
  })

  it('finds an item that was seen where it came to, and later where it had been', () => {
    const reads = [list([20, 30], 1, { x: 'n3' }), list([40, 50], 0, { x: 'n1', y: 'n2' })]
    expect(cyclesIn([...made, ...moves, ...reads], moved)).toEqual([
      expect.stringMatching(/^a cycle: /),
    ])
  })

  it('finds a read that shows less than a read that ended before it', () => {
    const states = [...moved, state('y', 1, 'n4', false)]
    const reads = [list([95, 99], 1, { x: 'n3' }), list([100, 105], 1, { x: 'n3', y: 'n4' })]
    expect(cyclesIn([...made, ...moves, ...reads], states)).toEqual([
      expect.stringMatching(/^a cycle: /),
    ])
  })

  it('finds a read of what a write had replaced before it began', () => {
    const reads = [list([95, 99], 0, { x: 'n1' })]
    expect(cyclesIn([...made, ...moves, ...reads], moved)).toEqual([
      expect.stringMatching(/^shows what x never was: /),
    ])
  })

  it('finds an item that is listed twice, and one that never was', () => {
    const reads = [list([5, 6], 0, { x: 'n1', 'x, twice': 'n1', y: 'n2' })]
    expect(cyclesIn([...made, ...reads], moved)).toEqual([
      expect.stringMatching(/^shows what x, twice never was: /),
    ])
  })

  it('finds an answered write that is in no state', () => {
    expect(cyclesIn([...made, ...moves], moved.slice(0, 3))).toEqual([
      expect.stringMatching(/^answered, and not there: .*n4/),
    ])
  })

  it('lets a write without an answer take effect late, or never', () => {
    const [first, second] = moves as [HistoryOperation, HistoryOperation]
    const unknown = { ...first, status: 'unknown', ret: 12 } as const
    const reads = [list([40, 50], 0, { x: 'n1', y: 'n2' }), list([95, 99], 1, { y: 'n4' })]
    const late = [...moved.slice(0, 2), state('y', 1, 'n4'), state('x', 1, 'n3')]
    for (const states of [late, late.slice(0, 3)]) {
      expect(cyclesIn([...made, unknown, second, ...reads], states)).toEqual([])
    }
  })
})
