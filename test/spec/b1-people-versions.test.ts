/** B1: the version of a trip grows with the name, address and photo of those shown in it. */
import { describe, expect, test } from 'vitest'
import { hosting } from '../../src/core/store/kinds.ts'
import { addRows, keepIdentifiers } from '../../src/core/store/writes.ts'
import { as } from '../client.ts'
import { cast, db, trip as newTrip, type Person } from '../world.ts'
import { hosting as hostings } from './kinds.ts'
import { member } from './persons.ts'
import { create } from './restored.ts'
import { data, type Furnished, furnished, sent, versionOf } from './versions.ts'

const update = (input: string) => `mutation { updateMe(input: { ${input} }) { id } }`
const personActs = {
  name: update('name: "Somebody else"'),
  'email address': update(`email: "else.${process.pid}.N@mail.example"`),
  photo: update('photoUrl: "https://photos.example/1.jpg"'),
}

/** Who is shown in a trip, and how they come to be. */
const shown: Record<string, (world: Furnished) => Promise<Person>> = {
  owner: async ({ olga }) => olga,
  member: async ({ ed }) => ed,
  invitee: async ({ pia }) => pia,
  'former member, who owns an item of it,': async (world) => {
    await create(world.ed, world.trip.id, hostings)
    await sent(as(world.olga).delete(`/v1/trip/${world.trip.id}/collaborator/${world.ed.id}`))
    return world.ed
  },
  'stranger, whose item another user has moved into it,': async ({ olga, trip }) => {
    const other = await newTrip(olga)
    const nina = await member(other.id, { can_edit: true })
    const id = await create(nina, other.id, hostings)
    await sent(as(olga).patch(`/v1/trip/${other.id}/hosting/${id}`, { update_trip: trip.id }))
    return nina
  },
  'stranger, whose item was imported into it,': async ({ stan, trip }) => {
    await db.transaction(async (tx) => {
      await keepIdentifiers(tx)
      await addRows(tx, hosting, [{ tripId: trip.id, ownerId: stan.id }])
    })
    return stan
  },
}

describe('B1 the version of a trip grows with the people in it', () => {
  const cases = Object.entries(shown).flatMap(([who, find]) =>
    Object.entries(personActs).map(([what, act]) => [who, what, find, act] as const),
  )
  test.each(cases)(
    'the %s who changes their %s raises the version of the trip',
    async (_who, _what, find, act) => {
      const world = await furnished()
      const person = await find(world)
      const before = await versionOf(world.vera, world.trip)
      await data(person, act.replace('.N@', `.${person.id}@`))
      expect(await versionOf(world.vera, world.trip)).toBeGreaterThan(before)
    },
  )

  test('a member who changes what nobody else sees of their profile leaves its version', async () => {
    const { ed, vera, trip } = await cast()
    const before = await versionOf(vera, trip)
    await data(ed, update('language: "pt", timezone: "Europe/Lisbon"'))
    expect(await versionOf(vera, trip)).toBe(before)
  })

  test('a stranger who changes their name does not raise the version of a trip', async () => {
    const { stan, vera, trip } = await cast()
    const before = await versionOf(vera, trip)
    await data(stan, personActs.name)
    expect(await versionOf(vera, trip)).toBe(before)
  })
})
