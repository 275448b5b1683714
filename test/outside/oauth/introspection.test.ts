/** Tokens that are no JWT; the server is asked about each (RFC 7662). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, people } from '../../world.ts'
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

const opened = (settings: Record<string, string> = {}, clock?: () => Date) =>
  api(
    {
      OAUTH_ISSUER: server.issuer,
      OAUTH_AUDIENCE: audience,
      OAUTH_CLIENT_ID: introspector.id,
      OAUTH_CLIENT_SECRET: introspector.secret,
      ...settings,
    },
    clock,
  )
const active = (more: object) => ({
  ...{ active: true, sub, token_type: 'Bearer', aud: audience },
  ...more,
})
const opaque = () => {
  tokens += 1
  return `opaque-${tokens}`
}
const asked = () => server.asked.filter(({ path }) => path === '/introspect')

describe('1.4 introspected tokens (RFC 7662)', () => {
  test('a token is introspected once, with the credentials of this service', async () => {
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
  ])('are valid: %s', async (_, claims) => {
    server.answers['/introspect'] = says(active(claims()))
    expect(await who(service, opaque())).toEqual([mia.id, mia.id])
  })

  test.each<[string, object]>([
    ['not active', { active: false }],
    ['another iss', { iss: 'https://other.example' }],
    ['another aud', { aud: 'https://other.example' }],
    ['without an aud: it may be meant for anybody', { aud: undefined }],
    ['expired', { exp: 1_600_000_000 }],
    ['an exp that is text', { exp: 'soon' }],
    ['not valid yet', { nbf: 9e9 }],
    ['bound to a key', { token_type: 'DPoP', cnf: { jkt: 'x' } }],
    ['bound to a certificate', { cnf: { 'x5t#S256': 'x' } }],
    ['without a type, as a refresh token', { token_type: undefined }],
    ['for another use', { token_use: 'refresh_token' }],
    ['without a sub', { sub: undefined }],
    ['a sub that is a number', { sub: 7 }],
  ])('are invalid: %s', async (_, claims) => {
    server.answers['/introspect'] = says(active(claims))
    expect(await who(service, opaque())).toEqual(unknown)
  })

  test('a server that never names an audience is accepted if the setting says so', async () => {
    const other = await opened({ OAUTH_AUDIENCE_MISSING: 'accepted' })
    server.answers['/introspect'] = says(active({ aud: undefined }))
    expect(await who(other, opaque())).toEqual([mia.id, mia.id])
    server.answers['/introspect'] = says(active({ aud: 'https://other.example' }))
    expect(await who(other, opaque())).toEqual(unknown)
    await other.close()
  })

  test('60 unknown tokens of one client cause no refusal of known tokens or other clients', async () => {
    let now = Date.now()
    const other = await opened({}, () => new Date(now))
    server.answers['/introspect'] = says(active({}))
    const known = opaque()
    expect(await who(other, known)).toEqual([mia.id, mia.id])
    now += 31_000 // it is not believed any more without another look
    const held: (() => void)[] = []
    let most = 0
    server.answers['/introspect'] = (request, response, body) => {
      if (!body.includes('unknown')) return says(active({}))(request, response, body)
      held.push(() => says({ active: false })(request, response, body))
      most = Math.max(most, held.length)
    }
    const ask = (token: string, remoteAddress: string) =>
      other.app.inject({
        ...{ method: 'GET', url: '/v1/me', remoteAddress },
        headers: { authorization: `Bearer ${token}` },
      })
    const flood = Array.from({ length: 60 }, (_, at) => ask(`unknown-${at}`, '192.0.2.7'))
    await expect.poll(() => held.length).toBe(4)
    expect((await ask(known, '192.0.2.7')).statusCode).toBe(200)
    expect((await ask(opaque(), '192.0.2.8')).statusCode).toBe(200)
    const over = flood.map((answer) => answer.then(({ statusCode }) => statusCode))
    const end = setInterval(() => {
      for (const answer of held.splice(0)) answer()
    }, 5)
    const statuses = await Promise.all(over)
    clearInterval(end)
    // Four at once and twenty in the queue; the others are refused for now.
    expect(statuses.filter((status) => status === 401)).toHaveLength(24)
    expect(statuses.filter((status) => status === 503)).toHaveLength(36)
    expect(most).toBe(4)
    await other.close()
  })

  test('are refused with a server without introspection; JWTs are accepted', async () => {
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
