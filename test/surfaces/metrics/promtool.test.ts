/** What `promtool check metrics` says of the metrics; part of Debian's package `prometheus`. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { foundFor } from '../../installed.ts'
import { measuredApp } from './measured-app.ts'

const textAfterRequest = await measuredApp()
const found = foundFor('metrics', 'promtool')

describe.skipIf(!found)(
  `the metrics, checked by promtool${found ? '' : ' (not installed)'}`,
  () => {
    it('have no problem', async () => {
      const input = await textAfterRequest()
      expect(input).toContain('trips_http_requests_total{')
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input,
        encoding: 'utf8',
      })
      expect([status, stdout, stderr]).toEqual([0, '', ''])
    })

    it("would have one if a gauge had a counter's ending", () => {
      const input = '# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n'
      const { status } = spawnSync('promtool', ['check', 'metrics'], { input })
      expect(status).not.toBe(0)
    })
  },
)
