/** Refusals are cached for a moment, so that they cost the database nothing. */
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createThrottle, type ThrottleOptions } from '../../../src/core/limits/throttle.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { freshDatabase, movableClock, watched } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

const { limits } = readConfig({})
const minutes = (count: number) => count * 60_000

let clock: ReturnType<typeof movableClock>
beforeEach(async () => {
  clock = movableClock()
  await db.query({ text: 'delete from attempt' })
})

const wrong = async () => undefined
const right = async () => 'a key'
const home = '203.0.113.7'
const refused = { code: 'THROTTLED' }

describe('1.3 an attempt certain to be refused uses no connection', () => {
  const counting = () => {
    let statements = 0
    const counted = watched(db, () => {
      statements += 1
    })
    return { throttle: createThrottle({ db: counted, limits, clock }), count: () => statements }
  }

  test('a second refusal within a second needs no query; later the database decides', async () => {
    const { throttle, count } = counting()
    const login = { account: '7', name: 'Ines@mail.example', ip: home }
    for (let tries = 0; tries < 5; tries += 1) await throttle.login(login, wrong)
    await expect(throttle.login(login, right)).rejects.toMatchObject(refused)
    const before = count()
    const again = Array.from({ length: 100 }, () => throttle.login(login, right))
    for (const one of await Promise.allSettled(again)) expect(one.status).toBe('rejected')
    expect(() => throttle.recall(' ines@mail.EXAMPLE', home)).toThrow(/throttled/)
    expect(() => throttle.recall('ines@mail.example', '198.51.100.1')).not.toThrow()
    expect(() => throttle.recall('other@mail.example', home)).not.toThrow()
    expect(count()).toBe(before)
    clock.forward(1_000)
    await expect(throttle.login(login, right)).rejects.toMatchObject(refused)
    expect(count()).toBeGreaterThan(before)
  })

  test('an address at its limit is refused for any account, and opens in time', async () => {
    const { throttle } = counting()
    for (let tries = 0; tries < 20; tries += 1) {
      await throttle.login({ account: `name ${tries}`, ip: home }, wrong)
    }
    await expect(throttle.login({ account: '7', ip: home }, right)).rejects.toMatchObject(refused)
    expect(() => throttle.recall('anybody', home)).toThrow(/throttled/)
    clock.forward(minutes(15))
    expect(() => throttle.recall('anybody', home)).not.toThrow()
    expect(await throttle.login({ account: '7', ip: home }, right)).toBe('a key')
  })

  test('a handful of 300 concurrent failing logins are verified at a time', async () => {
    let inHand = 0
    let most = 0
    let verified = 0
    const gate = new EventEmitter()
    const open = once(gate, 'open').then(() => undefined)
    const counted: ThrottleOptions['db'] = {
      prisma: db.prisma,
      transaction: async (work) => {
        inHand += 1
        if (verified < 300) most = Math.max(most, inHand)
        return db.transaction(work).finally(() => {
          inHand -= 1
        })
      },
    }
    const many = createThrottle({ db: counted, limits, clock })
    // Each fails once all were admitted.
    const failing = () => {
      verified += 1
      if (verified === 300) gate.emit('open')
      return open
    }
    const logins = Array.from({ length: 300 }, (_, at) =>
      many.login({ account: `name ${at}`, ip: `203.0.113.${at % 100}` }, failing),
    )
    await Promise.allSettled(logins)
    expect(most).toBeLessThanOrEqual(4)
  })
})
