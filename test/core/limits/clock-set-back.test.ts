/** 1.3, 17: a clock that was ahead and has been set back causes no long waits. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createThrottle, type Throttle } from '../../../src/core/limits/throttle.ts'
import type { Database } from '../../../src/outside/database/database.ts'
import { cleanMails } from '../../../src/outside/mail/cleaning.ts'
import { outgoingMails, retries, writeMails } from '../../../src/outside/mail/outgoing.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { freshDatabase, movableClock, silent } from '../../fresh-database.ts'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await freshDatabase())
})
afterAll(() => remove())

const minute = 60_000
const threeDays = 3 * 24 * 60 * minute
const { limits } = readConfig({})

let clock: ReturnType<typeof movableClock>
beforeEach(async () => {
  clock = movableClock()
  await db.query({ text: 'delete from attempt' })
  await db.query({ text: 'delete from outgoing_mail' })
})

describe('1.3 failed logins dated in the future count as now', () => {
  const login = { account: '7', ip: '203.0.113.7' }
  const right = async () => 'a key'
  const fail = async (throttle: Throttle, count: number) => {
    for (let tries = 0; tries < count; tries += 1) {
      await throttle.login(login, async () => undefined)
    }
  }

  test('five of them close an account for 15 minutes, not three days', async () => {
    const throttle = createThrottle({ db, limits, clock })
    clock.forward(threeDays)
    await fail(throttle, 5)
    clock.forward(-threeDays)
    const error = await throttle.login(login, right).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'THROTTLED' })
    expect(error.extensions.retryAfter).toBeLessThanOrEqual(900)
    expect(error.extensions.retryAfter).toBeGreaterThan(890)
    clock.forward(15 * minute + 1_000)
    expect(await throttle.login(login, right)).toBe('a key')
  })

  test('attempts of a dead process become failures after a minute', async () => {
    const throttle = createThrottle({ db, limits, clock, patience: 100 })
    clock.forward(threeDays)
    await fail(throttle, 5)
    await db.query({ text: 'update attempt set is_pending = true' })
    clock.forward(-threeDays)
    await expect(throttle.login(login, right)).rejects.toMatchObject({ code: 'THROTTLED' })
    clock.forward(15 * minute + 1_000)
    expect(await throttle.login(login, right)).toBe('a key')
  })

  test('a few of them are not added to those of later days', async () => {
    const throttle = createThrottle({ db, limits, clock })
    clock.forward(threeDays)
    await fail(throttle, 2)
    clock.forward(-threeDays)
    await fail(throttle, 1)
    clock.forward(16 * minute)
    await fail(throttle, 4)
    expect(await throttle.login(login, right)).toBe('a key')
  })
})

describe('17 waiting mails dated in the future count as now', () => {
  const inSeconds = (seconds: number, attempts: number) => ({
    text: `insert into outgoing_mail (recipient, subject, text, attempts, next_attempt_at)
      values ('ines@mail.example', '', '', $1, now() + make_interval(secs => $2))`,
    values: [attempts, seconds],
  })
  const claimed = () => outgoingMails(db, clock).claim(5)

  test('a mail claimed by a worker at that time is sent', async () => {
    await db.query(inSeconds(0, 0))
    clock.forward(threeDays)
    expect(await claimed()).toHaveLength(1)
    clock.forward(-threeDays)
    expect(await claimed()).toMatchObject([{ attempts: 2 }])
  })

  test('a mail refused at that time is sent, however often it was refused', async () => {
    for (const attempts of [1, 12, retries.tries - 1]) {
      await db.query(inSeconds(threeDays / 1_000, attempts))
    }
    expect(await claimed()).toHaveLength(3)
  })

  test('a mail written at that time is sent, however little it is ahead', async () => {
    await db.query(inSeconds(120, 0))
    expect(await claimed()).toHaveLength(1)
  })

  test('a mail that waits for its next attempt is not sent', async () => {
    await db.query(inSeconds(110, 1)) // claimed
    await db.query(inSeconds(400, 1)) // whose clock is five minutes ahead
    await db.query(inSeconds(retries.max / 1_000 - 1, 12))
    expect(await claimed()).toEqual([])
  })

  test('sent mails do not count towards the limits until that day', async () => {
    const limit = { account: { max: 3, seconds: 3_600 }, recipient: { max: 0, seconds: 60 } }
    const draft = { recipient: 'ines@mail.example', subject: '', text: '', html: '' }
    const write = (by: number) =>
      db.transaction((tx) => writeMails(tx, Array(3).fill(draft), { by, limits: limit }))
    expect(await write(7)).toBe(3)
    const ahead = `update outgoing_mail set state = 'SENT', created_at = now() + interval '3 days'`
    await db.query({ text: ahead })
    const directory = await mkdtemp(join(tmpdir(), 'trips-clock-'))
    await cleanMails({ db, directory, days: 30, clock, log: silent })
    await rm(directory, { recursive: true })
    expect(await write(7)).toBe(0)
    await db.query({ text: `update outgoing_mail set created_at = created_at - interval '1 hour'` })
    expect(await write(7)).toBe(3)
  })
})
