/** An authorization server that is away, or answers what it must not: 503, never 401 or 500. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, password, people } from '../../world.ts'
import { type Api, api, away, bind, unknown, who } from './api.ts'
import { type Puppet, puppet, says } from './forge.ts'
import { audience, introspector } from './provider.ts'

const discovery = '/.well-known/openid-configuration'
let server: Puppet
let service: Api
let mia: Person
let sub: string
let past = 0
let answers: Puppet['answers']
let tokens = 0

beforeAll(async () => {
  server = await puppet()
  answers = { ...server.answers }
  mia = (await people('mia'))[0] as Person
  sub = `sub-${mia.id}`
  await bind(mia, sub)
})
beforeEach(async () => {
  const settings = {
    OAUTH_ISSUER: server.issuer,
    OAUTH_AUDIENCE: audience,
    OAUTH_CLIENT_ID: introspector.id,
    OAUTH_CLIENT_SECRET: introspector.secret,
  }
  service = await api(settings, () => new Date(Date.now() + past))
  server.answers['/introspect'] = says(active({}))
})
afterEach(async () => {
  await service.close()
  for (const path of Object.keys(server.answers)) delete server.answers[path]
  Object.assign(server.answers, answers)
  server.asked.length = 0
  past = 0
})
afterAll(() => server.leave())

const active = (more: object) => ({
  ...{ active: true, sub, token_type: 'Bearer', aud: audience },
  ...more,
})
const jwt = () => server.token({ sub })
const opaque = () => {
  tokens += 1
  return `opaque-${tokens}`
}
const asked = (path: string) => server.asked.filter((one) => one.path === path).length

describe('N11: the authorization server is unavailable', () => {
  test('the answer is 503 with Retry-After, then it receives no request for five seconds', async () => {
    await server.leave()
    expect(await who(service, await jwt())).toEqual(away)
    const answer = await service.rest(`Bearer ${opaque()}`)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json).toEqual({ detail: 'Service unavailable. Try again later.' })
    await server.back()
    expect(await who(service, await jwt())).toEqual(away)
    expect(server.asked).toEqual([])
    past += 5001
    expect(await who(service, await jwt())).toEqual([mia.id, mia.id])
    expect(await who(service, opaque())).toEqual([mia.id, mia.id])
  })

  test('API keys and public routes are unaffected', async () => {
    await server.leave()
    expect((await service.rest(`Token ${mia.key}`)).json.id).toBe(mia.id)
    const login = { username: mia.username, password }
    expect((await service.rest(`Bearer ${opaque()}`, '/auth', 'POST', login)).status).toBe(200)
    await server.back()
  })

  test('JWTs are still checked while the keys are cached', async () => {
    expect(await who(service, await jwt())).toEqual([mia.id, mia.id])
    await server.leave()
    expect(await who(service, await server.token({ sub, jti: 'new' }))).toEqual([mia.id, mia.id])
    expect(await who(service, await server.token({ sub, iss: 'x' }))).toEqual(unknown)
    expect(await who(service, opaque())).toEqual(away)
    await server.back()
  })

  test('a server that does not answer times out after three seconds', async () => {
    server.answers[discovery] = () => {}
    const start = performance.now()
    expect((await service.rest(`Bearer ${await jwt()}`)).status).toBe(503)
    expect(performance.now() - start).toBeGreaterThan(2900)
    // Without waiting for it now.
    const again = performance.now()
    expect((await service.rest(`Bearer ${await jwt()}`)).status).toBe(503)
    expect(performance.now() - again).toBeLessThan(2900)
  })

  const endless: Puppet['answers'][string] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
    }
    response.write('{"issuer": [')
    response.on('drain', more)
    more()
  }
  const moved: Puppet['answers'][string] = (_request, response) => {
    response.writeHead(302, { location: `${server.issuer}/elsewhere` })
    response.end()
  }
  const wrong: [string, Puppet['answers'][string]][] = [
    ['500', says({ error: 'server_error' }, 500)],
    ['404', says({}, 404)],
    ['a redirect', moved],
    ['HTML', says('<html>', 200, 'text/html')],
    ['broken JSON', says('{"issuer":')],
    ['another shape', says('null')],
    ['without end', endless],
  ]

  test.each(wrong)('it describes itself with %s', async (_, answer) => {
    server.answers[discovery] = answer
    expect(await who(service, await jwt())).toEqual(away)
    expect(await who(service, opaque())).toEqual(away)
    expect(asked('/elsewhere')).toBe(0)
    // A 404 makes the other address of RFC 8414 be tried.
    expect(server.asked.length).toBeLessThanOrEqual(2)
  })

  test('it describes another issuer', async () => {
    server.answers[discovery] = says({ issuer: 'https://other.example' })
    expect(await who(service, await jwt())).toEqual(away)
  })

  test('it describes itself at the address of RFC 8414 only', async () => {
    server.answers['/.well-known/oauth-authorization-server'] = answers[
      discovery
    ] as Puppet['answers'][string]
    delete server.answers[discovery]
    expect(await who(service, await jwt())).toEqual([mia.id, mia.id])
  })

  test.each(wrong)('its keys are %s', async (_, answer) => {
    server.answers['/jwks'] = answer
    expect(await who(service, await jwt())).toEqual(away)
    expect(asked('/jwks')).toBe(1)
  })

  test.each([
    ...wrong,
    ['401: our own credentials are wrong', says({ error: 'invalid_client' }, 401)],
    ['active as text', says({ active: 'true', sub: 'x' })],
  ] as typeof wrong)('it answers about a token with %s', async (_, answer) => {
    server.answers['/introspect'] = answer
    expect(await who(service, opaque())).toEqual(away)
    expect(asked('/elsewhere')).toBe(0)
  })
})
