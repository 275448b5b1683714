/** 17 Inbound mail: how many calendars are imported at once. */
import { expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { dataDir, db, operatorKey, people, secret } from '../world.ts'
import { planner } from './calendar-exports.ts'

const query = 'mutation ($input: CalendarInput!) { importCalendar(input: $input) { filed } }'

it('imports of 20 accounts run; the next one waits until one ends', async () => {
  const held: (() => void)[] = []
  const parser = {
    parse: () => Promise.reject(new Error('no message is read here')),
    splitCalendar: () => new Promise<undefined>((resolve) => held.push(() => resolve(undefined))),
  }
  const config = readConfig({ DATA_DIR: dataDir })
  const log = openLog({ logLevel: 'silent' })
  const app = await buildApp({ config, db, log, operatorKey, secret, parser })
  const owners = await people(...Array.from({ length: 21 }, (_, at) => `owner${at}`))
  const answers = owners.map(({ key }) =>
    app.inject({
      ...{ method: 'POST', url: '/graphql', headers: { authorization: `Token ${key}` } },
      payload: { query, variables: { input: { content: planner } } },
    }),
  )
  await expect.poll(() => held).toHaveLength(20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(held).toHaveLength(20)
  held[0]?.()
  await expect.poll(() => held).toHaveLength(21)
  for (const letGo of held) letGo()
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200)
  await app.close()
})
