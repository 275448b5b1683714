/**
 * The end of a run: whether the list of sentences is fresh, the time it took, and a line for those
 * who read by machine.
 */
import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { checkSentences } from './sentences.ts'

type Count = Record<ReturnType<TestCase['result']>['state'], number>

/** CPU time of the run and of the workers that it has waited for; none where Linux does not say. */
function cpuTime(): string {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/.*\) /s)
    // utime, stime, cutime and cstime, in hundredths of a second (proc(5)).
    const ticks = fields.split(' ').slice(11, 15).map(Number)
    const seconds = ticks.reduce((sum, one) => sum + one, 0) / 100
    return `${Math.round(seconds)} s of CPU\n`
  } catch {
    return ''
  }
}

export default class ClosingLine implements Reporter {
  private vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): Promise<void> {
    const count: Count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    // A file that does not load has no tests that could fail, and counts as one.
    let broken = unhandled.length
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
        broken += 1
      for (const test of module.children.allTests()) count[test.result().state] += 1
    }
    const update = this.vitest?.config.snapshotOptions.updateSnapshot === 'all'
    const stale = await checkSentences(modules, update)
    if (stale.length > 0) {
      broken += 1
      process.exitCode = 1
      const instead = 'test/spec/sentences.txt is stale; if this is on purpose: npm run sentences'
      process.stderr.write(`\n${[instead, ...stale].join('\n')}\n\n`)
    }
    const { passed, failed, skipped, pending } = count
    const line = `${passed} passed, ${failed + broken} failed, ${skipped + pending} skipped`
    // Only at the exit have the workers ended, so that their time is known.
    process.on('exit', () => process.stdout.write(`${cpuTime()}${line}\n`))
  }
}
