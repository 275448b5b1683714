import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { insert } from '../sync.ts'
import { allRights, cast, join, premium } from '../world.ts'
import { forbidden, notFound } from './answers.ts'
import {
  camel,
  capabilities,
  choices,
  onlyOne,
  permissionsOf,
  setPermissions,
  stored,
} from './collaborators.ts'
import { member } from './persons.ts'

describe('11.4 the target is the owner', () => {
  test.each(choices)('the owner may send exactly one of the two: %s', async (key) => {
    const { olga, trip } = await cast()
    for (const on of [false, true]) {
      const { status, json } = await as(olga).patch(permissionsOf(trip, olga), { [key]: on })
      expect(status).toBe(200)
      expect(json.permissions).toMatchObject({ is_owner: true, ...allRights, [key]: on })
    }
    expect(await setPermissions(olga, trip, olga, { [key]: false })).toMatchObject({
      permissions: { isOwner: true, [camel(key)]: false },
    })
  })

  test.each([
    [{ is_travelling: false, receive_notifications: false }],
    [{ is_travelling: false, can_edit: true }],
    ...capabilities.flatMap((key) => [[{ [key]: true }], [{ [key]: false }]]),
  ])('another body of the owner is 400: %j', async (body) => {
    const { olga, trip } = await cast()
    expect(await as(olga).patch(permissionsOf(trip, olga), body)).toMatchObject(onlyOne)
    expect(await setPermissions(olga, trip, olga, body)).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { nonFieldErrors: ['Send exactly one of is_travelling, receive_notifications.'] },
    })
    expect(await stored({ olga, trip }, olga)).toMatchObject({ ...allRights, is_travelling: true })
  })

  test('another caller gets E-PERM, whatever the body', async () => {
    const { olga, ed, vera, trip } = await cast()
    for (const person of [ed, vera]) {
      for (const body of [{ is_travelling: false }, { can_edit: false }, { can_edit: 'x' }]) {
        expect(await as(person).patch(permissionsOf(trip, olga), body)).toMatchObject(forbidden)
      }
      const refused = await setPermissions(person, trip, olga, { receive_notifications: false })
      expect(refused).toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('11.4 the target is the caller, not the owner', () => {
  test.each(choices)('every member may send exactly one of the two: %s', async (key) => {
    const { olga, ed, vera, trip } = await cast()
    for (const person of [ed, vera]) {
      const { status, json } = await as(person).patch(permissionsOf(trip, person), { [key]: false })
      expect([status, json.permissions[key]]).toEqual([200, false])
      expect((await stored({ olga, trip }, person))?.[key]).toBe(false)
      const again = await setPermissions(person, trip, person, { [key]: true })
      expect(again).toMatchObject({ permissions: { [camel(key)]: true } })
    }
  })

  test('any other change needs can_add_guests', async () => {
    const { olga, ed, trip } = await cast()
    const nina = await member(trip.id, { ...allRights, can_add_guests: false })
    const both = { is_travelling: false, receive_notifications: false }
    for (const body of [both, { can_edit_documents: false }, { can_edit: true }]) {
      expect(await as(nina).patch(permissionsOf(trip, nina), body)).toMatchObject(forbidden)
      expect(await setPermissions(nina, trip, nina, body)).toMatchObject({ code: 'FORBIDDEN' })
    }
    expect((await as(ed).patch(permissionsOf(trip, ed), both)).json.permissions).toMatchObject(both)
    await as(ed).patch(permissionsOf(trip, ed), { can_add_guests: false })
    expect(await stored({ olga, trip }, ed)).toMatchObject({ ...both, can_add_guests: false })
  })

  test('a member cannot raise their own rights, nor take back those they gave up', async () => {
    const { ed, trip } = await cast()
    const nina = await member(trip.id, { can_edit: true, can_add_guests: true })
    for (const right of ['can_see_expenses', 'can_edit_expenses', 'can_see_documents']) {
      const body = { [right]: true }
      expect(await as(nina).patch(permissionsOf(trip, nina), body)).toMatchObject(forbidden)
      expect(await setPermissions(nina, trip, nina, body)).toMatchObject({ code: 'FORBIDDEN' })
    }
    await as(ed).patch(permissionsOf(trip, ed), { can_see_expenses: false })
    const back = { can_see_expenses: true }
    expect(await as(ed).patch(permissionsOf(trip, ed), back)).toMatchObject(forbidden)
  })
})

describe('11.4 the target is another member', () => {
  test('the caller needs can_add_guests', async () => {
    const { olga, ed, vera, trip } = await cast()
    const nina = await member(trip.id, { ...allRights, can_add_guests: false })
    for (const person of [vera, nina]) {
      for (const body of [{ can_edit: false }, { is_travelling: false }]) {
        expect(await as(person).patch(permissionsOf(trip, ed), body)).toMatchObject(forbidden)
        expect(await setPermissions(person, trip, ed, body)).toMatchObject({ code: 'FORBIDDEN' })
      }
    }
    expect(await stored({ olga, trip }, ed)).toMatchObject(allRights)
    const { status } = await as(ed).patch(permissionsOf(trip, nina), { is_travelling: false })
    expect(status).toBe(200)
  })

  test.each(capabilities.filter((key) => !['can_edit', 'can_add_guests'].includes(key)))(
    'setting a capability to true that the caller does not have is E-PERM: %s',
    async (key) => {
      const { olga, vera, trip } = await cast()
      const nina = await member(trip.id, { ...allRights, [key]: false })
      const raise = { [key]: true }
      expect(await as(nina).patch(permissionsOf(trip, vera), raise)).toMatchObject(forbidden)
      expect(await setPermissions(nina, trip, vera, raise)).toMatchObject({ code: 'FORBIDDEN' })
      const mixed = { is_travelling: 'x', ...raise }
      expect(
        await as(nina).patch(permissionsOf(trip, vera), mixed),
        'before validation',
      ).toMatchObject(forbidden)
      expect((await stored({ olga, trip }, vera))?.[key]).toBe(false)
      expect((await as(nina).patch(permissionsOf(trip, vera), { [key]: false })).status).toBe(200)
    },
  )

  test('a flag that is not a capability may be set by a caller who does not have it', async () => {
    const { trip, vera } = await cast()
    const nina = await member(trip.id, { ...allRights, is_travelling: false })
    await join(trip.id, vera, { is_travelling: false })
    const { status, json } = await as(nina).patch(permissionsOf(trip, vera), {
      is_travelling: true,
    })
    expect([status, json.permissions.is_travelling]).toEqual([200, true])
  })

  test("the caller's stored rights count: the owner's Pro does not", async () => {
    const { olga, ed, vera, trip } = await cast()
    await premium(olga, false)
    const { status, json } = await as(ed).patch(permissionsOf(trip, vera), {
      can_see_documents: true,
    })
    expect([status, json.permissions.can_see_documents]).toEqual([200, true])
  })

  test('a target who has not joined is E-NOTFOUND, before all other checks', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const [other] = await insert('trip', { owner_id: stan.id })
    await join(other as number, stan)
    const ids = [pia.id, stan.id, 0, 2_147_483_647]
    for (const caller of [olga, ed, vera]) {
      for (const id of [...ids, '2147483648', 'me', '-1']) {
        for (const body of [{ can_edit: true }, {}, { can_edit: 'x' }]) {
          expect(await as(caller).patch(permissionsOf(trip, { id }), body)).toMatchObject(notFound)
        }
      }
      for (const id of ids) {
        const refused = await setPermissions(caller, trip, { id }, { can_edit: true })
        expect(refused).toMatchObject({ code: 'NOT_FOUND' })
      }
    }
  })
})
