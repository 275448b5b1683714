/** Peers that send or read too slowly are given up, and none that is not waited for. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Pace, watchPeer } from '../../src/process/slow-peers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** After how many milliseconds a peer is given up that moves these bytes, one after the other. */
function givenUpAfter(pace: Pace, bytes: number[], isAwaited = (_at: number) => true) {
  let [at, moved] = [0, 0]
  let after: number | undefined
  const giveUp = () => {
    after = at * 10
  }
  const stop = watchPeer(pace, { moved: () => moved, isAwaited: () => isAwaited(at), giveUp })
  for (const some of bytes) {
    at += 1
    moved += some
    vi.advanceTimersByTime(10)
  }
  stop()
  vi.advanceTimersByTime(1000)
  return after
}

const steady = (bytes: number) => Array<number>(50).fill(bytes)
const windows = { window: 100, bytes: 20 }
const average = { ...windows, maxTime: 300 }

it.each<[string, Pace, number[], number | undefined]>([
  ['standing still', windows, steady(0), 100],
  ['too slow', windows, steady(1), 100],
  ['just fast enough', windows, steady(2), undefined],
  ['fast only at first', windows, [1000, ...steady(1)], 110],
  ['fast at first, on average', average, [1000, ...steady(1)], 300],
  ['too slow on average', average, [14, ...steady(1)], 140],
  ['looked at once a window', { ...windows, looks: 1 }, [1000, ...steady(1)], 200],
])('%s', (_, pace, bytes, after) => {
  expect(givenUpAfter(pace, bytes)).toBe(after)
})

it('time in which the service does not wait for the peer does not count', () => {
  expect(givenUpAfter(windows, steady(0), (at) => at > 20)).toBe(300)
  expect(givenUpAfter(windows, steady(0), () => false)).toBeUndefined()
})
