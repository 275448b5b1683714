/**
 * Long bodies are parsed before it is known who sent them: those of one client address take turns,
 * so that others are served, and none has more parts than any client needs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { bodyReader } from '../../rest-facade/body.ts'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { TimeShares } from '../../src/process/time-shares.ts'
import { readConfig } from '../../src/settings/config.ts'
import { as } from '../client.ts'
import { exactly } from '../spec/answers.ts'
import { cast, dataDir, db, operatorKey, secret } from '../world.ts'

const requestFrom = (ip: string) =>
  ({
    ...{ ip, share: null, endWork: null, raw: { socket: { destroyed: false } } },
    headers: { 'content-type': 'application/json' },
    routeOptions: { config: { readsBody: true } },
  }) as unknown as FastifyRequest

const short = Buffer.from('[1]')
const long = Buffer.from(`[${'[],'.repeat(6_000)}1]`)

describe('1.2 long bodies of one client address', () => {
  it('are parsed one at a time; its short ones and those of others are not delayed', async () => {
    const shares = new TimeShares()
    const read = bodyReader(shares)
    const first = await shares.enter('address 192.0.2.1', { alone: true })
    let isParsed = false
    const request = requestFrom('192.0.2.1')
    const second = read(request, long).then(() => {
      isParsed = true
    })
    expect(await read(requestFrom('192.0.2.1'), short)).toEqual([1])
    expect(await read(requestFrom('192.0.2.2'), long)).toHaveLength(6_001)
    expect(isParsed).toBe(false)
    first.end()
    await second
    // The operation takes the share of the account, not of the address.
    expect(request.share).toBeNull()
  })

  it('are 503 if 500 of them wait; nothing that is not parsed waits', async () => {
    const shares = new TimeShares()
    const config = readConfig({ DATA_DIR: dataDir })
    const log = openLog({ logLevel: 'silent' })
    const app = await buildApp({ config, db, log, operatorKey, secret, shares })
    const first = await shares.enter('address 127.0.0.1', { alone: true })
    const send = async (type = 'application/json') => {
      const headers = { 'content-type': type }
      const payload = '.'.repeat(20_000)
      const {
        statusCode,
        body,
        headers: answered,
      } = await app.inject({
        ...{ method: 'POST', url: '/auth/login', headers, payload },
      })
      return { status: statusCode, text: body, retryAfter: answered['retry-after'] }
    }
    const waiting: ReturnType<typeof send>[] = []
    while (waiting.length < 500) {
      waiting.push(send())
      await nextTurn()
    }
    const refused = exactly(503, { detail: 'Service unavailable. Try again later.' })
    expect(await send()).toMatchObject({ ...refused, retryAfter: '5' })
    expect((await send('text/plain')).status).toBe(415)
    first.end()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(400)
    await app.close()
  })
})

describe('1.2 a body of more than 10,000 lists, objects and keys', () => {
  const beside = (value: string) => `{"name":"Lisbon","nothing":${value}}`
  const lists = (count: number) => `[${Array.from({ length: count }, () => '[]').join()}]`
  // The body itself has an object, two keys and a list.
  const most = 10_000 - 4

  it.each([
    ['lists', lists(250_000)],
    ['lists in lists', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['objects', lists(200_000).replaceAll('[]', '{}')],
    ['keys', `{${Array.from({ length: 80_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['one list too many', lists(most + 1)],
  ])('of olga is 400, and creates nothing: %s', async (_, value) => {
    const { olga } = await cast()
    const before = (await as(olga).get('/v1/trips')).text
    const detail = 'JSON parse error - More than 10,000 lists, objects and keys'
    expect(await as(olga).post('/v1/trips', beside(value))).toMatchObject(exactly(400, { detail }))
    expect((await as(olga).get('/v1/trips')).text).toBe(before)
  })

  it.each([
    ['so many and no more', lists(most)],
    ['brackets, colons and escapes in a string', JSON.stringify('[{":\\'.repeat(100_000))],
    ['escaped quotes', `"${'\\"'.repeat(400_000)}"`],
  ])('of olga is accepted if it has %s', async (_, value) => {
    const { olga } = await cast()
    const answer = await as(olga).post('/v1/trips', beside(value))
    expect([answer.status, answer.json.name]).toEqual([201, 'Lisbon'])
  })
})
