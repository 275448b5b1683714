/** What the scopes of a token allow, where the operator names some (B5). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, type Person, people } from '../../world.ts'
import { type Api, api, bind, unknown, who } from './api.ts'
import {
  type AuthorizationServer,
  audience,
  authorizationServer,
  introspector,
} from './provider.ts'

let server: AuthorizationServer
const open: Api[] = []

async function opened(scopes: Record<string, string> = {}): Promise<Api> {
  const settings = {
    ...{ OAUTH_ISSUER: server.issuer, OAUTH_AUDIENCE: audience },
    ...{ OAUTH_CLIENT_ID: introspector.id, OAUTH_CLIENT_SECRET: introspector.secret },
  }
  const one = await api({ ...settings, ...scopes, BASE_URL: 'https://trips.example' })
  open.push(one)
  return one
}

const both = { OAUTH_SCOPE_READ: 'trips.read', OAUTH_SCOPE_WRITE: 'trips.write' }

beforeAll(async () => {
  server = await authorizationServer()
})
afterAll(async () => {
  for (const one of open) await one.close()
  await server.close()
})

const formats = [['jwt'], ['opaque']] as const

async function tokenOf(person: Person, scope: string, format: 'jwt' | 'opaque' = 'jwt') {
  await bind(person, `sub-${person.id}`)
  return (await server.signIn(`sub-${person.id}`, format, scope)).access_token
}

async function one(): Promise<Person> {
  return (await people('mia'))[0] as Person
}

const metadata = 'https://trips.example/.well-known/oauth-protected-resource'
const eperm = { detail: 'You do not have permission to perform this action.' }

describe('B5 scopes', () => {
  test('no scope is evaluated unless the operator configures one', async () => {
    const mia = await one()
    const service = await opened()
    const header = `Bearer ${await tokenOf(mia, 'trips')}`
    expect((await service.rest(header, '/v1/trips', 'POST', {})).status).toBe(201)
  })

  test.each(formats)('a token (%s) with the write scope may do everything', async (format) => {
    const { olga, trip } = await cast()
    const service = await opened(both)
    for (const scope of ['trips.write', 'trips.read trips.write']) {
      const header = `Bearer ${await tokenOf(olga, scope, format)}`
      const path = `/v1/trip/${trip.id}/hostings`
      expect((await service.rest(header, path, 'POST', { name: 'H' })).status).toBe(201)
    }
  })

  test('a token that may only read gets nothing of what another has written with its key', async () => {
    const { olga, trip } = await cast()
    const { app } = await opened(both)
    const post = async (scope: string, url: string, payload: object) => {
      const authorization = `Bearer ${await tokenOf(olga, scope)}`
      const headers = { authorization, 'idempotency-key': url }
      return app.inject({ method: 'POST', url, headers, payload })
    }
    const hosting = [`/v1/trip/${trip.id}/hostings`, { name: 'Inn' }] as const
    expect((await post('trips.write', ...hosting)).statusCode).toBe(201)
    expect((await post('trips.read', ...hosting)).statusCode).toBe(403)
    const query = `mutation { createActivity(tripId: ${trip.id}, input: {}) { id } }`
    expect((await post('trips.write', '/graphql', { query })).json()).not.toHaveProperty('errors')
    const refused = (await post('trips.read', '/graphql', { query })).json()
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })

  test.each(formats)('a token (%s) with only the read scope may only read', async (format) => {
    const { olga, trip } = await cast()
    const service = await opened(both)
    const header = `Bearer ${await tokenOf(olga, 'trips.read', format)}`
    expect((await service.rest(header, `/v2/trips/${trip.id}`)).status).toBe(200)
    expect((await service.rest(header, '/v1/me')).json.email).toBe(olga.email)
    for (const path of ['/v1/trips', `/v1/trip/${trip.id}/hostings`, '/v1/categories']) {
      const answer = await service.rest(header, path, 'POST', { name: 'x' })
      expect([answer.status, answer.json], path).toEqual([403, eperm])
      expect(answer.headers['www-authenticate']).toBeUndefined()
    }
    const { json } = await service.graphql(header, 'mutation { createTrip(input: {}) { id } }')
    expect(json.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const { errors } = (await service.graphql(header, '{ keys { id } }')).json
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await service.rest(header, '/auth/logout', 'POST')).status).toBe(200)
  })

  test.each(formats)('a token (%s) with neither scope is refused', async (format) => {
    const mia = await one()
    const service = await opened(both)
    const header = `Bearer ${await tokenOf(mia, 'trips', format)}`
    const answer = await service.rest(header)
    expect([answer.status, answer.json]).toEqual([403, eperm])
    const scopes = 'error="insufficient_scope", scope="trips.read trips.write"'
    const challenge = `Bearer ${scopes}, resource_metadata="${metadata}"`
    expect(answer.headers['www-authenticate']).toBe(challenge)
    const graph = await service.graphql(header)
    expect(graph.headers['www-authenticate']).toBe(challenge)
    expect([graph.status, graph.json.errors]).toMatchObject([
      403,
      [{ extensions: { code: 'FORBIDDEN' } }],
    ])
  })

  test('a token needs the scope if the operator configures only one', async () => {
    const mia = await one()
    const token = await tokenOf(mia, 'trips.read')
    const reading = await opened({ OAUTH_SCOPE_READ: 'trips.read' })
    expect(await who(reading, token)).toEqual([mia.id, mia.id])
    expect((await reading.rest(`Bearer ${token}`, '/v1/trips', 'POST', {})).status).toBe(403)
    const writing = await opened({ OAUTH_SCOPE_WRITE: 'trips.write' })
    expect((await writing.rest(`Bearer ${token}`)).status).toBe(403)
    const other = await tokenOf(mia, 'trips.write')
    expect((await writing.rest(`Bearer ${other}`, '/v1/trips', 'POST', {})).status).toBe(201)
    expect((await reading.rest(`Bearer ${other}`)).status).toBe(403)
  })
})

describe('B5 refused tokens', () => {
  test('a client with an invalid token gets the reason, and the URL of the metadata', async () => {
    const service = await opened(both)
    const answer = await service.rest('Bearer not.a.token')
    expect(answer.status).toBe(401)
    const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`
    expect(answer.headers['www-authenticate']).toBe(challenge)
    expect(await who(service, 'not.a.token')).toEqual(unknown)
  })

  test('a client with a wrong key, or without an authorization server, gets no challenge', async () => {
    const service = await opened(both)
    const wrong = await service.rest(`Token ${'0'.repeat(40)}`)
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Token'])
    const plain = await api({})
    open.push(plain)
    const refused = await plain.rest('Bearer not.a.token')
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Token'])
  })
})
