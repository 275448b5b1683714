/** Resident memory of a process, as Linux tells it. */
import { readFile } from 'node:fs/promises'

/** MiB: now (`VmRSS`), or at most since the process began or its count was started again. */
export async function residentMemory(pid: number, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
}
