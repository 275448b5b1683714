/**
 * Judges the order of changes and reads in all trips at once. Each trip and each item can be in
 * order by itself while they contradict each other: one reader has seen the first of two moves
 * alone, and another one only the second. Then what must come before what is a cycle.
 */
import type { ItemState } from './item-states.ts'
import type { HistoryOperation } from './operation.ts'

/** A point in the order; `before` are the points that must come earlier. */
interface Point {
  text: string
  call: number
  ret: number
  before: Set<Point>
}

/** A state is a point: that of the change that made it. */
interface StatePoint extends Point, ItemState {}

const pointAt = (text: string, call: number, ret: number): Point => {
  return { text, call, ret, before: new Set() }
}

/** Whether a request gives an item a name: always a new one. */
const givesName = ({ kind }: HistoryOperation) => ['create', 'write', 'move'].includes(kind)

/** The states as points, those of each item and those of each trip one after the other. */
function pointsOf(history: readonly HistoryOperation[], states: readonly ItemState[]) {
  const writers = new Map(history.filter(givesName).map((one) => [one.name, one]))
  const byItem = new Map<string, StatePoint[]>()
  const last: Partial<Record<ItemState['trip'], StatePoint>> = {}
  for (const state of states) {
    const ofItem = byItem.get(state.item) ?? []
    const previous = ofItem.at(-1)
    // One who deletes or restores leaves the name: which request did it, and when, is not known.
    const writer = previous?.name === state.name ? undefined : writers.get(state.name)
    const call = writer?.call ?? Number.NEGATIVE_INFINITY
    const ret = writer?.status === 'ok' ? writer.ret : Number.POSITIVE_INFINITY
    const text = `${state.item} is ${state.name} in ${state.trip}${state.isLive ? '' : ', deleted'}`
    const point: StatePoint = { ...pointAt(text, call, ret), ...state }
    for (const trip of new Set([state.trip, previous?.trip ?? state.trip])) {
      if (last[trip]) point.before.add(last[trip])
      last[trip] = point
    }
    if (previous) point.before.add(previous)
    byItem.set(state.item, [...ofItem, point])
  }
  return byItem
}

/** Whether a read of the trip shows the item in that state; undefined: before it was made. */
function shows({ trip, view }: HistoryOperation, item: string, state?: StatePoint): boolean {
  const shown = view?.items?.[item]
  const isThere = state?.isLive === true && state.trip === trip
  return shown ? isThere && state.name === shown.name : !isThere
}

/**
 * Puts a read after the first state of an item that it may show, and before what follows the last
 * one. Returns false if it can show none.
 */
function put(read: HistoryOperation, point: Point, item: string, states: StatePoint[]): boolean {
  const couldBe = (at: number) => {
    const isOver = (states[at + 1]?.ret ?? Number.POSITIVE_INFINITY) < read.call
    const isLater = (states[at]?.call ?? Number.NEGATIVE_INFINITY) > read.ret
    return !isOver && !isLater && shows(read, item, states[at])
  }
  const all = [...states.keys(), -1].filter(couldBe)
  if (all.length === 0) return false
  const first = states[Math.min(...all)]
  if (first) point.before.add(first)
  states[Math.max(...all) + 1]?.before.add(point)
  return true
}

/** What ended before another began comes before it: by points of time, one after the other. */
function orderByTime(points: readonly Point[]): Point[] {
  const ended = points
    .filter(({ ret }) => ret < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.ret - other.ret)
  const begun = points.toSorted((one, other) => one.call - other.call)
  const times: Point[] = []
  for (const point of begun) {
    for (let one = ended[times.length]; one && one.ret < point.call; one = ended[times.length]) {
      const time = pointAt('', one.ret, one.ret)
      time.before.add(one)
      const previous = times.at(-1)
      if (previous) time.before.add(previous)
      times.push(time)
    }
    const time = times.at(-1)
    if (time) point.before.add(time)
  }
  return times
}

/** The points on cycles and those after them: what is left when all others are put in order. */
function unordered(points: readonly Point[]): ReadonlySet<Point> {
  const after = new Map(points.map((point) => [point, [] as Point[]]))
  for (const point of points) for (const one of point.before) after.get(one)?.push(point)
  const waiting = new Map(points.map((point) => [point, point.before.size]))
  const ordered = points.filter(({ before }) => before.size === 0)
  for (const point of ordered) {
    waiting.delete(point)
    for (const next of after.get(point) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1
      waiting.set(next, left)
      if (left === 0) ordered.push(next)
    }
  }
  return new Set(waiting.keys())
}

/** A cycle of points, as text; empty if they can be put in an order. */
function cycleIn(points: readonly Point[]): string {
  const left = unordered(points)
  const walked: Point[] = []
  let [at] = left
  while (at && !walked.includes(at)) {
    walked.push(at)
    at = [...at.before].find((one) => left.has(one))
  }
  const cycle = at ? walked.slice(walked.indexOf(at)).reverse() : []
  const texts = cycle.map(({ text }) => text).filter((text) => text !== '')
  return texts.join('\n  then ')
}

/**
 * What is wrong with a history whose items had these states: answered writes that are not among
 * them, reads of what never was, and a cycle. A sentence each.
 */
export function cyclesIn(
  history: readonly HistoryOperation[],
  states: readonly ItemState[],
): string[] {
  const byItem = pointsOf(history, states)
  const wrong: string[] = []
  const reads: Point[] = []
  const names = new Set(states.map(({ name }) => name))
  for (const one of history) {
    const { kind, status, item, name = '', view, call, ret } = one
    if (status !== 'ok') continue
    const text = JSON.stringify(one)
    if (givesName(one) && !names.has(name)) wrong.push(`answered, and not there: ${text}`)
    if (kind !== 'read' || !view?.items) continue
    const point = pointAt(text, call, ret)
    reads.push(point)
    const shown = Object.keys(view.items)
    for (const label of new Set(item === undefined ? [...byItem.keys(), ...shown] : shown)) {
      const isPossible = put(one, point, label, byItem.get(label) ?? [])
      if (!isPossible) wrong.push(`shows what ${label} never was: ${text}`)
    }
  }
  const points = [...[...byItem.values()].flat(), ...reads]
  const cycle = cycleIn([...points, ...orderByTime(points)])
  return cycle === '' ? wrong : [...wrong, `a cycle: ${cycle}`]
}
