/**
 * What the query of v2 child lists may say: paging (test/spec/01.6), `fields` (test/spec/01.7),
 * type filters.
 */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { byList, byPaths, path, samples } from '../itinerary.cases.ts'
import { insert } from '../sync.ts'
import { cast, db } from '../world.ts'
import { invalidPage } from './answers.ts'

describe.each(byList)('1.6 paging of /v2/trip/{trip_id}/%s', (_, kind) => {
  async function many(count: number) {
    const world = await cast()
    const row = { ...kind.least, trip_id: world.trip.id, owner_id: world.olga.id, name: 'row' }
    const ids = await insert(kind.one, row, count)
    return { ...world, ids, list: path('v2', kind, world.trip.id) }
  }

  it('a page has 100 items; next and previous are absolute, keep the path and all filters', async () => {
    const { olga, ids, list } = await many(201)
    const query = 'fields%21=owner%2Ctrip&updatedSince=2020-01-01T00%3A00%3A00%2B02%3A00'
    const host = { host: 'trips.example:8443' }
    const first = await as(olga).get(`${list}/?${query}`, host)
    expect(first.json.count).toBe(201)
    expect(first.json.results.map(({ id }) => id)).toEqual(ids.slice(0, 100))
    expect(first.json.next).toMatch(/^http:\/\/trips\.example:8443\//)
    expect(first.json.next).toContain('fields%21=')
    const next = new URL(first.json.next ?? '')
    expect(next.pathname).toBe(`${list}/`)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      'fields!': 'owner,trip',
      updatedSince: '2020-01-01T00:00:00+02:00',
      page: '2',
    })
    const second = await as(olga).get(next.pathname + next.search, host)
    expect(second.json.results.map(({ id }) => id)).toEqual(ids.slice(100, 200))
    const previous = new URL(second.json.previous ?? '')
    expect(Object.fromEntries(previous.searchParams)).toEqual({
      'fields!': 'owner,trip',
      updatedSince: '2020-01-01T00:00:00+02:00',
    })
    const last = await as(olga).get(`${list}/?page=last`)
    expect(last.json.results.map(({ id }) => id)).toEqual(ids.slice(200))
    expect(last.json.next).toBeNull()
    expect(new URL(last.json.previous ?? '').searchParams.get('page')).toBe('2')
  })

  it('page_size is ignored', async () => {
    const { olga, list } = await many(3)
    expect((await as(olga).get(`${list}?page_size=1&first=1`)).json.results).toHaveLength(3)
  })

  it('an empty list returns an empty page for page=1, page=last and an empty page=', async () => {
    const { olga, list } = await many(0)
    for (const query of ['?page=1', '?page=', '?page=last']) {
      const answer = await as(olga).get(list + query)
      expect([answer.status, answer.json]).toEqual([
        200,
        { count: 0, next: null, previous: null, results: [] },
      ])
    }
  })

  it.each(['0', '-1', '2', 'x', '1.5', 'LAST', '1e1', '4294967297'])(
    'page=%s, not a positive integer or past the last page, is E-PAGE',
    async (page) => {
      const { olga, list } = await many(1)
      for (const query of [`?page=${page}`, `?deleted=true&page=${page}`]) {
        const answer = await as(olga).get(list + query)
        expect(answer).toMatchObject(invalidPage)
      }
    },
  )

  it('tombstones are paged too', async () => {
    const { olga, ids, list } = await many(101)
    await db.query({
      text: `update ${kind.one} set deleted_at = now() where id = any ($1)`,
      values: [ids],
    })
    const first = await as(olga).get(`${list}?deleted=true`)
    expect(first.json).toMatchObject({ count: 101, previous: null })
    expect(first.json.results).toEqual(ids.slice(0, 100).map((id) => ({ id })))
    const next = new URL(first.json.next ?? '')
    expect(Object.fromEntries(next.searchParams)).toEqual({ deleted: 'true', page: '2' })
    const second = await as(olga).get(next.pathname + next.search)
    expect(second.json.results).toEqual([{ id: ids[100] }])
  })
})

describe.each(byPaths)('1.7 fields on /v2/trip/{trip_id}/%s and /%s/{id}', (_list, _word, kind) => {
  it('fields keeps exactly the named keys, those left out by default included (D8)', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), samples(kind))
    const { id } = made.json
    const one = path('v2', kind, trip.id, id)
    const names = kind.fields.map(({ name }) => name)
    expect((await as(ed).get(`${one}?fields=${names}`)).json).toEqual(samples(kind))
    const list = await as(ed).get(`${path('v2', kind, trip.id)}?fields=id,notes,%20sort_order%20`)
    expect(list.json.results).toEqual([
      {
        id,
        notes: samples(kind).notes,
        sort_order: samples(kind).sort_order,
      },
    ])
    expect((await as(ed).get(`${one}?fields=id`)).json).toEqual({ id })
    expect((await as(ed).get(`${one}?fields=nothing`)).json).toEqual({})
  })

  it('fields! removes keys after fields; repeated keys are merged, empty ones ignored', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    const one = path('v2', kind, trip.id, made.json.id)
    const plain = await as(ed).get(one)
    const without = await as(ed).get(`${one}?fields!=name,emails&fields%21=owner`)
    const { name, owner, ...left } = plain.json
    expect(without.json).toEqual(left)
    expect([name, typeof owner]).toEqual(['', 'object'])
    const both = await as(ed).get(`${one}?fields=name&fields=id,trip&fields!=trip`)
    expect(both.json).toEqual({ id: made.json.id, name: '' })
    expect((await as(ed).get(`${one}?fields=&fields!=`)).text).toBe(plain.text)
    expect((await as(ed).get(`${one}?fields=owner.name`)).json).toEqual({})
  })
})

describe.each(byList)('3 type filters on /v2/trip/{trip_id}/%s', (_, kind) => {
  it('activityType and transportationType match exactly, on their own kind; empty is absent', async () => {
    const { ed, trip } = await cast()
    const field = kind.filter?.field ?? 'name'
    const ids = []
    for (const type of ['museum', 'Museum', 'museums', 'museum']) {
      const body = { ...kind.least, [field]: type }
      ids.push((await as(ed).post(path('v1', kind, trip.id), body)).json.id)
    }
    for (const version of ['v1', 'v2'] as const) {
      for (const key of ['activityType', 'transportationType']) {
        const list = path(version, kind, trip.id)
        const found = async (value: string) =>
          (await as(ed).get(`${list}?fields=id&${key}=${value}`)).json.results.map(({ id }) => id)
        const mine = kind.filter?.key === key
        expect(await found('museum')).toEqual(mine ? [ids[0], ids[3]] : ids)
        expect(await found('MUSEUM')).toEqual(mine ? [] : ids)
        expect(await found('muse%25')).toEqual(mine ? [] : ids)
        expect(await found('')).toEqual(ids)
      }
    }
  })

  it('count is that of the filtered list', async () => {
    const { ed, trip } = await cast()
    await as(ed).post(path('v1', kind, trip.id), kind.least)
    const key = kind.filter?.key ?? 'activityType'
    const { json } = await as(ed).get(`${path('v2', kind, trip.id)}?${key}=none`)
    expect(json.count).toBe(kind.filter ? 0 : 1)
  })
})
