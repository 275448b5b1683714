/** Samples of a process: resident memory and open handles over time. */
import { readdir } from 'node:fs/promises'
import { residentMemory } from '../memory.ts'

export interface ProcessSample {
  /** Minutes since the first request. */
  minute: number
  /** Resident memory, MiB. */
  memory: number
  /** Open file descriptors. */
  handles: number
}

export async function sampleOf(pid: number, since: number): Promise<ProcessSample> {
  const memory = await residentMemory(pid, 'VmRSS')
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
