/** Every program is started by `spawn`: here it is another one in its place, or none. */
import children, { type ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { extractedFlight, fakeProgram, saying } from '../../mail/reading/kitinerary/extractor.ts'
import { planFor } from './calls.ts'

const answer = JSON.stringify([extractedFlight])
const half = JSON.stringify(answer.slice(0, answer.length / 2))
const say = saying([extractedFlight])
const ends = `process.kill(process.pid, 'SIGKILL')`
const hangs = 'setInterval(() => {}, 1000)'
const sayHalf = `require('node:fs').writeSync(1, ${half})`

const scripts = {
  dies: ends,
  fails: 'process.exitCode = 1',
  'half an answer': sayHalf,
  'half an answer, then dies': `${sayHalf}; ${ends}`,
  'answers, then fails': `${say}; process.exitCode = 1`,
  'answers, then hangs': `${say}; ${hangs}`,
  hangs,
  'answers without end': `setInterval(() => process.stdout.write('['.repeat(100_000)), 1)`,
  slow: `setTimeout(() => { ${say} }, 300)`,
}

export const childWays = [...Object.keys(scripts), 'not started']

type Spawn = (file: string, args: readonly string[], options: object) => ChildProcess

export interface WatchedChildren {
  /** The path of a program that answers as it should. */
  program: string
  /** All that were started in place of another. */
  started: ChildProcess[]
  end(): void
}

/** Watches all programs that are started from now on, until `end`. */
export function watchChildren(): WatchedChildren {
  const good = fakeProgram(say)
  const made = Object.entries(scripts).map(([way, script]) => [way, fakeProgram(script)] as const)
  const programs = new Map(made)
  const started: ChildProcess[] = []
  const mutable = children as unknown as { spawn: Spawn }
  const real = mutable.spawn
  mutable.spawn = (file, args, options) => {
    const plan = args.includes(good.path) ? planFor('child', 'extractor') : undefined
    if (!plan) return real(file, args, options)
    const path = programs.get(plan.way)?.path
    const child = path
      ? real(
          file,
          args.map((one) => (one === good.path ? path : one)),
          options,
        )
      : real('/nonexistent/program', args, options)
    started.push(child)
    return child
  }
  syncBuiltinESMExports()
  return {
    program: good.path,
    started,
    end() {
      mutable.spawn = real
      syncBuiltinESMExports()
      for (const { remove } of [good, ...programs.values()]) remove()
    },
  }
}
