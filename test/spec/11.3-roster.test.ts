import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { allRights, cast, db, join, trip as newTrip, type Person, people } from '../world.ts'
import { invalidPage, notAllowed, notFound, unauthenticated } from './answers.ts'
import { graphqlRoster } from './collaborators.ts'
import { member, one } from './persons.ts'
import { collaborator, permissions } from './shapes.ts'

const none = Object.fromEntries(permissions.map((key) => [key, false]))
const own = { is_travelling: true, receive_notifications: true }

interface Roster {
  collaborators: { count: number; results: { id: number }[] }
}

const roster = (tripId: number) => `/v1/trip/${tripId}/collaborators`

/** How the roster shows a person who has these rights. */
function shown({ id, name, email }: Person, rights: object, joined = true) {
  return { id, name, email, photo_url: null, permissions: { ...none, ...own, ...rights }, joined }
}

describe('11.3 GET /v1/trip/{trip_id}/collaborators', () => {
  test('GET is 200 with an envelope, owner first, then by user id, each with nine permissions', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    const { status, json } = await as(olga).get(roster(trip.id))
    expect(status).toBe(200)
    expect(json).toEqual({
      count: 4,
      next: null,
      previous: null,
      results: [
        shown(olga, { is_owner: true, ...allRights }),
        shown(ed, allRights),
        shown(vera, {}),
        { ...shown(pia, allRights, false), name: '', email: '' },
      ],
    })
    for (const person of json.results) {
      expect(Object.keys(person)).toEqual(collaborator)
      expect(Object.keys(person.permissions)).toEqual(permissions)
    }
  })

  test('the owner is first also among users with smaller ids', async () => {
    const [ann, ben] = (await people('ann', 'ben')) as [Person, Person]
    const { json } = await as(ben).post('/v1/trips', {})
    await join(json.id, ann)
    const found = await as(ann).get(roster(json.id))
    expect(found.json.results.map(({ id }) => id)).toEqual([ben.id, ann.id])
  })

  test('the photo is that of the account', async () => {
    const { olga, ed, trip } = await cast()
    const photo = 'https://images.example/ed.jpg'
    await as(ed).patch('/v1/me', { photo_url: photo })
    expect((await as(olga).get(roster(trip.id))).json.results[1]).toMatchObject({
      id: ed.id,
      photo_url: photo,
    })
  })

  test('pending invitees are listed only for callers with can_add_guests', async () => {
    const { olga, ed, vera, trip } = await cast()
    const nina = await member(trip.id, { ...allRights, can_add_guests: false })
    for (const [person, count] of [
      [olga, 5],
      [ed, 5],
      [vera, 4],
      [nina, 4],
    ] as const) {
      const { json } = await as(person).get(roster(trip.id))
      expect([json.count, json.results.length], person.name).toEqual([count, count])
      expect(json.results.every(({ joined }) => joined)).toBe(count === 4)
      const page = await graphqlRoster(person, trip.id)
      expect([page.count, page.results.length]).toEqual([count, count])
    }
  })

  test('strangers, pending invitees, unknown and deleted trips are 404', async () => {
    const { olga, pia, stan, trip } = await cast()
    for (const path of [roster(trip.id), `/v1/trip/${trip.id}/collaborator/${olga.id}`]) {
      expect(await as(anonymous).get(path)).toMatchObject(unauthenticated)
      expect(await as(stan).get(path)).toMatchObject(notFound)
      expect(await as(pia).get(path)).toMatchObject(notFound)
    }
    for (const id of ['0', '2147483647', '2147483648', 'x']) {
      expect(await as(olga).get(`/v1/trip/${id}/collaborators`)).toMatchObject(notFound)
    }
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await as(olga).get(roster(trip.id))).toMatchObject(notFound)
  })

  test('a page has 100 members, links keep the path; an invalid page is E-PAGE', async () => {
    const { olga, ed, trip } = await cast()
    const crowd = await people(...Array.from({ length: 100 }, (_, index) => `guest${index}`))
    await db.query({
      text: 'insert into member (trip_id, user_id, joined) select $1, unnest($2::int[]), true',
      values: [trip.id, crowd.map(({ id }) => id)],
    })
    for (const path of [roster(trip.id), `/v1/trip/${trip.id}/collaborator/7/`]) {
      const first = (await as(ed).get(path)).json
      expect([first.count, first.results.length, first.previous]).toEqual([104, 100, null])
      expect(first.next).toMatch(new RegExp(`${path}\\?page=2$`))
      const last = (await as(ed).get(`${path}?page=last`)).json
      expect([last.results.length, last.next]).toEqual([4, null])
      expect(last.previous).toMatch(new RegExp(`${path}$`))
      const ids = [...first.results, ...last.results].map(({ id }) => id)
      expect(ids).toEqual([olga.id, ...ids.slice(1).sort((a, b) => a - b)])
      expect(new Set(ids).size).toBe(104)
      for (const page of ['0', '3', 'x', '-1']) {
        expect(await as(ed).get(`${path}?page=${page}`)).toMatchObject(invalidPage)
      }
    }
  })

  test('GraphQL pages the rosters of several trips one by one', async () => {
    const nina = await one('nina')
    const crowd = await people(...Array.from({ length: 101 }, (_, index) => `guest${index}`))
    const sizes = [0, 2, 101]
    const expected = []
    for (const size of sizes) {
      const { id } = await newTrip(nina)
      const text =
        'insert into member (trip_id, user_id, joined) select $1, unnest($2::int[]), true'
      const guests = crowd.slice(0, size).map((person) => person.id)
      await db.query({ text, values: [id, guests] })
      expected.push([nina.id, ...guests])
    }
    const asked = async (page: number, first = 2) => {
      const { data, errors } = await as(nina).graphql(
        `{ trips(first: 3) { results { collaborators(first: ${first}, page: ${page}) {
          count results { id name } } } } }`,
      )
      const rosters = ((data?.trips as { results: Roster[] })?.results ?? []).map(
        (one) => one.collaborators,
      )
      return { rosters, codes: errors.map(({ extensions }) => extensions.code) }
    }
    for (const [page, from] of [
      [1, [0, 0, 0]],
      [-1, [0, 2, 100]],
    ] as const) {
      const { rosters } = await asked(page)
      expect(rosters.map(({ count }) => count)).toEqual([1, 3, 102])
      expect(rosters.map(({ results }) => results.map(({ id }) => id))).toEqual(
        expected.map((ids, at) => ids.slice(from[at], (from[at] as number) + 2)),
      )
    }
    expect((await asked(2)).codes).toEqual(['INVALID_PAGE'])
    expect((await asked(2147483647, 100)).codes).toContain('INVALID_PAGE')
  })

  test('fields and deleted are ignored', async () => {
    const { ed, trip } = await cast()
    const { text } = await as(ed).get(roster(trip.id))
    for (const query of ['fields=id', 'fields!=id', 'deleted=true', 'updatedSince=x']) {
      expect((await as(ed).get(`${roster(trip.id)}?${query}`)).text).toBe(text)
    }
  })

  test('other methods are 405', async () => {
    const { olga, trip } = await cast()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(await as(olga).send(method, roster(trip.id), {})).toMatchObject(notAllowed(method))
    }
  })
})

describe('11.3 GET /v1/trip/{trip_id}/collaborator/{user_id}', () => {
  test('the alias returns the roster, whatever the numeric user_id', async () => {
    const { olga, ed, vera, stan, trip } = await cast()
    for (const person of [olga, ed, vera]) {
      const { text } = await as(person).get(roster(trip.id))
      for (const id of [person.id, stan.id, '0', '007', '2147483648', '9'.repeat(30)]) {
        const alias = await as(person).get(`/v1/trip/${trip.id}/collaborator/${id}`)
        expect(alias).toMatchObject({ status: 200, text })
      }
      for (const id of ['me', '-1', '1.5', '%31%2F']) {
        const path = `/v1/trip/${trip.id}/collaborator/${id}`
        expect(await as(person).get(path)).toMatchObject(notFound)
      }
    }
  })

  test('other methods are 405', async () => {
    const { olga, ed, trip } = await cast()
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const path = `/v1/trip/${trip.id}/collaborator/${ed.id}`
      expect(await as(olga).send(method, path, {})).toMatchObject(notAllowed(method))
    }
  })
})
