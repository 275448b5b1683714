/**
 * The host of page links: that of BASE_URL where it is set, else the request's
 * (test/spec/01.6).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { one } from '../spec/persons.ts'
import { insert } from '../sync.ts'
import { db, operatorKey, type Person } from '../world.ts'

const options = (config: Config) => ({
  config,
  db,
  operatorKey,
  log: openLog(config, { write: () => {} }),
})

const own = readConfig({ OPERATOR_KEY: operatorKey })
const behindProxy = readConfig({
  OPERATOR_KEY: operatorKey,
  BASE_URL: 'https://trips.example/api',
})

let nora: Person
let apps: Awaited<ReturnType<typeof buildApp>>[]
beforeAll(async () => {
  nora = await one('nora')
  await insert('trip', { owner_id: nora.id }, 101)
  apps = [await buildApp(options(own)), await buildApp(options(behindProxy))]
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

async function nextOf(app: (typeof apps)[number] | undefined, host: string) {
  const headers = { authorization: `Token ${nora.key}`, host }
  const answer = await app?.inject({ url: '/v2/trips', headers })
  return answer?.json().next
}

describe('1.6 Pagination: the base URL of links', () => {
  test('without BASE_URL, links have the scheme and host of the request', async () => {
    expect(await nextOf(apps[0], 'phone.example:8443')).toBe(
      'http://phone.example:8443/v2/trips?page=2',
    )
    expect(await nextOf(apps[0], '[::1]:3000')).toBe('http://[::1]:3000/v2/trips?page=2')
  })

  test('with BASE_URL, links begin with it, whatever the request says', async () => {
    expect(await nextOf(apps[1], 'evil.example')).toBe('https://trips.example/api/v2/trips?page=2')
  })

  test.each(['evil.example/path?x', 'user@evil.example', 'a b'])(
    'an invalid Host, %s, is not repeated',
    async (host) => {
      expect(await nextOf(apps[0], host)).toBe('http://127.0.0.1:3000/v2/trips?page=2')
    },
  )
})
