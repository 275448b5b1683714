/** Guesses (target N4) from many networks, and the owner who logs in meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { byAddress, createThrottle, type Throttle } from '../../../src/core/limits/throttle.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { freshDatabase, movableClock } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

const { limits } = readConfig({})
const hours = (count: number) => count * 3_600_000
const days = (count: number) => count * hours(24)

let clock: ReturnType<typeof movableClock>
let throttle: Throttle
beforeEach(async () => {
  clock = movableClock()
  throttle = createThrottle({ db, limits, clock })
  await db.query({ text: 'delete from attempt' })
  await db.query({ text: 'delete from login_network' })
})

const wrong = async () => undefined
const right = async () => 'a key'
const refused = { code: 'THROTTLED' }

/** An address in the IPv4 network, IPv6 client or IPv6 site of that number. */
const inNetwork = (at: number) => `198.${at >> 8}.${at & 255}.7`
const inSubnet = (at: number) => `2001:db8:1:${at.toString(16)}::7`
const inSite = (at: number) => `2001:db8:${at.toString(16)}:1::7`

/** Wrong logins from one place after the other; returns the number before the first refusal. */
async function guesses(count: number, place: (at: number) => string, account = '7') {
  for (let at = 0; at < count; at += 1) {
    const [error] = await throttle.login({ account, ip: place(at) }, wrong).then(
      () => [],
      (thrown) => [thrown],
    )
    if (error) {
      expect(error).toMatchObject(refused)
      return at
    }
  }
  return count
}

describe('1.3 an owner of an IPv6 /48 has 65,536 clients, but ten times the limit of one', () => {
  test('50 failed logins are allowed for an account, 200 for an address', async () => {
    expect(await guesses(60, inSubnet)).toBe(50)
    for (let at = 0; at < 150; at += 1) {
      await throttle.login({ account: `other ${at}`, ip: inSubnet(1_000 + at) }, wrong)
    }
    const last = throttle.login({ account: 'one more', ip: inSubnet(2_000) }, right)
    await expect(last).rejects.toMatchObject(refused)
    expect(await throttle.login({ account: '7', ip: inSite(2) }, right)).toBe('a key')
  })

  test('a successful login clears the failures of its account in the site', async () => {
    expect(await guesses(49, inSubnet)).toBe(49)
    expect(await throttle.login({ account: '7', ip: inSubnet(49) }, right)).toBe('a key')
    expect(await guesses(50, (at) => inSubnet(100 + at))).toBe(50)
  })

  test('other limits by address are ten times as high for the whole site', async () => {
    const few = { ...limits, signup: { max: 2, seconds: 3_600 } }
    const one = createThrottle({ db, limits: few, clock })
    const signUp = (at: number) => one.count(byAddress('signup', inSubnet(at)))
    await signUp(0)
    await signUp(0)
    await expect(signUp(0)).rejects.toMatchObject(refused)
    for (let at = 1; at <= 18; at += 1) await signUp(at)
    await expect(signUp(19)).rejects.toMatchObject(refused)
    await one.count(byAddress('signup', inSite(2)))
  })
})

describe('1.3 failed logins are limited to 100 a day for an account over all networks', () => {
  test('a new network beyond the limit gets 429, even with the right password', async () => {
    expect(await guesses(120, inNetwork)).toBe(100)
    const stranger = throttle.login({ account: '7', ip: inNetwork(500) }, right)
    await expect(stranger).rejects.toMatchObject(refused)
    expect(await throttle.login({ account: '8', ip: inNetwork(500) }, right)).toBe('a key')
    clock.forward(hours(24) + 1_000)
    expect(await throttle.login({ account: '7', ip: inNetwork(500) }, right)).toBe('a key')
  })

  test('each of many days allows 100 guesses', async () => {
    for (let at = 0; at < 3; at += 1) {
      expect(await guesses(120, (network) => inNetwork(1_000 * at + network))).toBe(100)
      clock.forward(hours(24) + 1_000)
    }
  })

  test('N4 the owner can log in from a recent network; failures there count as usual', async () => {
    const home = { account: '7', ip: '203.0.113.7' }
    expect(await throttle.login(home, right)).toBe('a key')
    clock.forward(days(20))
    expect(await guesses(120, inNetwork)).toBe(100)
    expect(await throttle.login({ ...home, ip: '203.0.113.99' }, right)).toBe('a key')
    expect(await guesses(10, () => home.ip)).toBe(5)
    clock.forward(hours(1))
    expect(await throttle.login(home, right)).toBe('a key')
  })

  test('a login a month ago no longer counts as recent', async () => {
    const home = { account: '7', ip: '203.0.113.7' }
    expect(await throttle.login(home, right)).toBe('a key')
    clock.forward(days(31))
    expect(await guesses(120, inNetwork)).toBe(100)
    await expect(throttle.login(home, right)).rejects.toMatchObject(refused)
  })

  test('N4 the owner can log in from a new network after proof by a mail or a key', async () => {
    expect(await guesses(120, inNetwork)).toBe(100)
    const hotel = { account: '7', ip: '192.0.2.7' }
    await expect(throttle.login(hotel, right)).rejects.toMatchObject(refused)
    expect(await throttle.login({ ...hotel, ip: '192.0.3.7', isProved: true }, right)).toBe('a key')
    await throttle.recognise(hotel)
    expect(await throttle.login(hotel, right)).toBe('a key')
  })

  test('failures from a home network do not count towards the limit', async () => {
    const home = { account: '7', ip: '203.0.113.7' }
    expect(await throttle.login(home, right)).toBe('a key')
    for (let quarter = 0; quarter < 25; quarter += 1) {
      expect(await guesses(5, () => home.ip)).toBe(5)
      clock.forward(15 * 60_000 + 1_000)
    }
    expect(await throttle.login({ account: '7', ip: inNetwork(1) }, right)).toBe('a key')
  })

  test('each limit expires in its own time, home networks after a month', async () => {
    await guesses(1, () => '203.0.113.7')
    await throttle.login({ account: '8', ip: '203.0.113.7' }, right)
    clock.forward(hours(2))
    await throttle.count(byAddress('signup', '203.0.113.7'))
    const left = await db.query<{ limit: string }>({
      text: 'select "limit" from attempt order by 1',
    })
    expect(left.map(({ limit }) => limit)).toEqual(['loginDay', 'signup'])
    clock.forward(days(31))
    await throttle.count(byAddress('upload', '203.0.113.7'))
    expect(await db.query({ text: 'select "limit" from attempt' })).toEqual([{ limit: 'upload' }])
    expect(await db.query({ text: 'select account from login_network' })).toEqual([])
  })
})
