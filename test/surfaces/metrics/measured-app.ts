/** The application with its metrics, for files that look at all of them. */
import { afterAll } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { cast, dataDir, db, operatorKey, secret } from '../../world.ts'

/** Open until the tests of the file have run; returns what reads the metrics after a request. */
export async function measuredApp(): Promise<() => Promise<string>> {
  const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
  const log = openLog({ logLevel: 'silent' })
  const metrics = openMetrics(db)
  const app = await buildApp({ config, db, log, operatorKey, secret, telemetry: { metrics } })
  afterAll(async () => {
    await app.close()
    metrics.close()
  })
  return async () => {
    const { olga } = await cast()
    await app.inject({ url: '/v2/trips', headers: { authorization: `Token ${olga.key}` } })
    return metrics.text()
  }
}
