/** A closing line of its own for those who read the outcome by machine. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

type Count = Record<ReturnType<TestCase['result']>['state'], number>

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count: Count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    // A file that does not load has no tests that could fail, and counts as one.
    let broken = unhandled.length
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
        broken += 1
      for (const test of module.children.allTests()) count[test.result().state] += 1
    }
    const { passed, failed, skipped, pending } = count
    const line = `${passed} passed, ${failed + broken} failed, ${skipped + pending} skipped`
    process.on('exit', () => process.stdout.write(`${line}\n`))
  }
}
