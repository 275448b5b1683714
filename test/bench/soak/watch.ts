/** Samples of a process: resident memory and open handles over time. */
import { readdir, readFile } from 'node:fs/promises'

export interface ProcessSample {
  /** Minutes since the first request. */
  minute: number
  /** Resident memory, MiB. */
  memory: number
  /** Open file descriptors. */
  handles: number
}

export async function sampleOf(pid: number, since: number): Promise<ProcessSample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const memory = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  const handles = (await readdir(`/proc/${pid}/fd`)).length
  return { minute: (performance.now() - since) / 60_000, memory, handles }
}

/** How much a value grows in a minute: the slope of the line with the least squares. */
export function slopeOf(samples: readonly ProcessSample[], of: 'memory' | 'handles'): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [middle, level] = [mean(samples.map((s) => s.minute)), mean(samples.map((s) => s[of]))]
  const products = samples.map((s) => (s.minute - middle) * (s[of] - level))
  const squares = samples.map((s) => (s.minute - middle) ** 2)
  return mean(products) / mean(squares)
}
