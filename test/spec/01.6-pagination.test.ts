import { beforeAll, describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, db, trip as makeTrip, type Person, people } from '../world.ts'
import { invalidPage } from './answers.ts'
import { kindsWithEmails } from './kinds.ts'

/** The owner of 201 trips, of which the first has 101 of each kind. */
let nora: Person
let first: number

const paged = (t: number) => [
  ...kindsWithEmails.flatMap(({ many }) => [`/v2/trip/${t}/${many}`, `/v1/trip/${t}/${many}`]),
  `/v1/trip/${t}/expenses`,
]

beforeAll(async () => {
  ;[nora] = (await people('nora')) as [Person]
  const trips = await db.query<{ id: number }>({
    text: `insert into trip (owner_id, name)
      select $1::int, 'trip ' || n from generate_series(1, 201) n returning id`,
    values: [nora.id],
  })
  first = trips[0]?.id as number
  for (const [table, columns, values] of [
    ['hosting', '', ''],
    ['activity', '', ''],
    ['transportation', ', transportation_type', ", 'train'"],
    ['expense', ', title, price', ", 'x', 1"],
  ]) {
    await db.query({
      text: `insert into ${table} (trip_id, owner_id${columns})
        select $1::int, $2::int${values} from generate_series(1, 101)`,
      values: [first, nora.id],
    })
  }
})

const host = { host: 'trips.example:8443' }

describe('1.6 Pagination', () => {
  test('1. A list is an envelope of count, next, previous, results; 100 results a page', async () => {
    const { json } = await as(nora).get('/v2/trips', host)
    expect(Object.keys(json)).toEqual(['count', 'next', 'previous', 'results'])
    expect(json).toMatchObject({ count: 201, previous: null })
    expect(json.results).toHaveLength(100)
  })

  test('2. The next links lead through all pages, by id ascending', async () => {
    const seen: number[] = []
    let path: string | null = '/v2/trips'
    while (path) {
      const { json } = await as(nora).get(path, host)
      seen.push(...json.results.map((result) => result.id))
      path = json.next?.replace('http://trips.example:8443', '') ?? null
    }
    expect(seen).toHaveLength(201)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
  })

  test('3. next and previous are absolute URLs on the host of the request', async () => {
    const { json: one } = await as(nora).get('/v2/trips', host)
    expect(one.next).toBe('http://trips.example:8443/v2/trips?page=2')
    const { json: two } = await as(nora).get('/v2/trips?page=2', host)
    expect(two.next).toBe('http://trips.example:8443/v2/trips?page=3')
    expect(two.previous).toBe('http://trips.example:8443/v2/trips')
    const { json: three } = await as(nora).get('/v2/trips?page=3', { host: 'other.example' })
    expect(three).toMatchObject({ next: null, previous: 'http://other.example/v2/trips?page=2' })
    expect(three.results).toHaveLength(1)
  })

  test('3. The links keep the spelling of the path', async () => {
    const { json } = await as(nora).get('/v2/trips/?page=2', host)
    expect(json.next).toBe('http://trips.example:8443/v2/trips/?page=3')
    expect(json.previous).toBe('http://trips.example:8443/v2/trips/')
  })

  test('3. Forwarded headers of strangers are ignored (target H4-H10)', async () => {
    const { json } = await as(nora).get('/v2/trips', {
      ...host,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    })
    expect(json.next).toBe('http://trips.example:8443/v2/trips?page=2')
  })

  test('4. All other query parameters are kept, keys percent-encoded', async () => {
    const sent = 'fields!=guests,emails&updatedSince=2020-01-01T00:00:00%2B02:00&x=a%26b&page=2'
    const { json } = await as(nora).get(`/v2/trips?${sent}`, host)
    for (const link of [json.next, json.previous]) {
      expect(link).toContain('fields%21=')
      const { searchParams } = new URL(link as string)
      expect(searchParams.get('fields!')).toBe('guests,emails')
      expect(searchParams.get('updatedSince')).toBe('2020-01-01T00:00:00+02:00')
      expect(searchParams.get('x')).toBe('a&b')
    }
    expect(new URL(json.next as string).searchParams.getAll('page')).toEqual(['3'])
    expect(new URL(json.previous as string).searchParams.has('page')).toBe(false)
  })

  test('4. The next link keeps the filters: its page is filtered alike', async () => {
    const { json } = await as(nora).get('/v2/trips?fields%21=guests%2Cname&fields=id,name', host)
    const next = new URL(json.next as string)
    const { json: second } = await as(nora).get(next.pathname + next.search, host)
    expect(second.results).toHaveLength(100)
    for (const result of second.results) expect(Object.keys(result)).toEqual(['id'])
  })

  test('4. A question mark in a value is kept as well', async () => {
    const { json } = await as(nora).get('/v2/trips?x=what?&fields=id', host)
    expect(json.next).toBe('http://trips.example:8443/v2/trips?x=what%3F&fields=id&page=2')
  })

  test('4. A repeated parameter is kept with all its values', async () => {
    const { json } = await as(nora).get('/v2/trips?fields=id&fields=name', host)
    expect(new URL(json.next as string).searchParams.getAll('fields')).toEqual(['id', 'name'])
  })

  test.each([
    ['0'],
    ['-1'],
    ['4'],
    ['1.5'],
    ['x'],
    ['1x'],
    ['Last'],
    ['2147483648'],
    ['99999999999999999999'],
  ])('5. A page that is invalid or past the last is 404: %s', async (page) => {
    expect(await as(nora).get(`/v2/trips?page=${page}`)).toMatchObject(invalidPage)
    expect(await as(nora).get(`/v2/trip/${first}/activities?page=${page}`)).toMatchObject(
      invalidPage,
    )
    expect(await as(nora).get(`/v1/trip/${first}/expenses?page=${page}`)).toMatchObject(invalidPage)
  })

  test('5. page=1 of an empty list returns an empty page', async () => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    const { stan, olga, trip } = await cast()
    for (const page of ['', '?page=1', '?page=', '?page=last']) {
      expect((await as(stan).get(`/v2/trips${page}`)).json, page).toEqual(empty)
      for (const path of paged(trip.id)) {
        expect((await as(olga).get(`${path}${page}`)).json, path + page).toEqual(empty)
        expect(await as(olga).get(`${path}?page=2`)).toMatchObject(invalidPage)
      }
    }
    expect(await as(stan).get('/v2/trips?page=2')).toMatchObject(invalidPage)
  })

  test('5. An empty page= counts as 1', async () => {
    const { json } = await as(nora).get('/v2/trips?page=', host)
    expect(json).toMatchObject({
      previous: null,
      next: 'http://trips.example:8443/v2/trips?page=2',
    })
  })

  test('5. page=last returns the last page', async () => {
    const { json } = await as(nora).get('/v2/trips?page=last', host)
    expect(json.results).toHaveLength(1)
    expect(json).toMatchObject({
      count: 201,
      next: null,
      previous: 'http://trips.example:8443/v2/trips?page=2',
    })
  })

  test('6. page_size is ignored', async () => {
    for (const query of ['page_size=5', 'limit=5', 'first=5', 'pageSize=5']) {
      const { json } = await as(nora).get(`/v2/trips?${query}`)
      expect(json.results, query).toHaveLength(100)
    }
  })

  test('7. The v2 and the v1 child lists are paginated', async () => {
    for (const path of paged(first)) {
      const { json } = await as(nora).get(path, host)
      expect(json, path).toMatchObject({
        count: 101,
        next: `http://trips.example:8443${path}?page=2`,
        previous: null,
      })
      expect(json.results).toHaveLength(100)
      const { json: two } = await as(nora).get(`${path}?page=2`, host)
      expect(two, path).toMatchObject({ count: 101, next: null })
      expect(two.previous).toBe(`http://trips.example:8443${path}`)
      const ids = [...json.results, ...two.results].map((result) => result.id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    }
  })

  test('7. Tombstones are paginated', async () => {
    const [owner] = (await people('tom')) as [Person]
    await db.query({
      text: `insert into trip (owner_id, deleted_at)
        select $1::int, now() from generate_series(1, 101)`,
      values: [owner.id],
    })
    const { json } = await as(owner).get('/v2/trips?deleted=true', host)
    expect(json).toMatchObject({
      count: 101,
      next: 'http://trips.example:8443/v2/trips?deleted=true&page=2',
    })
    const { json: two } = await as(owner).get('/v2/trips?deleted=true&page=2', host)
    expect(two.results).toEqual([{ id: expect.any(Number) }])
  })

  test('8. GET /v1/trips is not paginated', async () => {
    for (const query of ['', '?page=2', '?page=x']) {
      const { json } = await as(nora).get(`/v1/trips${query}`)
      expect(Object.keys(json)).toEqual(['results'])
      expect(json.results).toHaveLength(201)
    }
  })

  test('9. Trips are listed by id ascending, whichever changed last', async () => {
    const [owner] = (await people('ines')) as [Person]
    const ids = [(await makeTrip(owner)).id, (await makeTrip(owner)).id, (await makeTrip(owner)).id]
    await as(owner).patch(`/v1/trips/${ids[0]}`, { name: 'changed' })
    for (const path of ['/v1/trips', '/v2/trips']) {
      const { json } = await as(owner).get(path)
      expect(json.results.map((result) => result.id)).toEqual(ids)
    }
  })
})
