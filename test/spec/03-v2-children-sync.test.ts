/** How clients sync v2 child lists: `updatedSince` and tombstones (test/spec/01.8). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { another, byList, path } from '../itinerary.cases.ts'
import { insertEmail, moment, shifted } from '../sync.ts'
import { cast, db, trip as newTrip } from '../world.ts'

describe.each(byList)('1.8 updatedSince on /v2/trip/{trip_id}/%s', (_, kind) => {
  async function two() {
    const world = await cast()
    const list = path('v1', kind, world.trip.id)
    const ids = []
    for (const _ of [1, 2]) ids.push((await as(world.ed).post(list, kind.least)).json.id)
    const changed = async (since: string) => {
      const query = `?fields=id&updatedSince=${since}`
      const answer = await as(world.vera).get(path('v2', kind, world.trip.id) + query)
      expect(answer.status).toBe(200)
      return answer.json.results.map(({ id }) => id)
    }
    return { ...world, ids, changed, address: (id = 0) => path('v1', kind, world.trip.id, id) }
  }

  it('a child is listed by its own updated_at, without the two days of trips', async () => {
    const { ed, ids, changed, address } = await two()
    const since = await moment()
    expect(await changed(since)).toEqual([])
    await as(ed).patch(address(ids[1]), { name: 'touched' })
    expect(await changed(since)).toEqual([ids[1]])
  })

  it('a child is listed when a related email is attached, changed, moved away or deleted', async () => {
    const { olga, ids, changed } = await two()
    const column = `${kind.one}_id`
    let since = await moment()
    const email = await insertEmail(olga, { [column]: ids[0] })
    expect(await changed(since)).toEqual([ids[0]])
    for (const [change, expected] of [
      [`subject = 'New'`, [ids[0]]],
      [`${column} = ${ids[1]}`, ids],
      [`deleted_at = now()`, [ids[1]]],
    ] as const) {
      since = await moment()
      expect(await changed(since)).toEqual([])
      await db.query({ text: `update email set ${change} where id = $1`, values: [email] })
      expect(await changed(since)).toEqual(expected)
    }
  })

  it('the comparison is >=, in every accepted spelling of the value', async () => {
    const { ids, changed } = await two()
    await db.query({
      text: `update ${kind.one} set changed_at = '2030-05-06T07:08:09Z' where id = $1`,
      values: [ids[0]],
    })
    for (const value of [
      '2030-05-06T07:08:09Z',
      '2030-05-06T07:08:09',
      '2030-05-06T07:08',
      '2030-05-06',
      '2030-05-06T09:08:09%2B02:00',
      '2030-05-06T09:08:09+02:00',
      '2030-05-06T05:08:09-02:00',
      '2030-05-06T07:08:09.000Z',
    ])
      expect([value, await changed(value)]).toEqual([value, [ids[0]]])
    for (const value of ['2030-05-06T07:08:10Z', '2030-05-07', '2030-05-06T07:08:09.000001Z']) {
      expect([value, await changed(value)]).toEqual([value, []])
    }
    expect(await changed('')).toEqual(ids)
  })

  it.each(['yesterday', '2030-02-30', '2030-13-01T00:00:00Z', '1', 'null'])(
    '%s, unparsable, is 400 with the key updatedSince',
    async (value) => {
      const { olga, trip } = await cast()
      for (const query of [`?updatedSince=${value}`, `?deleted=true&updatedSince=${value}`]) {
        const answer = await as(olga).get(path('v2', kind, trip.id) + query)
        expect([answer.status, answer.json]).toEqual([
          400,
          {
            updatedSince: [
              'Datetime has wrong format. Use one of these formats instead: ' +
                'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
            ],
          },
        ])
      }
    },
  )
})

describe.each(byList)('1.8 deleted=true on /v2/trip/{trip_id}/%s', (_, kind) => {
  async function buried() {
    const world = await cast()
    const ids = []
    for (const _ of [1, 2, 3]) {
      ids.push((await as(world.ed).post(path('v1', kind, world.trip.id), kind.least)).json.id)
    }
    const [first = 0, second = 0, third = 0] = ids
    const remove = (id: number) => as(world.ed).delete(path('v1', kind, world.trip.id, id))
    return { ...world, first, second, third, remove, list: path('v2', kind, world.trip.id) }
  }

  it('each result is { id }, by id ascending; active ones are left out', async () => {
    const { vera, first, second, third, remove, list } = await buried()
    await remove(third)
    await remove(first)
    const { json } = await as(vera).get(`${list}?deleted=true`)
    expect(json).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [{ id: first }, { id: third }],
    })
    const active = await as(vera).get(`${list}?fields=id`)
    expect(active.json.results).toEqual([{ id: second }])
  })

  it('TRUE counts in any case, any other value as absent; fields have no effect', async () => {
    const { ed, first, second, third, remove, list } = await buried()
    await remove(first)
    for (const value of ['true', 'True', 'TRUE']) {
      const { json } = await as(ed).get(`${list}?deleted=${value}&fields=name&fields!=id`)
      expect(json.results).toEqual([{ id: first }])
    }
    for (const value of ['1', 'yes', 'false', '', 'true%20x']) {
      const { json } = await as(ed).get(`${list}?deleted=${value}&fields=id`)
      expect(json.results).toEqual([{ id: second }, { id: third }])
    }
  })

  it('updatedSince filters by deletion time, without an offset', async () => {
    const { ed, first, second, remove, list } = await buried()
    await remove(second)
    const since = await moment()
    await remove(first)
    const later = await as(ed).get(`${list}?deleted=true&updatedSince=${since}`)
    expect(later.json.results).toEqual([{ id: first }])
    const future = shifted(since, 1)
    expect((await as(ed).get(`${list}?deleted=true&updatedSince=${future}`)).json.count).toBe(0)
  })

  it('only tombstones of this trip and collection are listed', async () => {
    const { olga, first, trip, remove } = await buried()
    await remove(first)
    const other = await newTrip(olga, {})
    for (const route of [path('v2', another(kind), trip.id), path('v2', kind, other.id)]) {
      expect((await as(olga).get(`${route}?deleted=true`)).json.results).toEqual([])
    }
  })
})
