import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, password } from '../world.ts'
import { exactly, notFound, unauthenticated } from './answers.ts'

describe('1.1 Paths, slashes, ids', () => {
  test('1. Paths are used as written, without an /api prefix', async () => {
    const { olga, trip } = await cast()
    expect(await as(olga).get('/api/v1/trips')).toMatchObject(notFound)
    expect(await as(olga).get(`/api/v2/trip/${trip.id}/activities`)).toMatchObject(notFound)
    expect(await as(anonymous).post('/api/auth', {})).toMatchObject(notFound)
  })

  test('2. Every route answers with and without one trailing slash: reads', async () => {
    const { olga, trip } = await cast()
    const { json: hotel } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, {})
    for (const path of [
      '/v1/trips',
      `/v1/trips/${trip.id}`,
      '/v2/trips',
      `/v2/trips/${trip.id}`,
      `/v2/trip/${trip.id}/activities`,
      `/v2/trip/${trip.id}/hosting/${hotel.id}`,
      `/v1/trip/${trip.id}/hosting/${hotel.id}`,
      `/v1/trip/${trip.id}/expenses`,
      '/v1/me',
      '/auth/user',
    ]) {
      const [bare, slashed] = [await as(olga).get(path), await as(olga).get(`${path}/`)]
      expect(bare, path).toMatchObject({ status: 200 })
      expect(slashed, `${path}/`).toMatchObject({ status: 200, text: bare.text })
    }
  })

  test('2. Every route answers with and without one trailing slash: writes', async () => {
    const { olga, trip } = await cast()
    const login = { username: olga.username, password }
    for (const slash of ['', '/']) {
      expect((await as(anonymous).post(`/auth${slash}`, login)).status).toBe(200)
      expect((await as(anonymous).post(`/v1/auth${slash}`, login)).status).toBe(200)
      expect((await as(anonymous).post(`/auth/login${slash}`, login)).status).toBe(200)
      expect((await as(anonymous).post(`/v1/signup${slash}`, {})).status).toBe(400)
      expect((await as(olga).post(`/v1/trips${slash}`, {})).status).toBe(201)
      expect((await as(olga).patch(`/v1/trips/${trip.id}${slash}`, {})).status).toBe(200)
      expect((await as(olga).post(`/v1/trip/${trip.id}/hostings${slash}`, {})).status).toBe(201)
      expect((await as(olga).post(`/auth/password/change${slash}`, {})).status).toBe(400)
    }
    expect((await as(olga).post('/auth/logout/')).status).toBe(200)
    expect((await as(olga).post('/auth/logout')).status).toBe(401)
  })

  test('2. A path with two slashes in a row is 404', async () => {
    const { olga } = await cast()
    expect(await as(olga).get('/v1/trips//')).toMatchObject(notFound)
    expect(await as(olga).get('/v1//trips')).toMatchObject(notFound)
  })

  test.each([
    ['abc'],
    ['me'],
    ['-1'],
    ['+1'],
    ['1.5'],
    ['1e3'],
    ['0x10'],
    ['1,2'],
    ['%201'],
    ['1%20'],
    ['1%2F'],
    ['%2F1'],
    ['1%2F2'],
    ['%D9%A3'],
    ['%EF%BC%91'],
    ['1%00'],
    ['%zz'],
    ["1'--"],
  ])('3. Path ids are runs of ASCII digits: %s in an id position is 404', async (id) => {
    const { olga, trip } = await cast()
    for (const caller of [olga, anonymous]) {
      for (const path of [
        `/v1/trips/${id}`,
        `/v2/trips/${id}`,
        `/v2/trip/${id}/activities`,
        `/v1/trip/${trip.id}/hosting/${id}`,
        `/v2/trip/${trip.id}/transportation/${id}`,
      ]) {
        expect(await as(caller).get(path), path).toMatchObject(notFound)
      }
    }
  })

  test.each([
    ['0'],
    ['2147483647'],
    ['2147483648'],
    ['4294967297'],
    ['9007199254740993'],
    ['99999999999999999999'],
    ['9'.repeat(120)],
    ['9'.repeat(300)],
  ])('3. Ids beyond a signed 32-bit integer are answered like any unknown id: %s', async (id) => {
    const { olga, trip } = await cast()
    for (const path of [
      `/v1/trips/${id}`,
      `/v2/trips/${id}`,
      `/v2/trip/${id}/activities`,
      `/v1/trip/${id}/expenses`,
      `/v1/trip/${trip.id}/activity/${id}`,
      `/v2/trip/${trip.id}/activity/${id}`,
    ]) {
      expect(await as(olga).get(path), path).toMatchObject(notFound)
      expect(await as(anonymous).get(path), path).toMatchObject(unauthenticated)
    }
    expect(await as(olga).patch(`/v1/trips/${id}`, { name: 'x' })).toMatchObject(notFound)
    expect(await as(olga).delete(`/v1/trips/${id}`)).toMatchObject(notFound)
  })

  test('3. Ids beyond a signed 32-bit integer in bodies are answered like unknown ones', async () => {
    const { olga, trip } = await cast()
    const { json: hotel } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, {})
    for (const id of ['2147483648', '99999999999999999999']) {
      const path = `/v1/trip/${trip.id}/hosting/${hotel.id}`
      const refused = exactly(400, {
        update_trip: [`Invalid pk "${id}" - object does not exist.`],
      })
      expect(await as(olga).patch(path, { update_trip: id })).toMatchObject(refused)
    }
  })

  test.each([
    ['/nope'],
    ['/v1'],
    ['/v2'],
    ['/v3/trips'],
    ['/v1/nope'],
    ['/auth/apple'],
    ['/o/token'],
    ['/oauth/userinfo'],
    ['/.well-known/oauth-authorization-server'],
    ['/v2/trip'],
    ['/v2/trip/1'],
    ['/v1/trip/1'],
    ['/V1/trips'],
    ['/v1/trips/1/nope'],
  ])('4. Unknown paths are 404, credentials or not: %s', async (path) => {
    const { olga } = await cast()
    expect(await as(olga).get(path)).toMatchObject(notFound)
    expect(await as(anonymous).get(path)).toMatchObject(notFound)
    expect(await as({ key: 'stale' }).post(path, {})).toMatchObject(notFound)
  })
})
