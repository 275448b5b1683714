/** What a right needs, in the list as in the database (test/spec/11.4). */
import { describe, expect, test } from 'vitest'
import { capabilities, ownChoices, rights } from '../../src/permissions/rights.ts'
import { as } from '../client.ts'
import { permissionsOf, stored } from '../spec/collaborators.ts'
import { member } from '../spec/persons.ts'
import { allRights, cast } from '../world.ts'

describe('1.9 rights need each other as the list says', () => {
  test('the tests give a member every right that can be given', () => {
    expect(Object.keys(allRights)).toEqual(capabilities.map(({ column }) => column))
  })

  test.each(capabilities)('without $name whatever needs it is gone', async ({ name, column }) => {
    const { olga, trip } = await cast()
    const nina = await member(trip.id, allRights)
    const { json } = await as(olga).patch(permissionsOf(trip, nina), { [column]: false })
    const left = capabilities.map((one) => [
      one.column,
      one.name !== name && !one.needs.includes(name),
    ])
    expect(json.permissions).toMatchObject(Object.fromEntries(left))
    const chosen = ownChoices.map((one) => [one.column, true])
    expect(json.permissions, 'the rest stays').toMatchObject(Object.fromEntries(chosen))
  })

  test('whoever makes a trip has every right there', async () => {
    const { olga, trip } = await cast()
    const all = rights.map(({ column }) => [column, true])
    expect(await stored({ olga, trip }, olga)).toMatchObject(Object.fromEntries(all))
  })
})
