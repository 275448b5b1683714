import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, join, trip as makeTrip } from '../world.ts'
import { invalid, invalidPage, messages, notFound, unauthenticated } from './answers.ts'
import { tripV2 } from './shapes.ts'

describe('3 GET /v2/trips', () => {
  test('1. The list is 200 with an envelope of the v2 trips that the caller owns or has joined', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const own = await makeTrip(ed)
    const seen = async (person: typeof olga) => (await as(person).get('/v2/trips')).json
    for (const person of [olga, vera]) {
      expect(await seen(person)).toMatchObject({ count: 1, results: [{ id: trip.id }] })
    }
    const both = [{ id: trip.id }, { id: own.id }]
    expect(await seen(ed)).toMatchObject({ count: 2, results: both })
    for (const person of [pia, stan]) {
      expect(await seen(person)).toEqual({ count: 0, next: null, previous: null, results: [] })
    }
    await join(trip.id, pia, {})
    expect(await seen(pia)).toMatchObject({ count: 1, results: [{ id: trip.id }] })
  })

  test('2. Errors: E-AUTH, E-PAGE, E-VALID', async () => {
    const { olga } = await cast()
    expect(await as(anonymous).get('/v2/trips')).toMatchObject(unauthenticated)
    expect(await as(olga).get('/v2/trips?page=2')).toMatchObject(invalidPage)
    const broken = await as(olga).get('/v2/trips?updatedSince=x')
    expect(broken).toMatchObject(invalid('updatedSince', messages.datetime))
  })
})

describe('3 GET /v2/trips/{id}', () => {
  test('1. The detail is one v2 trip, equal to the list item', async () => {
    const { olga, ed, vera, trip } = await cast()
    for (const person of [olga, ed, vera]) {
      const { status, json } = await as(person).get(`/v2/trips/${trip.id}`)
      expect(status).toBe(200)
      expect(Object.keys(json)).toEqual(tripV2)
      expect((await as(person).get('/v2/trips')).json.results).toEqual([json])
    }
  })

  test('2. The detail is 404 by the rules of 6.3', async () => {
    const { olga, pia, stan, trip } = await cast()
    const path = `/v2/trips/${trip.id}`
    for (const person of [pia, stan]) expect(await as(person).get(path)).toMatchObject(notFound)
    expect(await as(olga).get('/v2/trips/2000000000')).toMatchObject(notFound)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await as(olga).get(path)).toMatchObject(notFound)
  })
})
