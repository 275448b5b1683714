/** The needs of each right, in the list as in the database (test/spec/11.4). */
import { describe, expect, test } from 'vitest'
import { capabilities, permissions, rights } from '../../../src/core/rights.ts'
import { as } from '../../client.ts'
import { member } from '../../spec/persons.ts'
import { cast, type Person } from '../../world.ts'

type Flags = Record<string, boolean>
const fields = permissions.map(({ name }) => name).join(' ')

/** Revokes a person's permission; returns the remaining. */
async function without(name: string, tripId: number, caller: Person, target: Person) {
  const { data } = await as(caller).graphql(`mutation {
    setPermissions(tripId: ${tripId}, userId: ${target.id}, input: { ${name}: false }) {
      permissions { ${fields} } } }`)
  return (data as { setPermissions: { permissions: Flags } }).setPermissions.permissions
}

describe('1.9 rights depend on each other as listed', () => {
  test.each(capabilities)('rights that need $name end with it', async ({ name }) => {
    const { olga, trip } = await cast()
    const every = Object.fromEntries(capabilities.map(({ column }) => [column, true]))
    const nina = await member(trip.id, every)
    const left = permissions.map((one) => [
      one.name,
      one.name !== 'isOwner' && one.name !== name && !one.needs.includes(name),
    ])
    expect(await without(name, trip.id, olga, nina)).toEqual(Object.fromEntries(left))
  })

  test('the creator of a trip has every right on it', async () => {
    const { olga, trip } = await cast()
    const every = Object.fromEntries(rights.map(({ name }) => [name, true]))
    expect(await without('isTravelling', trip.id, olga, olga)).toMatchObject(every)
  })
})
