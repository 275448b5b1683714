/** Metrics of trusted documents, which Apollo Server does not run. */
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openMetrics } from '../../src/metrics/metrics.ts'
import { openLog } from '../../src/process/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { folderFor, hash, posted } from '../graphql/trusted.ts'
import { cast, dataDir, db, operatorKey, type Person, secret } from '../world.ts'
import { parsed, sumOf } from './scrape.ts'

it('metrics count trusted documents as such, once, by outcome', async () => {
  const { olga } = await cast()
  const text = 'query Mine { me { id } }'
  const metrics = openMetrics(db)
  const config = readConfig({
    ...{ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey, KITINERARY_EXTRACTOR: 'off' },
    TRUSTED_DOCUMENTS: await folderFor([text]),
  })
  const log = openLog({ logLevel: 'silent' })
  const app = await buildApp({ config, db, log, operatorKey, secret })
  onTestFinished(() => app.close().then(() => metrics.close()))
  const send = (person?: Person) =>
    app.inject(
      posted({ documentId: hash(text) }, person && { authorization: `Token ${person.key}` }),
    )
  expect((await send(olga)).json()).toEqual({ data: { me: { id: olga.id } } })
  expect((await send()).statusCode).toBe(200)
  const counted = async (labels: Record<string, string>) =>
    sumOf(parsed(await metrics.text()), 'trips_graphql_operation_duration_seconds_count', labels)
  expect(await counted({ kind: 'trusted', code: 'OK' })).toBe(1)
  expect(await counted({ kind: 'trusted', code: 'UNAUTHENTICATED' })).toBe(1)
  expect(await counted({ kind: 'trusted' })).toBe(2)
  expect(await counted({ kind: 'other' })).toBe(0)
})
