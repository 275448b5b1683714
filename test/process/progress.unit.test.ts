/** What long commands print while people wait. */
import { afterEach, expect, it, vi } from 'vitest'
import { reportTo, unreported } from '../../src/process/progress.ts'

afterEach(() => void vi.restoreAllMocks())

it('a line every two seconds, with the progress so far', () => {
  const printed: string[] = []
  let now = 7_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const report = reportTo((line) => printed.push(line))
  for (let count = 1; count <= 12_000; count += 1) {
    report('Stored', count, 'records', 104_323)
    now += 0.5
  }
  report('Copied', 4, 'files')
  expect(printed).toEqual([
    'Stored 4,001 of 104,323 records ...\n',
    'Stored 8,001 of 104,323 records ...\n',
    'Copied 4 files ...\n',
  ])
})

it('nothing for shorter work, or without a terminal', () => {
  const printed: string[] = []
  const report = reportTo((line) => printed.push(line))
  for (let count = 1; count <= 100; count += 1) report('Checked', count, 'files')
  unreported('Checked', 1, 'files')
  expect(printed).toEqual([])
})
