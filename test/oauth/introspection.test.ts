/** Contract 1.4: tokens that are no JWT; the server is asked about each (RFC 7662). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, people } from '../world.ts'
import { type Api, api, bind, unknown, who } from './api.ts'
import { type Puppet, puppet, says } from './forge.ts'
import { audience, introspector } from './provider.ts'

let server: Puppet
let service: Api
let mia: Person
let sub: string
let tokens = 0

beforeAll(async () => {
  server = await puppet()
  mia = (await people('mia'))[0] as Person
  sub = `sub-${mia.id}`
  await bind(mia, sub)
  service = await opened()
})
afterAll(async () => {
  await service.close()
  await server.leave()
})

const opened = () =>
  api({
    OAUTH_ISSUER: server.issuer,
    OAUTH_AUDIENCE: audience,
    OAUTH_CLIENT_ID: introspector.id,
    OAUTH_CLIENT_SECRET: introspector.secret,
  })
const active = (more: object) => ({ active: true, sub, token_type: 'Bearer', ...more })
const opaque = () => {
  tokens += 1
  return `opaque-${tokens}`
}
const asked = () => server.asked.filter(({ path }) => path === '/introspect')

describe('1.4 tokens that are asked about (RFC 7662)', () => {
  test('a token is asked about once, with the credentials of this service', async () => {
    server.answers['/introspect'] = says(active({}))
    const token = opaque()
    const all = await Promise.all(Array.from({ length: 20 }, () => who(service, token)))
    expect(all).toEqual(Array(20).fill([mia.id, mia.id]))
    expect(asked()).toHaveLength(1)
    const [question] = asked()
    expect(Object.fromEntries(new URLSearchParams(question?.body))).toEqual({
      token,
      token_type_hint: 'access_token',
    })
    expect(question?.authorization).toMatch(/^Basic /)
  })

  test.each([
    [
      'iss, aud and times that fit',
      () => ({ iss: server.issuer, aud: [audience], exp: 9e9, nbf: 1 }),
    ],
    ['another type of access token', () => ({ token_type: 'access_token' })],
  ])('sound: %s', async (_, claims) => {
    server.answers['/introspect'] = says(active(claims()))
    expect(await who(service, opaque())).toEqual([mia.id, mia.id])
  })

  test.each<[string, object]>([
    ['not active', { active: false }],
    ['another iss', { iss: 'https://other.example' }],
    ['another aud', { aud: 'https://other.example' }],
    ['expired', { exp: 1_600_000_000 }],
    ['an exp that is text', { exp: 'soon' }],
    ['not valid yet', { nbf: 9e9 }],
    ['bound to a key', { token_type: 'DPoP', cnf: { jkt: 'x' } }],
    ['bound to a certificate', { cnf: { 'x5t#S256': 'x' } }],
    ['without a type, as a refresh token', { token_type: undefined }],
    ['for another use', { token_use: 'refresh_token' }],
    ['without a sub', { sub: undefined }],
    ['a sub that is a number', { sub: 7 }],
  ])('no good: %s', async (_, claims) => {
    server.answers['/introspect'] = says(active(claims))
    expect(await who(service, opaque())).toEqual(unknown)
  })

  test('a server without introspection knows JWTs only', async () => {
    const { issuer } = server
    server.answers['/.well-known/openid-configuration'] = says({
      issuer,
      jwks_uri: `${issuer}/jwks`,
    })
    const other = await opened()
    expect(await who(other, opaque())).toEqual(unknown)
    expect(await who(other, await server.token({ sub }))).toEqual([mia.id, mia.id])
    await other.close()
  })
})
