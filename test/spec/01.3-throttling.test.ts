/**
 * The rate limits (target N4). Every test has addresses and people of its
 * own, since what one test uses up stays used up for the others.
 */
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { anonymous, as, type ClientAnswer } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { cast, db, password } from '../world.ts'
import { one } from './persons.ts'

type Login = (
  name: string,
  word: string,
  address: string,
  headers?: Record<string, string>,
) => Promise<ClientAnswer>

const logins: Record<string, Login> = {
  '/auth': (username, word, address, headers) =>
    as(anonymous, address).post('/auth', { username, password: word }, headers),
  '/v1/auth': (username, word, address, headers) =>
    as(anonymous, address).post('/v1/auth', { username, password: word }, headers),
  '/auth/login/': (username, word, address, headers) =>
    as(anonymous, address).post('/auth/login/', { username, password: word }, headers),
}
const logIn = logins['/auth'] as Login
const createApiKey = `mutation ($username: String!, $password: Password!) {
  createApiKey(input: { username: $username, password: $password }) { key }
}`

let nets = 0
/** An address in a network that nothing else uses. */
function elsewhere(): string {
  nets += 1
  return `${203 + (nets >> 16)}.${(nets >> 8) & 255}.${nets & 255}.7`
}

function expectThrottled(answer: ClientAnswer): void {
  expect(answer.status).toBe(429)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(answer.json).toEqual({
    detail: `Request was throttled. Expected available in ${seconds} seconds.`,
  })
}

/**
 * Moves all counted attempts further back, after the second for which the service caches its
 * refusals.
 */
async function wait(interval: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await db.query({ text: `update attempt set at = at - $1::interval`, values: [interval] })
}

describe('1.3 failed logins, 5 per 15 minutes for an account and client network', () => {
  it('the sixth login returns 429 with Retry-After, also with the right password', async () => {
    const mia = await one()
    const home = elsewhere()
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await logIn(mia.username, 'wrong', home)).status).toBe(400)
    }
    expectThrottled(await logIn(mia.username, 'wrong', home))
    expectThrottled(await logIn(mia.username, password, home))
  })

  it('the owner is not locked out: other networks and other accounts may still log in', async () => {
    const mia = await one()
    const leo = await one('leo')
    const attacker = elsewhere()
    for (const _ of [1, 2, 3, 4, 5]) await logIn(mia.username, 'wrong', attacker)
    expect((await logIn(mia.username, password, elsewhere())).status).toBe(200)
    expect((await logIn(leo.username, password, attacker)).status).toBe(200)
    expect((await as(mia, attacker).get('/v1/me')).status).toBe(200)
  })

  it('all login routes share the limit, by any name of the account', async () => {
    const mia = await one()
    const home = elsewhere()
    for (const [route, name] of [
      ['/auth', mia.username],
      ['/v1/auth', mia.email],
      ['/auth/login/', mia.username],
      ['/auth', mia.email.toUpperCase()],
    ] as const)
      expect((await logins[route]?.(name, 'wrong', home))?.status).toBe(400)
    const email = { email: mia.email, password: 'wrong' }
    expect((await as(anonymous, home).post('/auth/login/', email)).status).toBe(400)
    for (const login of Object.values(logins))
      expectThrottled(await login(mia.email, password, home))
    expectThrottled(await as(anonymous, home).post('/auth/login/', email))
  })

  it('GraphQL shares the limit too', async () => {
    const mia = await one()
    const home = elsewhere()
    const client = as(anonymous, home)
    const variables = { username: mia.username, password: 'wrong' }
    for (const _ of [1, 2, 3]) {
      const { errors } = await client.graphql(createApiKey, variables)
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    }
    for (const _ of [4, 5]) await logIn(mia.username, 'wrong', home)
    const { errors } = await client.graphql(createApiKey, { ...variables, password })
    expect(errors[0]?.extensions.code).toBe('THROTTLED')
    expectThrottled(await logIn(mia.username, password, home))
  })

  it('failures of unknown accounts are limited alike (N3)', async () => {
    const home = elsewhere()
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await logIn('nobody.at.all', 'wrong', home)).status).toBe(400)
    }
    expectThrottled(await logIn('nobody.at.all', 'wrong', home))
  })

  it('failures under a name that looks like an id do not count for the account of that id', async () => {
    const mia = await one()
    const home = elsewhere()
    for (const _ of [1, 2]) {
      for (const name of [`#${mia.id}`, `${mia.id}`, `account ${mia.id}`]) {
        expect((await logIn(name, 'wrong', home)).status).toBe(400)
      }
    }
    for (const name of [`#${mia.id}`, `account ${mia.id}`]) {
      for (const _ of [3, 4, 5]) expect((await logIn(name, 'wrong', home)).status).toBe(400)
      expectThrottled(await logIn(name, 'wrong', home))
    }
    expect((await logIn(mia.username, password, home)).status).toBe(200)
  })

  it('the owner may log in again after 15 minutes', async () => {
    const mia = await one()
    const home = elsewhere()
    for (const _ of [1, 2, 3, 4, 5]) await logIn(mia.username, 'wrong', home)
    await wait('14 minutes')
    expectThrottled(await logIn(mia.username, password, home))
    await wait('62 seconds')
    expect((await logIn(mia.username, password, home)).status).toBe(200)
  })

  it('x-forwarded-for of a stranger is ignored (H)', async () => {
    const mia = await one()
    const home = elsewhere()
    const forwarded = () => ({ 'x-forwarded-for': elsewhere(), forwarded: `for=${elsewhere()}` })
    for (const _ of [1, 2, 3, 4, 5]) await logIn(mia.username, 'wrong', home, forwarded())
    expectThrottled(await logIn(mia.username, 'wrong', home, forwarded()))
  })

  it('successful logins are not counted: no 429 under normal use', async () => {
    const mia = await one()
    const home = elsewhere()
    for (let count = 0; count < 25; count += 1) {
      expect((await logIn(mia.username, password, home)).status).toBe(200)
    }
  })
})

describe('1.3 failed logins, 20 for a client address', () => {
  it('the 21st failure for any account returns 429; other addresses may still log in', async () => {
    const mia = await one()
    const home = elsewhere()
    for (let count = 0; count < 20; count += 1) {
      expect((await logIn(`nobody.${count}.${home}`, 'wrong', home)).status).toBe(400)
    }
    expectThrottled(await logIn(`nobody.20.${home}`, 'wrong', home))
    expectThrottled(await logIn(mia.username, password, home))
    expect((await logIn(mia.username, password, elsewhere())).status).toBe(200)
  })
})

describe('1.3 password reset', () => {
  const reset = (email: string, address: string) =>
    as(anonymous, address).post('/auth/password/reset/', { email })

  it('a fourth request in an hour for an account returns 429, from any address, known or not', async () => {
    const mia = await one()
    const answers: Record<string, string[]> = {}
    for (const email of [mia.email, `nobody.${mia.id}@mail.example`]) {
      for (const _ of [1, 2, 3]) expect((await reset(email, elsewhere())).status).toBe(200)
      const fourth = await reset(email.toUpperCase(), elsewhere())
      expectThrottled(fourth)
      answers[email] = Object.keys(fourth.headers).sort()
    }
    expect(await mailsTo(mia.email)).toHaveLength(3)
    const [known, unknown] = Object.values(answers)
    expect(known).toEqual(unknown)
    await wait('61 minutes')
    expect((await reset(mia.email, elsewhere())).status).toBe(200)
  })

  it('an eleventh request in an hour from a client address returns 429', async () => {
    const home = elsewhere()
    for (let count = 0; count < 10; count += 1) {
      expect((await reset(`nobody.${count}.${home}@mail.example`, home)).status).toBe(200)
    }
    expectThrottled(await reset(`nobody.10.${home}@mail.example`, home))
    expect((await reset(`nobody.11.${home}@mail.example`, elsewhere())).status).toBe(200)
  })
})

describe('1.3 signup', () => {
  it('a 61st signup in an hour from a client address returns 429', async () => {
    const config = readConfig({ DATA_DIR: process.env.TEST_RUN_DIR ?? '', LOG_LEVEL: 'silent' })
    const log = pino({ level: 'silent' })
    const strict = await buildApp({ config, db, log, operatorKey: 'none' })
    const signUp = (count: number, remoteAddress: string) =>
      strict.inject({
        method: 'POST',
        url: '/v1/signup',
        remoteAddress,
        payload: { username: `signup.${count}@mail.example`, password },
      })
    const home = elsewhere()
    for (let count = 0; count < 60; count += 1) {
      expect((await signUp(count, home)).statusCode).toBe(201)
    }
    const answer = await signUp(60, home)
    expect(answer.statusCode).toBe(429)
    const seconds = Number(answer.headers['retry-after'])
    expect(answer.json()).toEqual({
      detail: `Request was throttled. Expected available in ${seconds} seconds.`,
    })
    expect((await signUp(60, elsewhere())).statusCode).toBe(201)
    await strict.close()
  })
})

describe('1.3 everything else is unlimited', () => {
  it('200 reads in a row return no 429 and no rate-limit headers', async () => {
    const { ed, trip } = await cast()
    const client = as(ed, elsewhere())
    for (let count = 0; count < 200; count += 1) {
      const answer = await client.get(`/v2/trip/${trip.id}/activities`)
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.headers).filter((name) => /rate-?limit/i.test(name))).toEqual([])
    }
  })
})
