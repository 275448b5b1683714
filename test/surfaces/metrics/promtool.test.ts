/** What `promtool check metrics` says of the metrics; part of Debian's package `prometheus`. */
import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { foundFor } from '../../installed.ts'
import { cast, dataDir, db, operatorKey, secret } from '../../world.ts'

const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
const log = openLog({ logLevel: 'silent' })
const metrics = openMetrics(db)
const app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { metrics } })
afterAll(async () => {
  await app.close()
  metrics.close()
})

const found = foundFor('metrics', 'promtool')

describe.skipIf(!found)(
  `the metrics, checked by promtool${found ? '' : ' (not installed)'}`,
  () => {
    it('have no problem', async () => {
      const { olga } = await cast()
      await app.inject({ url: '/v2/trips', headers: { authorization: `Token ${olga.key}` } })
      const input = await metrics.text()
      expect(input).toContain('trips_http_requests_total{')
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input,
        encoding: 'utf8',
      })
      expect([status, stdout, stderr]).toEqual([0, '', ''])
    })

    it('would have one with the ending of a counter on a gauge', () => {
      const input = '# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n'
      const { status } = spawnSync('promtool', ['check', 'metrics'], { input })
      expect(status).not.toBe(0)
    })
  },
)
