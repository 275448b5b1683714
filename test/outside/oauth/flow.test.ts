/**
 * From the authorization server to our answer. A person logs in there (code flow with PKCE and a
 * resource indicator), and the token opens the account here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, db, operatorKey, type Person, people, sha256 } from '../../world.ts'
import { type Api, api, bind, unknown, who } from './api.ts'
import {
  type AuthorizationServer,
  audience,
  authorizationServer,
  introspector,
} from './provider.ts'

let server: AuthorizationServer
let service: Api
const open: Api[] = []

const settings = () => ({
  OAUTH_ISSUER: server.issuer,
  OAUTH_AUDIENCE: audience,
  OAUTH_CLIENT_ID: introspector.id,
  OAUTH_CLIENT_SECRET: introspector.secret,
})

async function opened(more: Record<string, string> = {}, clock?: () => Date): Promise<Api> {
  const one = await api({ ...settings(), ...more }, clock)
  open.push(one)
  return one
}

beforeAll(async () => {
  server = await authorizationServer()
  service = await opened()
})
afterAll(async () => {
  for (const one of open) await one.close()
  await server.close()
})

async function one(name = 'mia'): Promise<Person> {
  const [person] = await people(name)
  return person as Person
}

const formats = [['jwt'], ['opaque']] as const

async function token(subject: string, format: 'jwt' | 'opaque'): Promise<string> {
  return (await server.signIn(subject, format)).access_token
}

describe('1.4 Bearer tokens of the authorization server', () => {
  test.each(formats)('a token (%s) authenticates the account with its subject', async (format) => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const access = await token(`sub-${mia.id}`, format)
    expect(access.split('.')).toHaveLength(format === 'jwt' ? 3 : 1)
    expect(await who(service, access)).toEqual([mia.id, mia.id])
    expect((await service.rest(`bEaReR ${access}`)).json.id).toBe(mia.id)
  })

  test.each(formats)('a token (%s) gives the rights of its account on trips', async (format) => {
    const { ed, stan, trip } = await cast()
    for (const [person, status] of [
      [ed, 200],
      [stan, 404],
    ] as const) {
      await bind(person, `sub-${person.id}`)
      const header = `Bearer ${await token(`sub-${person.id}`, format)}`
      expect((await service.rest(header, `/v1/trips/${trip.id}`)).status).toBe(status)
      expect((await service.rest(header, `/v2/trip/${trip.id}/hostings`)).status).toBe(status)
      const { json } = await service.graphql(header, `{ trip(id: ${trip.id}) { id } }`)
      expect(json.data).toEqual({ trip: status === 200 ? { id: trip.id } : null })
    }
  })

  test.each(formats)(
    'a token (%s) without an account for its subject is unknown',
    async (format) => {
      expect(await who(service, await token('sub-of-nobody', format))).toEqual(unknown)
    },
  )

  test('an account that was unbound from its subject is not authenticated', async () => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const access = await token(`sub-${mia.id}`, 'jwt')
    expect(await who(service, access)).toEqual([mia.id, mia.id])
    await bind(mia, null)
    expect(await who(service, access)).toEqual(unknown)
  })

  test('refresh tokens and id tokens are not access tokens', async () => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const answer = await server.signIn(`sub-${mia.id}`, 'opaque')
    expect(await who(service, answer.access_token)).toEqual([mia.id, mia.id])
    expect(answer.refresh_token).toEqual(expect.any(String))
    expect(await who(service, answer.refresh_token as string)).toEqual(unknown)
    expect(await who(service, answer.id_token as string)).toEqual(unknown)
  })

  test('a revoked opaque token is cached for at most 30 seconds', async () => {
    let now = Date.now()
    const clocked = await opened({}, () => new Date(now))
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const access = await token(`sub-${mia.id}`, 'opaque')
    expect(await who(clocked, access)).toEqual([mia.id, mia.id])
    await server.revoke(access)
    now += 29_000
    expect(await who(clocked, access)).toEqual([mia.id, mia.id])
    now += 2000
    expect(await who(clocked, access)).toEqual(unknown)
  })

  test.each(formats)('a token (%s) expires on time, cached or not', async (format) => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const access = await token(`sub-${mia.id}`, format)
    let now = Date.now() + 580_000
    const clocked = await opened({}, () => new Date(now))
    expect(await who(clocked, access)).toEqual([mia.id, mia.id])
    now += 27_000
    expect(await who(clocked, access)).toEqual(unknown)
  })

  test('are JWTs only without an introspection client', async () => {
    const plain = await opened({ OAUTH_CLIENT_ID: '', OAUTH_CLIENT_SECRET: '' })
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    expect(await who(plain, await token(`sub-${mia.id}`, 'jwt'))).toEqual([mia.id, mia.id])
    expect(await who(plain, await token(`sub-${mia.id}`, 'opaque'))).toEqual(unknown)
  })

  test.each(formats)('a token (%s) for another audience is unknown', async (format) => {
    const other = await opened({ OAUTH_AUDIENCE: 'https://other.example' })
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    expect(await who(other, await token(`sub-${mia.id}`, format))).toEqual(unknown)
  })

  test('are all unknown without OAUTH_ISSUER', async () => {
    const none = await opened({ OAUTH_ISSUER: '' })
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    expect(await who(none, await token(`sub-${mia.id}`, 'jwt'))).toEqual(unknown)
  })
})

describe('1.4 OAUTH_ACCOUNT=email', () => {
  test.each(formats)(
    'a token (%s) authenticates the account of its verified email',
    async (format) => {
      const byEmail = await opened({ OAUTH_ACCOUNT: 'email' })
      const [mia, unverified] = await people('mia', 'unverified')
      const sign = async (person?: Person) => token(person?.email.toUpperCase() ?? '', format)
      expect(await who(byEmail, await sign(mia))).toEqual([mia?.id, mia?.id])
      expect(await who(byEmail, await token(unverified?.email ?? '', format))).toEqual(unknown)
      expect(await who(byEmail, await token('nobody@mail.example', format))).toEqual(unknown)
    },
  )

  test('the subject is ignored then', async () => {
    const byEmail = await opened({ OAUTH_ACCOUNT: 'email' })
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    expect(await who(byEmail, await token(`sub-${mia.id}`, 'jwt'))).toEqual(unknown)
  })
})

describe('1.4 keys and tokens are not confused', () => {
  test('an API key as Bearer is 401, and never reaches the authorization server', async () => {
    const mia = await one()
    const before = service.logged.length
    expect(await who(service, mia.key)).toEqual(unknown)
    expect(await who(service, operatorKey)).toEqual(unknown)
    const reasons = service.logged.slice(before).filter((line) => line.includes('refused'))
    expect(reasons).toEqual([])
  })

  test.each(formats)('a token (%s) as Token is 401 Invalid token.', async (format) => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const access = await token(`sub-${mia.id}`, format)
    const answer = await service.rest(`Token ${access}`)
    expect([answer.status, answer.json]).toEqual([401, { detail: 'Invalid token.' }])
    expect((await service.graphql(`Token ${access}`)).json.errors).toHaveLength(1)
    expect(await who(service, `${access} ${access}`)).toEqual(unknown)
  })

  test('no token is ever logged', async () => {
    const access = await token('sub-of-nobody', 'jwt')
    await who(service, access)
    await who(service, `${access}x`)
    const [head = '', body = '', signature = ''] = access.split('.')
    const all = service.logged.join('\n')
    for (const part of [body, signature, `${head}.`]) expect(all).not.toContain(part)
  })
})

describe('10 logout and password change with a token', () => {
  test('logout answers 200 and revokes nothing', async () => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const header = `Bearer ${await token(`sub-${mia.id}`, 'jwt')}`
    for (const _ of [1, 2]) {
      const answer = await service.rest(header, '/auth/logout/', 'POST', {})
      expect([answer.status, answer.json]).toEqual([200, { detail: 'Successfully logged out.' }])
    }
    expect((await service.rest(header)).status).toBe(200)
    expect((await service.rest(`Token ${mia.key}`)).json.id).toBe(mia.id)
  })

  test('a password change revokes every key, and the token stays valid', async () => {
    const mia = await one()
    await bind(mia, `sub-${mia.id}`)
    const text = 'insert into api_key (user_id, hash) values ($1, $2)'
    await db.query({ text, values: [mia.id, sha256(`${mia.key}2`)] })
    const header = `Bearer ${await token(`sub-${mia.id}`, 'jwt')}`
    const passwords = { new_password1: 'another horse 8', new_password2: 'another horse 8' }
    const answer = await service.rest(header, '/auth/password/change/', 'POST', passwords)
    expect([answer.status, answer.json]).toEqual([200, { detail: 'New password has been saved.' }])
    const keys = 'select hash from api_key where user_id = $1'
    expect(await db.query({ text: keys, values: [mia.id] })).toEqual([])
    expect((await service.rest(header)).json.id).toBe(mia.id)
    const login = { email: mia.email, password: 'another horse 8' }
    expect((await service.rest('', '/auth/login/', 'POST', login)).status).toBe(200)
  })
})
