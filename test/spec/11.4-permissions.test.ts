import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { allRights, cast } from '../world.ts'
import {
  exactly,
  forbidden,
  invalid,
  messages,
  notAllowed,
  notFound,
  unauthenticated,
} from './answers.ts'
import {
  camel,
  capabilities,
  choices,
  nothingSent,
  onlyOne,
  permissionsOf,
  setPermissions,
  stored,
} from './collaborators.ts'

describe('11.4 PATCH /v1/trip/{trip_id}/collaborator/{user_id}/permissions', () => {
  test('PATCH is 200 {"user_id", "permissions": {nine keys}}, as stored', async () => {
    const { olga, vera, trip } = await cast()
    const answer = await as(olga).patch(permissionsOf(trip, vera), { can_see_expenses: true })
    expect(answer).toMatchObject(
      exactly(200, {
        user_id: vera.id,
        permissions: {
          ...{ is_owner: false, can_edit: false, can_add_guests: false, can_see_expenses: true },
          ...{ can_edit_expenses: false, can_see_documents: false, can_edit_documents: false },
          ...{ is_travelling: true, receive_notifications: true },
        },
      }),
    )
    expect(await stored({ olga, trip }, vera)).toEqual(answer.json.permissions)
  })

  test.each([...capabilities, ...choices])('%s alone is switched off and on again', async (key) => {
    const { olga, ed, trip } = await cast()
    for (const on of [false, true]) {
      const { status, json } = await as(olga).patch(permissionsOf(trip, ed), { [key]: on })
      expect([status, json.permissions[key]]).toEqual([200, on])
      expect((await stored({ olga, trip }, ed))?.[key]).toBe(on)
    }
  })

  test('GraphQL returns the whole collaborator', async () => {
    const { olga, ed, trip } = await cast()
    expect(await setPermissions(olga, trip, ed, { can_edit_documents: false })).toMatchObject({
      ...{ id: ed.id, name: ed.name, email: ed.email, joined: true },
      permissions: { isOwner: false, canEdit: true, canEditDocuments: false },
    })
  })

  test('the same change again is 200 with the same answer', async () => {
    const { olga, ed, trip } = await cast()
    const send = () => as(olga).patch(permissionsOf(trip, ed), { can_edit: false })
    const { status, text } = await send()
    expect(await send()).toMatchObject({ status, text })
  })

  test('PUT, POST, GET and DELETE are E-METHOD', async () => {
    const { olga, ed, trip } = await cast()
    for (const method of ['PUT', 'POST', 'GET', 'DELETE'] as const) {
      const answer = await as(olga).send(method, permissionsOf(trip, ed), { can_edit: false })
      expect(answer).toMatchObject(notAllowed(method))
      expect(answer.headers.allow).toContain('PATCH')
    }
  })

  test('a request without credentials is 401; strangers, invitees and unknown trips are 404', async () => {
    const { olga, pia, stan, vera, trip } = await cast()
    const body = { is_travelling: false }
    expect(await as(anonymous).patch(permissionsOf(trip, vera), body)).toMatchObject(
      unauthenticated,
    )
    expect(await setPermissions(anonymous, trip, vera, body)).toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    for (const person of [stan, pia]) {
      for (const target of [vera, olga, person]) {
        expect(await as(person).patch(permissionsOf(trip, target), body)).toMatchObject(notFound)
        const refused = await setPermissions(person, trip, target, body)
        expect(refused).toMatchObject({ code: 'NOT_FOUND' })
      }
    }
    for (const id of ['0', '2147483647', '2147483648', 'x']) {
      expect(await as(olga).patch(permissionsOf({ id }, vera), body)).toMatchObject(notFound)
    }
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await as(olga).patch(permissionsOf(trip, vera), body)).toMatchObject(notFound)
  })
})

describe('11.4 the body', () => {
  test.each([
    [{}],
    [{ is_owner: true }],
    [{ read_only: true }],
    [{ canEdit: true, title: 'guest' }],
  ])('a body with none of the eight flags is 400, before the right: %j', async (body) => {
    const { olga, vera, ed, trip } = await cast()
    for (const [caller, target] of [
      [olga, ed],
      [vera, ed],
      [vera, olga],
      [vera, vera],
      [olga, olga],
    ] as const) {
      expect(await as(caller).patch(permissionsOf(trip, target), body)).toMatchObject(nothingSent)
    }
    expect(await as(olga).send('PATCH', permissionsOf(trip, ed))).toMatchObject(nothingSent)
    expect(await setPermissions(vera, trip, ed, {})).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { nonFieldErrors: ['At least one permission is required.'] },
    })
  })

  test('is_owner, read_only and unknown keys are ignored', async () => {
    const { olga, ed, trip } = await cast()
    const body = { is_owner: true, read_only: true, joined: false, can_edit_documents: false }
    const { status, json } = await as(olga).patch(permissionsOf(trip, ed), body)
    expect(status).toBe(200)
    expect(json.permissions).toMatchObject({ is_owner: false, can_edit: true })
  })

  test.each([...capabilities, ...choices])('non-booleans and null are refused: %s', async (key) => {
    const { olga, ed, trip } = await cast()
    const before = await stored({ olga, trip }, ed)
    const send = (value: unknown) => as(olga).patch(permissionsOf(trip, ed), { [key]: value })
    for (const value of ['maybe', 2, [], {}, '']) {
      expect(await send(value)).toMatchObject(invalid(key, messages.boolean))
    }
    expect(await send(null)).toMatchObject(invalid(key, messages.null))
    expect(await setPermissions(olga, trip, ed, { [key]: null })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { [camel(key)]: [messages.null] },
    })
    expect(await stored({ olga, trip }, ed)).toEqual(before)
  })

  test('several wrong values are reported together and nothing is stored', async () => {
    const { olga, ed, trip } = await cast()
    const body = { can_edit: 'x', is_travelling: null, can_add_guests: false }
    expect(await as(olga).patch(permissionsOf(trip, ed), body)).toMatchObject(
      exactly(400, { can_edit: [messages.boolean], is_travelling: [messages.null] }),
    )
    expect(await stored({ olga, trip }, ed)).toMatchObject(allRights)
  })

  test('the spellings of 1.2 count as booleans', async () => {
    const { olga, ed, trip } = await cast()
    for (const [word, on] of [
      ['off', false],
      ['1', true],
      ['No', false],
      [1, true],
    ] as const) {
      const { json } = await as(olga).patch(permissionsOf(trip, ed), { can_edit_documents: word })
      expect(json.permissions.can_edit_documents).toBe(on)
    }
  })

  test('an unreadable value counts as present: the right is checked before it', async () => {
    const { olga, ed, vera, trip } = await cast()
    const body = { can_edit: 'maybe' }
    expect(await as(vera).patch(permissionsOf(trip, ed), body)).toMatchObject(forbidden)
    expect(await as(vera).patch(permissionsOf(trip, vera), body)).toMatchObject(forbidden)
    expect(await as(olga).patch(permissionsOf(trip, olga), body)).toMatchObject(onlyOne)
    const mine = { is_travelling: 'maybe' }
    const refused = invalid('is_travelling', messages.boolean)
    expect(await as(vera).patch(permissionsOf(trip, vera), mine)).toMatchObject(refused)
    expect(await as(olga).patch(permissionsOf(trip, olga), mine)).toMatchObject(refused)
    const two = { is_travelling: 'maybe', receive_notifications: false }
    expect(await as(vera).patch(permissionsOf(trip, vera), two)).toMatchObject(forbidden)
  })
})
