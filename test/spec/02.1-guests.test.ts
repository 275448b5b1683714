import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { allRights, cast, db, join, trip as makeTrip, type Person, people } from '../world.ts'
import { collaborator, permissions } from './shapes.ts'

/** The guests of the cast's trip as `person` reads them. */
async function guests(person: Person, tripId: number) {
  const { json } = await as(person).get(`/v2/trips/${tripId}`)
  const listed = (await as(person).get('/v2/trips')).json.results.find(({ id }) => id === tripId)
  expect(listed?.guests).toEqual(json.guests)
  return json.guests
}

describe('2.1 Guest record', () => {
  test('1. A trip without other members has no guests', async () => {
    const { stan } = await cast()
    expect(await guests(stan, (await makeTrip(stan)).id)).toEqual([])
  })

  test('2. guests lists every joined member except the owner, and no pending invitee', async () => {
    const { olga, ed, vera, trip } = await cast()
    for (const person of [olga, ed, vera]) {
      const found = await guests(person, trip.id)
      expect(found.map((guest) => guest.id)).toEqual([ed.id, vera.id])
    }
  })

  test('3. A guest has the shape of the collaborator object of 2.6, with nine permissions', async () => {
    const { olga, ed, vera, trip } = await cast()
    await db.query({
      text: "update account set photo_url = 'https://images.example/ed.jpg' where id = $1",
      values: [ed.id],
    })
    const [first, second] = await guests(olga, trip.id)
    expect(first).toEqual({
      id: ed.id,
      name: ed.name,
      email: ed.email,
      photo_url: 'https://images.example/ed.jpg',
      permissions: {
        is_owner: false,
        ...allRights,
        is_travelling: true,
        receive_notifications: true,
      },
      joined: true,
    })
    expect(Object.keys(first ?? {})).toEqual(collaborator)
    expect(Object.keys(first?.permissions ?? {})).toEqual(permissions)
    const none = Object.fromEntries(permissions.map((key) => [key, false]))
    expect(second).toMatchObject({
      id: vera.id,
      photo_url: null,
      permissions: { ...none, is_travelling: true, receive_notifications: true },
    })
  })

  test('4. The owner is listed once their own is_travelling is false', async () => {
    const { olga, ed, vera, trip } = await cast()
    await db.query({
      text: 'update member set is_travelling = false where trip_id = $1 and is_owner',
      values: [trip.id],
    })
    const found = await guests(vera, trip.id)
    expect(found.map((guest) => guest.id)).toEqual([olga.id, ed.id, vera.id])
    expect(found[0]?.permissions).toMatchObject({ is_owner: true, is_travelling: false })
  })

  test('5. A member who does not travel is still listed', async () => {
    const { olga, ed, vera, trip } = await cast()
    await join(trip.id, ed, { ...allRights, is_travelling: false })
    const found = await guests(olga, trip.id)
    expect(found.map((guest) => guest.id)).toEqual([ed.id, vera.id])
    expect(found[0]?.permissions.is_travelling).toBe(false)
  })

  test('6. Lists of trips do not mix the guests of their trips', async () => {
    const [ann, ben, cleo] = (await people('ann', 'ben', 'cleo')) as [Person, Person, Person]
    const [one, two, three] = [await makeTrip(ann), await makeTrip(ann), await makeTrip(ben)]
    await join(one.id, ben, {})
    await join(two.id, cleo, {})
    await join(three.id, ann, {})
    const { json } = await as(ann).get('/v2/trips')
    expect(
      json.results.map(({ id, guests: found }) => [id, found.map((guest) => guest.id)]),
    ).toEqual([
      [one.id, [ben.id]],
      [two.id, [cleo.id]],
      [three.id, [ann.id]],
    ])
  })
})
