import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast } from '../world.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'

describe('1.7 Field filtering', () => {
  test('1. fields applies to trips: lists, details and the answers of writes', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const only = { id: trip.id, name: 'Lisbon long weekend' }
    const query = '?fields=id,name'
    expect((await as(olga).get(`/v1/trips${query}`)).json).toEqual({ results: [only] })
    expect((await as(olga).get(`/v2/trips${query}`)).json.results).toEqual([only])
    expect((await as(olga).get(path + query)).json).toEqual(only)
    expect((await as(olga).get(`/v2/trips/${trip.id}${query}`)).json).toEqual(only)
    expect((await as(olga).put(path + query, {})).json).toEqual(only)
    expect((await as(olga).patch(path + query, {})).json).toEqual(only)
    expect((await as(olga).post(`/v1/trips${query}`, { name: 'x' })).json).toEqual({
      id: expect.any(Number),
      name: 'x',
    })
  })

  test.each(allKinds.map((kind) => [kind.many, kind] as const))(
    '1. fields applies to %s: lists, details and the answers of writes',
    async (many, { one, least, change }) => {
      const { olga, trip } = await cast()
      const list = `/v1/trip/${trip.id}/${many}`
      const made = await as(olga).post(`${list}?fields=id,currency`, least)
      expect(made.status).toBe(201)
      expect(Object.keys(made.json)).toEqual(['id', 'currency'])
      const only = made.json
      const path = `/v1/trip/${trip.id}/${one}/${only.id}?fields=id,currency`
      expect((await as(olga).get(path)).json).toEqual(only)
      expect((await as(olga).patch(path, change)).json).toEqual(only)
      expect((await as(olga).put(path, change)).json).toEqual(only)
      expect((await as(olga).get(`${list}?fields=id,currency`)).json.results).toEqual([only])
      if (one !== 'expense') {
        const v2 = `/v2/trip/${trip.id}/${many}?fields=id,currency`
        expect((await as(olga).get(v2)).json.results).toEqual([only])
        expect((await as(olga).get(path.replace('/v1/', '/v2/'))).json).toEqual(only)
      }
      expect((await as(olga).delete(path)).status).toBe(204)
    },
  )

  test('1. fields has no effect on DELETE', async () => {
    const { olga, trip } = await cast()
    const answer = await as(olga).delete(`/v1/trips/${trip.id}?fields!=documents,emails&fields=id`)
    expect(answer).toMatchObject({ status: 204, text: '' })
  })

  test('2. fields keeps only these keys and adds none', async () => {
    const { olga, trip } = await cast()
    const { text } = await as(olga).get(`/v1/trips/${trip.id}?fields=id`)
    expect(text).toBe(`{"id":${trip.id}}`)
    const named = await as(olga).get(`/v2/trips/${trip.id}?fields=name`)
    expect(named.text).toBe('{"name":"Lisbon long weekend"}')
  })

  test.each([['fields!=emails,documents'], ['fields%21=emails%2Cdocuments']])(
    '2. fields! removes these keys: %s',
    async (query) => {
      const { olga, trip } = await cast()
      const { json: whole } = await as(olga).get(`/v1/trips/${trip.id}`)
      const { emails, ...rest } = whole
      expect(emails).toEqual([])
      const { json } = await as(olga).get(`/v1/trips/${trip.id}?${query}`)
      expect(json).toEqual(rest)
      expect(Object.keys(json)).toEqual(Object.keys(whole).filter((key) => key !== 'emails'))
      const made = await as(olga).post(`/v1/trips?${query}`, {})
      expect(made.json).not.toHaveProperty('emails')
    },
  )

  test.each([
    [
      'both given: first keep, then remove',
      'fields=id,name,owner&fields!=name,hidden',
      ['id', 'owner'],
    ],
    ['repeated keys are merged', 'fields=id&fields=name', ['id', 'name']],
    ['repeated fields! are merged', 'fields=id,name,owner&fields!=id&fields!=owner', ['name']],
    ['white space around names is trimmed', 'fields=%20id%20,%09name%20', ['id', 'name']],
    ['white space as +', 'fields=id,+name', ['id', 'name']],
    ['unknown names are ignored', 'fields=id,nope,__typename,constructor,password', ['id']],
    ['repeated names count once', 'fields=id,id,name,id', ['id', 'name']],
    ['empty names are ignored', 'fields=,id,,', ['id']],
  ])('3. %s', async (_, query, keys) => {
    const { olga, trip } = await cast()
    for (const path of [`/v1/trips/${trip.id}`, `/v2/trips/${trip.id}`]) {
      const { status, json } = await as(olga).get(`${path}?${query}`)
      expect(status).toBe(200)
      expect(Object.keys(json).sort()).toEqual([...keys].sort())
    }
  })

  test.each([['fields='], ['fields!='], ['fields%21='], ['fields=&fields!='], ['fields!=nope']])(
    '3. An empty value counts as absent, and removing an absent key has no effect: %s',
    async (query) => {
      const { olga, trip } = await cast()
      const { text } = await as(olga).get(`/v1/trips/${trip.id}`)
      expect((await as(olga).get(`/v1/trips/${trip.id}?${query}`)).text).toBe(text)
    },
  )

  test('4. fields applies to the items inside results, never to the envelope', async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).get('/v2/trips?fields!=results,count,next&fields=id,count')
    expect(json).toEqual({ count: 1, next: null, previous: null, results: [{ id: trip.id }] })
    const v1 = await as(olga).get('/v1/trips?fields!=results')
    expect(v1.json.results).toHaveLength(1)
  })

  test('4. fields takes only top-level keys, no nested paths', async () => {
    const { olga, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const { json } = await as(olga).post(list, {})
    const owner = expect.objectContaining({ id: olga.id, name: olga.name })
    const path = `/v1/trip/${trip.id}/activity/${json.id}`
    expect((await as(olga).get(`${path}?fields=id,owner.id,owner.name`)).json).toEqual({
      id: json.id,
    })
    expect((await as(olga).get(`${path}?fields=owner&fields!=owner.email,email`)).json).toEqual({
      owner,
    })
  })

  test.each([
    ['hosting', { apple_maps_id: 'I1', provider_location_url: 'https://h.example', sort_order: 7 }],
    ['activity', { phone: '1', website: 'https://a.example', notes: 'bring cash', sort_order: 7 }],
    [
      'transportation',
      { notes: 'seat', departure_address: 'Rua 1', arrival_gate: 'B2', sort_order: 7 },
    ],
  ] as const)(
    '5. Naming a stored field that the default answer leaves out returns it (D8): %s',
    async (one, stored) => {
      const { olga, trip } = await cast()
      const { many, least } = kindsWithEmails.find(
        (kind) => kind.one === one,
      ) as (typeof kindsWithEmails)[0]
      const made = await as(olga).post(`/v1/trip/${trip.id}/${many}`, { ...least, ...stored })
      const query = `?fields=id,${Object.keys(stored)}`
      const expected = { id: made.json.id, ...stored }
      for (const key of Object.keys(stored)) expect(made.json).not.toHaveProperty(key)
      for (const version of ['v1', 'v2']) {
        const path = `/${version}/trip/${trip.id}/${one}/${made.json.id}`
        expect((await as(olga).get(path + query)).json).toEqual(expected)
        const list = `/${version}/trip/${trip.id}/${many}`
        expect((await as(olga).get(list + query)).json.results).toEqual([expected])
      }
      const path = `/v1/trip/${trip.id}/${one}/${made.json.id}`
      expect((await as(olga).patch(path + query, {})).json).toEqual(expected)
    },
  )

  test('6. fields cannot reveal a key hidden by permission (target Z5)', async () => {
    const { olga, vera, ed, trip } = await cast()
    for (const { one, many, least } of kindsWithEmails) {
      const body = { ...least, price: 4711.25, currency: 'XCANARY' }
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, body)
      for (const version of ['v1', 'v2']) {
        const path = `/${version}/trip/${trip.id}/${one}/${json.id}?fields=id,price,currency`
        expect((await as(vera).get(path)).text).toBe(`{"id":${json.id}}`)
        expect((await as(ed).get(path)).json).toMatchObject({ price: 4711.25 })
        const list = `/${version}/trip/${trip.id}/${many}?fields=id,price,currency`
        expect((await as(vera).get(list)).json.results).toEqual([{ id: json.id }])
      }
    }
  })

  test('6. fields has no effect with deleted=true', async () => {
    const { olga, trip } = await cast()
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const query of ['fields=name', 'fields!=id', 'fields=id,name']) {
      const { json } = await as(olga).get(`/v2/trips?deleted=true&${query}`)
      expect(json.results, query).toEqual([{ id: trip.id }])
    }
  })

  test('7. On all other routes the two keys are ignored', async () => {
    const { olga } = await cast()
    for (const path of ['/v1/me', '/auth/user/']) {
      const { text } = await as(olga).get(path)
      expect((await as(olga).get(`${path}?fields=id&fields!=email`)).text).toBe(text)
    }
  })
})
