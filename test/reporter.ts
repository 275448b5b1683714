/** The end of a run: is the list of sentences fresh, and a line for those who read by machine. */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { checkSentences } from './sentences.ts'

type Count = Record<ReturnType<TestCase['result']>['state'], number>

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
    process.on('exit', () => process.stdout.write(`${line}\n`))
  }
}
