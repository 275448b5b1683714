import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { moment, tripsChangedSince } from '../sync.ts'
import { age, allRights, cast } from '../world.ts'
import { forbidden } from './answers.ts'
import { type Flags, permissionsOf, stored } from './collaborators.ts'

describe('1.9 Consistency, applied on every write of permissions', () => {
  const { can_see_expenses, can_see_documents } = allRights

  test.each([
    [
      { can_edit: false },
      { can_see_expenses, can_see_documents },
      ['can_add_guests', 'can_edit_expenses', 'can_edit_documents'],
    ],
    [{ can_see_expenses: false }, { can_edit: true }, ['can_edit_expenses']],
    [{ can_see_documents: false }, { can_edit: true }, ['can_edit_documents']],
    [{ can_edit: false, can_add_guests: true }, { can_see_expenses }, ['can_add_guests']],
    [{ can_see_expenses: false, can_edit_expenses: true }, {}, ['can_edit_expenses']],
  ] as [Flags, Flags, string[]][])('%j leaves %j and revokes %j', async (sent, left, taken) => {
    const { olga, ed, trip } = await cast()
    const { status, json } = await as(olga).patch(permissionsOf(trip, ed), sent)
    expect(status).toBe(200)
    expect(json.permissions).toMatchObject(left)
    for (const key of taken) expect(json.permissions[key], key).toBe(false)
    expect(await stored({ olga, trip }, ed)).toEqual(json.permissions)
  })

  test('a right without the one it needs stays false, and no other is granted with it', async () => {
    const { olga, vera, trip } = await cast()
    const before = await stored({ olga, trip }, vera)
    for (const key of ['can_add_guests', 'can_edit_expenses', 'can_edit_documents']) {
      const { status, json } = await as(olga).patch(permissionsOf(trip, vera), { [key]: true })
      expect([status, json.permissions]).toEqual([200, before])
    }
  })

  test('a right that was revoked with another does not come back with that one', async () => {
    const { olga, ed, trip } = await cast()
    await as(olga).patch(permissionsOf(trip, ed), { can_edit: false })
    const { json } = await as(olga).patch(permissionsOf(trip, ed), { can_edit: true })
    expect(json.permissions).toMatchObject({ can_edit: true, can_add_guests: false })
  })
})

describe('11.4 Effects', () => {
  test("a change moves the trip's changed_at for its owner; a refusal leaves it", async () => {
    const { olga, ed, vera, trip } = await cast()
    await age('trip', trip.id)
    const since = await moment()
    await as(vera).patch(permissionsOf(trip, ed), { can_edit: false })
    await as(olga).patch(permissionsOf(trip, ed), { can_edit: 'x' })
    expect(await tripsChangedSince(olga, since)).toEqual([])
    await as(ed).patch(permissionsOf(trip, ed), { is_travelling: false })
    expect(await tripsChangedSince(olga, since)).toEqual([trip.id])
  })

  test('a revoked right ends at once, on both surfaces', async () => {
    const { olga, ed, trip } = await cast()
    await as(olga).patch(permissionsOf(trip, ed), { can_edit: false, can_see_expenses: false })
    expect(await as(ed).patch(`/v1/trips/${trip.id}`, { name: 'x' })).toMatchObject(forbidden)
    expect(await as(ed).get(`/v1/trip/${trip.id}/expenses`)).toMatchObject(forbidden)
    const { errors } = await as(ed).graphql(
      `mutation { updateTrip(id: ${trip.id}, input: { name: "x" }) { id } }`,
    )
    expect(errors[0]?.extensions.code).toBe('FORBIDDEN')
  })

  test('a revoked right ends at once within one document too', async () => {
    const { ed, vera, trip } = await cast()
    const set = (id: number, flags: string) =>
      `setPermissions(tripId: ${trip.id}, userId: ${id}, input: { ${flags} }) { id }`
    const { data, errors } = await as(ed).graphql(`mutation {
      first: ${set(vera.id, 'canEdit: true')}
      second: ${set(ed.id, 'canEdit: false')}
      third: ${set(vera.id, 'canEdit: false')}
    }`)
    expect(data).toBeNull()
    expect(errors.map(({ path, extensions }) => [path?.[0], extensions.code])).toEqual([
      ['third', 'FORBIDDEN'],
    ])
  })

  test('an owner who does not travel is among the guests', async () => {
    const { olga, vera, trip } = await cast()
    await as(olga).patch(permissionsOf(trip, olga), { is_travelling: false })
    const { guests } = (await as(vera).get(`/v2/trips/${trip.id}`)).json
    expect(guests[0]?.id).toBe(olga.id)
  })
})
