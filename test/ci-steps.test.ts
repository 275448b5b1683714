/** How `.ci/run` says how long its steps take: by the clock, and in seconds of CPU. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const busy = 'while (process.cpuUsage().user < 1_500_000) ;'

/** What a script says that takes these steps. */
function said(...lines: string[]): string {
  const script = ['set -euo pipefail', '. .ci/steps.sh', ...lines].join('\n')
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

/** The seconds of each line at the end: by the clock, and of CPU. */
function timesIn(text: string): Record<string, { clock: number; cpu: number }> {
  const [, summary = ''] = text.split('\n\n').slice(-2)
  const lines = summary.matchAll(/^ *(\d+) s +(\d+) s of CPU {2}(.+)$/gm)
  return Object.fromEntries(
    [...lines].map(([, clock, cpu, name = '']) => [
      name,
      { clock: Number(clock), cpu: Number(cpu) },
    ]),
  )
}

it('a step that computes takes CPU, one that waits takes none, children of children count', () => {
  const text = said(
    ...["step 'it computes'", `bash -c 'node -e "${busy}"; true'`],
    ...["step 'it waits'", 'sleep 3', 'report_steps'],
  )
  const times = timesIn(text)
  expect(Object.keys(times)).toEqual(['it computes', 'it waits', 'in all'])
  const { 'it computes': computing, 'it waits': waiting, 'in all': all } = times
  expect(computing?.cpu).toBeGreaterThanOrEqual(1)
  // Seconds are rounded.
  expect(waiting?.cpu).toBeLessThanOrEqual(1)
  expect(waiting?.clock).toBeGreaterThanOrEqual(2)
  expect(all?.cpu).toBeGreaterThanOrEqual(computing?.cpu ?? 0)
  expect(text).toContain('=== it computes\n')
  expect(text).toMatch(/^--- +\d+ s +\d+ s of CPU {2}it computes$/m)
})

it('a step that fails is reported as well', () => {
  const text = said('trap report_steps EXIT', 'step one', 'false')
  expect(Object.keys(timesIn(text))).toEqual(['one', 'in all'])
})

it('a run of tests says its CPU time, workers included, before its last line', () => {
  const words = [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'unit',
    'test/process/networks',
  ]
  const { VITEST, ...env } = process.env
  const { stdout } = spawnSync('node_modules/.bin/vitest', words, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    env,
  })
  const [, seconds] = /\n(\d+) s of CPU\n\d+ passed, 0 failed, 0 skipped\n$/.exec(stdout) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(1)
})
