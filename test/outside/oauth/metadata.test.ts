/** The metadata of the protected resource (RFC 9728, B5). */
import { afterAll, describe, expect, test } from 'vitest'
import { type Api, api } from './api.ts'

const path = '/.well-known/oauth-protected-resource'
const issuer = 'https://auth.example/realms/trips'
const open: Api[] = []
afterAll(async () => {
  for (const one of open) await one.close()
})

async function ask(settings: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const service = await api(settings)
  open.push(service)
  const answer = await service.app.inject({ method, url: path })
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() }
}

describe('B5 GET /.well-known/oauth-protected-resource', () => {
  test('a client learns the issuer and the resource', async () => {
    const { status, headers, json } = await ask({
      ...{ OAUTH_ISSUER: issuer, BASE_URL: 'https://trips.example' },
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(json).toEqual({
      resource: 'https://trips.example',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    })
  })

  test('a client learns the scopes that are evaluated', async () => {
    const scopes = { OAUTH_SCOPE_READ: 'trips.read', OAUTH_SCOPE_WRITE: 'trips.write' }
    const { json } = await ask({ OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'urn:trips', ...scopes })
    const all = { resource: 'urn:trips', scopes_supported: ['trips.read', 'trips.write'] }
    expect(json).toMatchObject(all)
  })

  test('a client without an authorization server is answered 404', async () => {
    const { status, json } = await ask({})
    expect([status, json]).toEqual([404, { detail: 'Not found.' }])
  })

  test('a client that sends another method is answered 405', async () => {
    const { status, headers } = await ask({ OAUTH_ISSUER: issuer }, 'POST')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
