/** What others get meanwhile: how long /healthz is silent, what honest clients wait, the memory. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ids, keys } from './data.ts'

export interface Watched {
  /** Milliseconds of the slowest answer of /healthz. */
  stall: number
  /** Milliseconds of honest reads: the median and the slowest of a hundred. */
  p50: number
  p99: number
  /** How many honest reads there were, and how many were not answered with 200. */
  reads: number
  refused: number
  /** MiB of resident memory at most. */
  peak: number
}

/** Milliseconds that a request took, and its status; 0 where the connection broke. */
function timed(options: object): Promise<{ ms: number; status: number }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ ms: performance.now() - begun, status })
    const sent = request({ host: '127.0.0.1', timeout: 60_000, ...options }, (response) => {
      response.resume().on('end', () => end(response.statusCode ?? 0))
    })
    sent.on('error', () => end(0)).on('timeout', () => sent.destroy())
    sent.end()
  })
}

const honest = ['/v1/me', '/v2/trips', `/v2/trip/${ids.honestTrip}/activities`]

export const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Watches the service until `over` resolves. */
export async function watch(port: number, pid: number, over: Promise<unknown>): Promise<Watched> {
  let isOver = false
  void over.finally(() => {
    isOver = true
  })
  const [stalls, reads, memory]: [number[], { ms: number; status: number }[], number[]] = [
    [],
    [],
    [],
  ]
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const headers = { authorization: `Token ${keys.ines}` }
  const repeat = async (rest: number, work: () => Promise<unknown> | undefined) => {
    for (; !isOver; await pause(rest)) await work()
  }
  await Promise.all([
    repeat(10, async () => void stalls.push((await timed({ port, path: '/healthz' })).ms)),
    repeat(20, async () => {
      const path = honest[reads.length % honest.length]
      reads.push(await timed({ port, path, headers, agent }))
    }),
    repeat(50, async () => void memory.push(residentMemory(pid))),
  ])
  agent.destroy()
  const times = reads.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return {
    stall: Math.max(...stalls),
    p50: at(0.5),
    p99: at(0.99),
    reads: reads.length,
    refused: reads.filter(({ status }) => status !== 200).length,
    peak: Math.max(...memory),
  }
}
