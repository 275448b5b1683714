/** Drives servers with autocannon, and counts what they cost. */
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { asRequests, type BenchPath, type Shot } from './paths.ts'
import { send } from './send.ts'
import type { BenchServer } from './servers.ts'

const connectionCount = 20
const warmUpSeconds = 2
const countedRequests = 100
/** The requests that a load has broken off have ended by then. */
const settleMs = 500

export interface MeasuredLoad {
  /** Requests per second. */
  rate: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
}

export interface Side {
  server: BenchServer
  shot: () => Shot
  /** Of its answers, where it is not the path's. */
  status?: BenchPath['status']
}

export interface Result extends MeasuredLoad {
  /** MiB of resident memory at most, on this path. */
  peakMemory: number | undefined
}

/** Medians of one path on several servers, and of the rounds' ratios: the first to each other. */
export interface Comparison {
  path: BenchPath
  results: Result[]
  ratios: number[]
}

export interface Effort {
  seconds: number
  rounds: number
  /** Runs after every load that creates something. */
  tidy: () => Promise<void>
  /** Requests that are under way at once; 20 unless set. */
  connections?: number
}

/**
 * Drives all sides in alternation, so that whatever else the machine does meets each. Throws an
 * Error if any answer has another status than the path's.
 */
export async function compare(
  path: BenchPath,
  sides: readonly Side[],
  effort: Effort,
): Promise<Comparison> {
  const load = async ({ server, shot, status = path.status }: Side, seconds: number) => {
    const result = await drive(server.url, { ...path, status }, shot, { ...effort, seconds })
    if (path.status === 201) await effort.tidy()
    return result
  }
  for (const side of sides) {
    await load(side, warmUpSeconds)
    side.server.resetPeakMemory()
  }
  const loads: MeasuredLoad[][] = sides.map(() => [])
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const [n, side] of sides.entries()) loads[n]?.push(await load(side, effort.seconds))
  }
  const results = loads.map((own, n) => ({
    rate: median(own.map(({ rate }) => rate)),
    p50: median(own.map(({ p50 }) => p50)),
    p99: median(own.map(({ p99 }) => p99)),
    peakMemory: sides[n]?.server.peakMemory(),
  }))
  const [first = [], ...others] = loads
  const ratioTo = (other: MeasuredLoad[]) =>
    median(first.map(({ rate }, round) => rate / (other[round]?.rate ?? Number.NaN)))
  return { path, results, ratios: others.map(ratioTo) }
}

async function drive(
  url: string,
  path: BenchPath,
  shot: () => Shot,
  { seconds, connections = connectionCount }: Effort,
): Promise<MeasuredLoad> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: asRequests(path, shot),
  })
  const { statusCodeStats = {} } = result as { statusCodeStats?: Record<string, unknown> }
  const others = Object.keys(statusCodeStats).filter((status) => Number(status) !== path.status)
  if (others.length > 0 || result.errors > 0) {
    const seen = `${others.join(', ') || 'none'}; ${result.errors} connection errors`
    throw new Error(`${path.name} on ${url}: statuses other than ${path.status}: ${seen}`)
  }
  const { p50, p99 } = result.latency
  return { rate: result.requests.total / result.duration, p50, p99 }
}

/** The SQL statements of one request, on average; `calls` tells how many there were so far. */
export async function statementsOf(
  { server, shot }: Side,
  calls: () => Promise<number>,
): Promise<number> {
  await pause(settleMs)
  const before = await calls()
  for (let n = 0; n < countedRequests; n += 1) await send(server.url, shot())
  return ((await calls()) - before) / countedRequests
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
