/**
 * Every operation on the files of a directory passes through `node:fs/promises`: here one of them
 * goes wrong, as on a disk that is full or broken.
 */
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type CallPlan, planFor } from './calls.ts'

/** Ways of a disk; after the last one, the operation is done all the same. */
export const fileWays = ['full', 'broken', 'slow', 'broken after'] as const

type Call = (...args: unknown[]) => Promise<unknown>

const names = ['open', 'link', 'unlink', 'mkdir', 'stat', 'rm', 'rename'] as const
const ofHandles = ['writeFile', 'sync', 'close'] as const

const failures = {
  full: ['ENOSPC', 'no space left on device'],
  broken: ['EIO', 'input/output error'],
  'broken after': ['EIO', 'input/output error'],
} as const

async function wrong({ way, pause }: CallPlan, name: string, call: () => Promise<unknown>) {
  if (way === 'slow') await pause()
  if (way === 'slow') return call()
  // A handle that stays open would be the fault of this test.
  if (way === 'broken after' || name === 'close') await call()
  const [code, message] = failures[way as keyof typeof failures]
  throw Object.assign(new Error(`${code}: ${message}, ${name}`), { code })
}

/** Watches the files of the directory from now on; returns what ends it. */
export function watchFiles(directory: string): () => void {
  const mutable = fs as unknown as Record<string, Call>
  const real = new Map<string, Call>(names.map((name) => [name, mutable[name] as Call]))
  const run = (name: string, call: () => Promise<unknown>) => {
    const plan = planFor('disk', name)
    return plan ? wrong(plan, name, call) : call()
  }
  /** A handle of which every operation is watched. */
  const watched = (file: FileHandle): FileHandle => {
    const methods = file as unknown as Record<string, Call>
    for (const name of ofHandles) {
      const method = (methods[name] as Call).bind(file)
      methods[name] = (...args) => run(name, () => method(...args))
    }
    return file
  }
  for (const [name, call] of real) {
    mutable[name] = async (...args) => {
      if (!String(args[0]).startsWith(directory)) return call(...args)
      const result = await run(name, () => call(...args))
      return name === 'open' ? watched(result as FileHandle) : result
    }
  }
  syncBuiltinESMExports()
  return () => {
    for (const [name, call] of real) mutable[name] = call
    syncBuiltinESMExports()
  }
}
