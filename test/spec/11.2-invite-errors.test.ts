import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { allRights, cast, join } from '../world.ts'
import { forbidden, invalid, messages, notFound, unauthenticated } from './answers.ts'
import { acquaintances, invite, invited, inviteTo, membership } from './invitations.ts'

describe('11.2 POST /v1/guests/invite: errors', () => {
  test('1. An inaccessible trip is E-NOTFOUND; a member without can_add_guests gets E-PERM', async () => {
    const { olga, ed, vera, pia, stan, fay, trip } = await acquaintances()
    await join(trip.id, ed, { ...allRights, can_add_guests: false })
    // Before the rest of the body is checked.
    for (const more of [{}, { invited_user_email: fay.email }, { permissions: 5 }]) {
      const body = { trip_id: trip.id, ...more }
      expect(await as(anonymous).post('/v1/guests/invite', body)).toMatchObject(unauthenticated)
      for (const person of [pia, stan]) expect(await invite(person, body)).toMatchObject(notFound)
      for (const person of [ed, vera]) expect(await invite(person, body)).toMatchObject(forbidden)
      for (const id of [0, -1, 2_000_000_000, '2147483648', 1e30]) {
        expect(await invite(olga, { ...body, trip_id: id })).toMatchObject(notFound)
      }
    }
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await inviteTo(trip.id, olga, fay)).toMatchObject(notFound)
    expect(await membership(trip.id, fay)).toBeUndefined()
  })

  test.each([
    ['null', null, messages.null],
    ['a word', 'x', messages.integer],
    ['blank', '', messages.integer],
    ['half', 1.5, messages.integer],
    ['a list', [1], messages.integer],
    ['true', true, messages.integer],
  ])('2. trip_id must be an integer or a digit string: %s', async (_case, id, message) => {
    const { stan } = await cast()
    const body = { trip_id: id, invited_user_email: stan.email }
    expect(await invite(stan, body)).toMatchObject(invalid('trip_id', message))
  })

  test('3. trip_id may be a digit string', async () => {
    const { olga, fay, trip } = await acquaintances()
    const body = { trip_id: ` ${trip.id} `, invited_user_email: fay.email }
    expect(await invite(olga, body)).toMatchObject(invited)
  })

  test.each([
    ['null', null, messages.null],
    ['blank', ' ', messages.blank],
    ['no address', 'fay', 'Enter a valid email address.'],
    ['two', 'a@mail.example, b@mail.example', 'Enter a valid email address.'],
    ['a list', ['a@mail.example'], messages.string],
  ])('4. invited_user_email must be a valid email: %s', async (_case, email, message) => {
    const { olga, trip } = await cast()
    const body = { trip_id: trip.id, invited_user_email: email }
    expect(await invite(olga, body)).toMatchObject(invalid('invited_user_email', message))
  })

  test('5. Several field errors are reported together', async () => {
    const { stan, olga, trip } = await cast()
    expect((await invite(stan, {})).json).toEqual({
      trip_id: [messages.required],
      invited_user_email: [messages.required],
    })
    const permissions = { read_only: null, can_add_guests: 'x', is_travelling: 2, title: [] }
    const answer = await invite(olga, { trip_id: trip.id, permissions })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.json).toEqual({
      invited_user_email: [messages.required],
      permissions: {
        title: [messages.string],
        read_only: [messages.null],
        can_add_guests: [messages.boolean],
        is_travelling: [messages.boolean],
      },
    })
  })

  test.each([
    ['str', 'all'],
    ['list', [{}]],
    ['int', 5],
    ['bool', true],
  ])('6. permissions must be an object: %s', async (type, permissions) => {
    const { olga, fay, trip } = await acquaintances()
    const body = { trip_id: trip.id, invited_user_email: fay.email, permissions }
    const message = `Expected a dictionary of items but got type "${type}".`
    expect(await invite(olga, body)).toMatchObject(invalid('permissions', message))
    expect(await membership(trip.id, fay)).toBeUndefined()
  })
})

describe('11.2 invite in GraphQL', () => {
  const ask = `mutation ($input: InviteInput!) { invite(input: $input) { success } }`

  test('1. GraphQL invites, and refuses the same cases with stable codes', async () => {
    const { olga, vera, stan, fay, trip } = await acquaintances()
    const input = { tripId: trip.id, invitedUserEmail: fay.email }
    const codes = async (person: typeof olga, given: object) => {
      const { errors, data } = await as(person).graphql(ask, { input: given })
      return errors[0]?.extensions.code ?? data
    }
    expect(await codes(stan, input)).toBe('NOT_FOUND')
    expect(await codes(vera, input)).toBe('FORBIDDEN')
    expect(await codes(olga, { ...input, invitedUserEmail: stan.email })).toBe('NOT_FOUND')
    expect(await codes(olga, input)).toEqual({ invite: { success: true } })
    const unsigned = await as(anonymous).graphql(ask, { input })
    expect(unsigned.errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  test('2. missing fields are validation errors by field', async () => {
    const { olga } = await cast()
    for (const [tripId, message] of [
      [undefined, messages.required],
      [null, messages.null],
    ]) {
      const { errors } = await as(olga).graphql(ask, { input: { tripId, permissions: null } })
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { tripId: [message], invitedUserEmail: [messages.required] },
      })
    }
  })
})
