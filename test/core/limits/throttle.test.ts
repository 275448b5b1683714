import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  byAddress,
  byPerson,
  createThrottle,
  type Throttle,
} from '../../../src/core/limits/throttle.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { freshDatabase, movableClock, pause } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

const { limits } = readConfig({})
const minutes = (count: number) => count * 60_000

let clock: ReturnType<typeof movableClock>
let throttle: Throttle
beforeEach(async () => {
  clock = movableClock()
  throttle = createThrottle({ db, limits, clock })
  await db.query({ text: 'delete from attempt' })
})

const wrong = async () => undefined
const right = async () => 'a key'
const home = '203.0.113.7'

async function failures(count: number, login = { account: '7', ip: home }): Promise<void> {
  for (let tries = 0; tries < count; tries += 1) await throttle.login(login, wrong)
}

const refused = { code: 'THROTTLED' }

describe('1.3 failed logins are limited to 5 per 15 minutes for an account and network', () => {
  test('N4 the sixth attempt is throttled unverified, even with the right password', async () => {
    await failures(5)
    let verified = false
    const try6 = throttle.login({ account: '7', ip: home }, async () => {
      verified = true
      return 'a key'
    })
    const error = await try6.then(
      () => undefined,
      (thrown) => thrown,
    )
    expect(error).toMatchObject(refused)
    const seconds = error.extensions.retryAfter
    expect(error.message).toBe(`Request was throttled. Expected available in ${seconds} seconds.`)
    expect(seconds).toBeGreaterThan(890)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(verified).toBe(false)
  })

  test('a login after 15 minutes is accepted again', async () => {
    await failures(1)
    clock.forward(minutes(5))
    await failures(4)
    await expect(throttle.login({ account: '7', ip: home }, right)).rejects.toMatchObject({
      ...refused,
      // The clock runs on meanwhile.
      extensions: { code: 'THROTTLED', retryAfter: expect.closeTo(600, -1) },
    })
    clock.forward(minutes(10) + 1_000)
    expect(await throttle.login({ account: '7', ip: home }, right)).toBe('a key')
  })

  test('a refused attempt does not prolong the wait', async () => {
    await failures(5)
    clock.forward(minutes(10))
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(throttle.login({ account: '7', ip: home }, wrong)).rejects.toMatchObject(refused)
    }
    clock.forward(minutes(5) + 1_000)
    expect(await throttle.login({ account: '7', ip: home }, right)).toBe('a key')
  })

  test("N4 the owner elsewhere is not locked out, but the attacker's neighbour is", async () => {
    await failures(5)
    expect(await throttle.login({ account: '7', ip: '198.51.100.1' }, right)).toBe('a key')
    const neighbour = throttle.login({ account: '7', ip: '203.0.113.200' }, right)
    await expect(neighbour).rejects.toMatchObject(refused)
  })

  test('a successful login clears only the failures of its account and network', async () => {
    await failures(4)
    await failures(4, { account: '8', ip: home })
    expect(await throttle.login({ account: '7', ip: home }, right)).toBe('a key')
    await failures(4)
    expect(await throttle.login({ account: '7', ip: home }, right)).toBe('a key')
    await failures(1, { account: '8', ip: home })
    await expect(throttle.login({ account: '8', ip: home }, right)).rejects.toMatchObject(refused)
  })

  test('an error during verification is rethrown and not counted', async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const broken = throttle.login({ account: '7', ip: home }, () => {
        return Promise.reject(new Error('database away'))
      })
      await expect(broken).rejects.toThrow('database away')
    }
    expect(await db.query({ text: 'select id from attempt' })).toEqual([])
  })

  test('the limit holds for other processes and after a restart', async () => {
    await failures(5)
    const other = createThrottle({ db, limits, clock })
    await expect(other.login({ account: '7', ip: home }, right)).rejects.toMatchObject(refused)
  })

  test('names and addresses of people are not stored in clear', async () => {
    await failures(1, { account: 'Ines@mail.example', ip: home })
    await throttle.count(byPerson('resetAccount', 'ines@mail.example'))
    const rows = await db.query<{ subject: string }>({ text: 'select subject from attempt' })
    expect(rows).toHaveLength(4)
    for (const { subject } of rows) expect(subject).not.toMatch(/ines|@/i)
  })
})

describe('1.3 failed logins are limited to 20 for a client address', () => {
  test('failures count over all accounts, and a successful login does not clear them', async () => {
    for (let account = 1; account <= 20; account += 1) {
      await failures(1, { account: `${account}`, ip: home })
    }
    expect(await throttle.login({ account: '1', ip: '203.0.113.8' }, right)).toBe('a key')
    const twentyFirst = throttle.login({ account: '99', ip: home }, right)
    await expect(twentyFirst).rejects.toMatchObject(refused)
  })
})

describe('N4 parallel attempts', () => {
  const verifySlowly = (outcome: string | undefined, counter: { count: number }) => async () => {
    counter.count += 1
    await pause(20)
    return outcome
  }

  test.each([1, 3])('30 wrong ones are verified 5 times, in %i processes', async (processes) => {
    const throttles = Array.from({ length: processes }, () => createThrottle({ db, limits, clock }))
    const verified = { count: 0 }
    const tries = Array.from({ length: 30 }, (_, at) =>
      throttles[at % processes]
        ?.login({ account: '7', ip: home }, verifySlowly(undefined, verified))
        .then(
          () => 'failed',
          (error) => error.code,
        ),
    )
    const outcomes = await Promise.all(tries)
    expect(verified.count).toBe(5)
    expect(outcomes.filter((one) => one === 'failed')).toHaveLength(5)
    expect(outcomes.filter((one) => one === 'THROTTLED')).toHaveLength(25)
  })

  test.each([1, 3])('60 right ones all succeed, in %i processes', async (processes) => {
    const throttles = Array.from({ length: processes }, () => createThrottle({ db, limits, clock }))
    const verified = { count: 0 }
    const tries = Array.from({ length: 60 }, (_, at) =>
      throttles[at % processes]?.login(
        { account: `${at % 6}`, ip: home },
        verifySlowly('a key', verified),
      ),
    )
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['a key']))
    expect(verified.count).toBe(60)
    expect(await db.query({ text: 'select id from attempt' })).toEqual([])
  })

  test('20 signups with 10 left are counted 10 times', async () => {
    const few = { ...limits, signup: { max: 10, seconds: 3_600 } }
    const one = createThrottle({ db, limits: few, clock })
    const tries = Array.from({ length: 20 }, () => one.count(byAddress('signup', home)))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('a process that dies while verifying leaves one failure, not a lock', async () => {
    const one = { ...limits, loginAccount: { max: 1, seconds: 900 } }
    const dying = createThrottle({ db, limits: one, clock })
    let started = () => {}
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    void dying.login({ account: '7', ip: home }, () => {
      started()
      return new Promise(() => {})
    })
    await begun
    const next = createThrottle({ db, limits: one, clock, patience: 100 })
    const soon = next.login({ account: '7', ip: home }, right)
    await expect(soon).rejects.toMatchObject({ extensions: { retryAfter: 1 } })
    clock.forward(minutes(2))
    const later = next.login({ account: '7', ip: home }, right)
    await expect(later).rejects.toMatchObject({ extensions: { retryAfter: 780 } })
    clock.forward(minutes(13) + 1_000)
    expect(await next.login({ account: '7', ip: home }, right)).toBe('a key')
  })
})

describe('1.3 the other limits', () => {
  test('3 resets per account, 10 per address are allowed; refused ones do not count', async () => {
    const reset = (email: string) =>
      throttle.count(byAddress('resetAddress', home), byPerson('resetAccount', email))
    for (let tries = 0; tries < 3; tries += 1) await reset('ines@mail.example')
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(reset(' INES@mail.example')).rejects.toMatchObject(refused)
    }
    for (let tries = 0; tries < 7; tries += 1) await reset(`p${tries}@mail.example`)
    await expect(reset('last@mail.example')).rejects.toMatchObject(refused)
    clock.forward(minutes(60) + 1_000)
    await reset('ines@mail.example')
  })

  test('0 means unlimited, and stores nothing', async () => {
    const none = { max: 0, seconds: 900 }
    const ofLogins = { loginAccount: none, loginAddress: none, loginDay: none }
    const off = { ...limits, signup: none, ...ofLogins }
    const open = createThrottle({ db, limits: off, clock })
    for (let tries = 0; tries < 100; tries += 1) await open.count(byAddress('signup', home))
    for (let tries = 0; tries < 30; tries += 1) await open.login({ account: '7', ip: home }, wrong)
    expect(await open.login({ account: '7', ip: home }, right)).toBe('a key')
    expect(await db.query({ text: 'select id from attempt' })).toEqual([])
  })

  test('a later write deletes old rows', async () => {
    await throttle.count(byAddress('signup', home))
    clock.forward(minutes(62))
    await throttle.count(byAddress('upload', home))
    const rows = await db.query<{ limit: string }>({ text: 'select "limit" from attempt' })
    expect(rows).toEqual([{ limit: 'upload' }])
  })
})
