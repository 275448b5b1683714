import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { insert } from '../sync.ts'
import { allRights, cast, join, type Person } from '../world.ts'
import { notFound } from './answers.ts'
import { graphqlRoster } from './collaborators.ts'
import { one } from './persons.ts'

const roster = (tripId: number) => `/v1/trip/${tripId}/collaborators`

/** The pending invitee pia as `reader` sees her, in REST and in GraphQL. */
async function pending(reader: Person, tripId: number, pia: Person) {
  const { json } = await as(reader).get(roster(tripId))
  const found = json.results.find(({ id }) => id === pia.id)
  const known = { name: found?.name, email: found?.email, photoUrl: found?.photo_url }
  const { results } = await graphqlRoster(reader, tripId)
  expect(results.find(({ id }) => id === pia.id)).toMatchObject(known)
  return known
}

/** Stores a favorite of `person`. */
async function favorite(person: Person, other: Person, isPending: boolean) {
  await insert('favorite', {
    user_id: person.id,
    email: other.email,
    favorite_user_id: other.id,
    pending: isPending,
  })
}

describe('6.2 The identity rule in every roster: pending members whom the reader does not know', () => {
  const hidden = { name: '', email: '', photoUrl: null }
  const photoUrl = 'https://images.example/pia.jpg'

  async function stage() {
    const all = await cast()
    await as(all.pia).patch('/v1/me', { photo_url: photoUrl })
    const { name, email } = all.pia
    return { ...all, known: { name, email, photoUrl } }
  }

  test('an unknown pending member has no name, email or photo', async () => {
    const { olga, ed, pia, trip } = await stage()
    expect(await pending(olga, trip.id, pia)).toEqual(hidden)
    expect(await pending(ed, trip.id, pia)).toEqual(hidden)
  })

  test('a confirmed favorite of the reader is shown, to this reader alone', async () => {
    const { olga, ed, pia, trip, known } = await stage()
    await favorite(olga, pia, false)
    expect(await pending(olga, trip.id, pia)).toEqual(known)
    expect(await pending(ed, trip.id, pia)).toEqual(hidden)
  })

  test('a pending favorite is not shown', async () => {
    const { olga, pia, trip } = await stage()
    await favorite(olga, pia, true)
    await favorite(pia, olga, true)
    expect(await pending(olga, trip.id, pia)).toEqual(hidden)
  })

  test('a pending member is shown once they and the reader have joined another active trip', async () => {
    const { olga, ed, pia, stan, trip, known } = await stage()
    const [other] = await insert('trip', { owner_id: stan.id })
    await join(other as number, pia, { joined: false })
    await join(other as number, olga)
    expect(await pending(olga, trip.id, pia), 'she has not joined').toEqual(hidden)
    await join(other as number, pia)
    expect(await pending(olga, trip.id, pia)).toEqual(known)
    expect(await pending(ed, trip.id, pia), 'he is not there').toEqual(hidden)
    await join(other as number, olga, { joined: false })
    expect(await pending(olga, trip.id, pia), 'the reader has not joined').toEqual(hidden)
    await join(other as number, olga)
    await as(stan).delete(`/v1/trips/${other}`)
    expect(await pending(olga, trip.id, pia), 'it is deleted').toEqual(hidden)
  })

  test('a joined member is shown to every member', async () => {
    const { vera, pia, trip, known } = await stage()
    await join(trip.id, pia)
    expect(await pending(vera, trip.id, pia)).toEqual(known)
  })

  test('a pending invitee is not among the guests', async () => {
    const { olga, pia, trip } = await stage()
    await favorite(olga, pia, false)
    const { guests } = (await as(olga).get(`/v2/trips/${trip.id}`)).json
    expect(guests.map(({ id }) => id)).not.toContain(pia.id)
  })
})

describe('1.9 Membership: a pending invitee has no access at all', () => {
  test('their reads and writes are 404, and no list shows the trip', async () => {
    const { pia, trip } = await cast()
    const nina = await one('nina')
    await join(trip.id, nina, { ...allRights, joined: false })
    for (const person of [pia, nina]) {
      for (const path of [`/v1/trips/${trip.id}`, `/v2/trips/${trip.id}`, roster(trip.id)]) {
        expect(await as(person).get(path)).toMatchObject(notFound)
      }
      const list = `/v1/trip/${trip.id}/hostings`
      expect(await as(person).post(list, {})).toMatchObject(notFound)
      expect((await as(person).get('/v2/trips')).json.count).toBe(0)
    }
  })
})
