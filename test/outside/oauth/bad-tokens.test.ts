/** N11: tokens that are no good are 401 on both surfaces, whatever is wrong with them. */
import { KeyObject, sign } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, people } from '../../world.ts'
import { type Api, api, bind, unknown, who } from './api.ts'
import { type KeyPair, type Puppet, part, publicJwk, puppet, says } from './forge.ts'
import { audience } from './provider.ts'

let server: Puppet
let strange: Puppet
let service: Api
let mia: Person
let sub: string
let other: KeyPair

beforeAll(async () => {
  server = await puppet()
  strange = await puppet()
  other = await generateKeyPair('RS256', { extractable: true })
  strange.answers['/jwks'] = says({ keys: [await publicJwk(other, 'theirs', 'RS256')] })
  service = await api({ OAUTH_ISSUER: server.issuer, OAUTH_AUDIENCE: audience })
  mia = (await people('mia'))[0] as Person
  sub = `sub-${mia.id}`
  await bind(mia, sub)
})
afterAll(async () => {
  await service.close()
  await server.leave()
  await strange.leave()
})

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
const forged = (claims: object, header?: object, key?: Parameters<Puppet['token']>[2]) =>
  server.token({ sub, ...claims }, header, key)
const byStrangers = (header: object) => forged({}, header, other.privateKey)

/** A sound token with one of its three parts made anew. */
async function remade(change: (parts: [string, string, string]) => string[]): Promise<string> {
  return change((await forged({})).split('.') as [string, string, string]).join('.')
}

/** Signed as it should be, whatever the header says. */
function signed(header: object, body: string): string {
  const start = `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'rsa-1', ...header })}.${body}`
  const key = KeyObject.from(server.rsa.privateKey)
  return `${start}.${sign('RSA-SHA256', Buffer.from(start), key).toString('base64url')}`
}

async function hmac(secret: string, header: object = {}): Promise<string> {
  return forged({}, { alg: 'HS256', ...header }, new TextEncoder().encode(secret))
}

const spki = () => exportSPKI(server.rsa.publicKey)
const claimsOf = () => ({ iss: server.issuer, aud: audience, sub, exp: seconds(300) })
const unsigned = (alg: string) =>
  `${part({ alg, typ: 'at+jwt', kid: 'rsa-1' })}.${part(claimsOf())}.`

const bad: [string, () => string | Promise<string>][] = [
  ['alg none', () => unsigned('none')],
  ['alg nOnE', () => unsigned('nOnE')],
  ['no alg', () => `${part({ typ: 'at+jwt' })}.${part(claimsOf())}.`],
  ['HS256 with the public key as the secret', async () => hmac(await spki())],
  ['HS256 with the trimmed public key', async () => hmac((await spki()).trim())],
  [
    'HS256 with the key as a JWK',
    async () => hmac(JSON.stringify(await publicJwk(server.rsa, 'rsa-1', 'RS256'))),
  ],
  ['HS256 with an empty kid', () => hmac('a secret of thirty-two characters', { kid: '' })],
  ['a kid that is a path', () => hmac('a secret of thirty-two characters', { kid: '../../null' })],
  ["somebody else's key under a known kid", () => byStrangers({})],
  ['an unknown kid', () => byStrangers({ kid: 'theirs' })],
  ['no kid', () => byStrangers({ kid: undefined })],
  ['jku', () => byStrangers({ kid: 'theirs', jku: `${strange.issuer}/jwks` })],
  ['x5u', () => byStrangers({ kid: 'theirs', x5u: `${strange.issuer}/jwks` })],
  [
    'jwk in the header',
    async () => byStrangers({ kid: 'theirs', jwk: await publicJwk(other, 'theirs', 'RS256') }),
  ],
  ['x5c in the header', () => byStrangers({ kid: 'theirs', x5c: [part('certificate')] })],
  [
    'PS256 with a key that is for RS256',
    async () =>
      forged(
        {},
        { alg: 'PS256' },
        await importJWK(await exportJWK(server.rsa.privateKey), 'PS256'),
      ),
  ],
  ['ES256 under the kid of an RSA key', () => forged({}, { alg: 'ES256' }, server.ec.privateKey)],
  [
    'ES256 with a signature of zeros',
    () =>
      [
        part({ alg: 'ES256', typ: 'at+jwt', kid: 'ec-1' }),
        part(claimsOf()),
        Buffer.alloc(64).toString('base64url'),
      ].join('.'),
  ],
  ['another iss', () => forged({ iss: strange.issuer })],
  ['an iss that begins as ours', () => forged({ iss: `${server.issuer}.evil.example` })],
  ['an iss with a slash more', () => forged({ iss: `${server.issuer}/` })],
  ['no iss', () => forged({ iss: undefined })],
  ['another aud', () => forged({ aud: 'https://other.example' })],
  ['an aud that begins as ours', () => forged({ aud: `${audience}/v1` })],
  ['several aud, none ours', () => forged({ aud: ['https://a.example', 'https://b.example'] })],
  ['no aud', () => forged({ aud: undefined })],
  ['the client for an aud, as in an id token', () => forged({ aud: 'trips-app' })],
  ['expired', () => forged({ exp: seconds(-60) })],
  ['no exp', () => forged({ exp: undefined })],
  ['an exp that is text', () => forged({ exp: `${seconds(300)}` })],
  ['nbf in the future', () => forged({ nbf: seconds(120) })],
  ['typ JWT', () => forged({}, { typ: 'JWT' })],
  ['typ of a logout token', () => forged({}, { typ: 'logout+jwt' })],
  ['no typ', () => forged({}, { typ: undefined })],
  ['no sub', () => forged({ sub: undefined })],
  ['an empty sub', () => forged({ sub: '' })],
  ['a sub with a NUL', () => forged({ sub: `${sub}\0` })],
  ['bound to a key', () => forged({ cnf: { jkt: 'thumbprint' } })],
  ['an unknown crit', () => signed({ crit: ['unheard'], unheard: 1 }, part(claimsOf()))],
  ['a payload outside base64', () => signed({ crit: ['b64'], b64: false }, 'sub.nobody')],
  [
    'another payload under the signature',
    () => remade(([head, , end]) => [head, part(claimsOf()), end]),
  ],
  [
    'another header under the signature',
    () => remade(([, body, end]) => [part({ alg: 'RS256', typ: 'at+jwt' }), body, end]),
  ],
  ['a broken signature', () => remade(([head, body, end]) => [head, body, end.slice(0, -6)])],
  ['no signature', () => remade(([head, body]) => [head, body, ''])],
  ['no third part', () => remade(([head, body]) => [head, body])],
  ['five parts', () => remade(([head, body, end]) => [head, body, end, body, end])],
  ['too long', () => forged({ padding: 'x'.repeat(8000) })],
  ['a payload that is not an object', () => remade(([head, , end]) => [head, part('[]'), end])],
  ['words without sense', () => 'a.b.c'],
  ['dots', () => '..'],
  ['nothing', () => ''],
]

describe('N11: bad bearer tokens', () => {
  test('there are at least 25, each with one difference from a valid one', async () => {
    expect(bad.length).toBeGreaterThanOrEqual(25)
    const sound = [
      await forged({}),
      await forged({}, { kid: 'ec-1', alg: 'ES256' }, server.ec.privateKey),
      await forged({ aud: ['https://other.example', audience] }),
      await forged({}, { typ: 'application/at+jwt' }),
      await forged({}, { kid: undefined }),
      await forged({ nbf: seconds(-5), scope: 'nothing at all' }),
      signed({}, part(claimsOf())),
    ]
    for (const token of sound) expect(await who(service, token)).toEqual([mia.id, mia.id])
  })

  test.each(bad)('%s', async (_, make) => {
    expect(await who(service, await make())).toEqual(unknown)
  })

  test('the body is that of missing credentials (1.4), the challenge says why (B5)', async () => {
    const answer = await service.rest(`Bearer ${await forged({ exp: seconds(-60) })}`)
    expect(answer.json).toEqual({ detail: 'Authentication credentials were not provided.' })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", /)
  })

  test('no URL from a token was fetched', () => {
    expect(strange.asked).toEqual([])
  })

  test('unknown keys cause one fetch of the keys in 30 seconds', async () => {
    const before = server.asked.length
    for (let n = 0; n < 5; n += 1) await who(service, await byStrangers({ kid: `theirs-${n}` }))
    expect(server.asked.length - before).toBeLessThanOrEqual(1)
  })
})
