import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, db, type Person } from '../world.ts'
import { exactly, messages } from './answers.ts'

const create = (person: Person, guest_invites: unknown, more: object = {}) =>
  as(person).post('/v1/trips', { name: 'Porto', guest_invites, ...more })

/** All trips of the person, deleted ones too. */
const tripsOf = ({ id }: Person) =>
  db.query({ text: 'select id from trip where owner_id = $1', values: [id] })

const dictionary = (type: string) => `Expected a dictionary of items but got type "${type}".`

describe('6.2 guest_invites: errors', () => {
  const own = { user_id: 1 }
  test.each([
    ['a str', 'x', ['Expected a list of items but got type "str".']],
    ['a dict', {}, ['Expected a list of items but got type "dict".']],
    ['a bool', true, ['Expected a list of items but got type "bool".']],
    [
      'more than 100',
      Array.from({ length: 101 }, () => own),
      ['Ensure this field has no more than 100 elements.'],
    ],
    ['no user_id', [{}], [{ user_id: [messages.required] }]],
    ['null', [{ user_id: null }], [{ user_id: [messages.null] }]],
    ['no integer', [{ user_id: 'x' }], [{ user_id: [messages.integer] }]],
    ['{} for sound ones', [own, {}, own], [{}, { user_id: [messages.required] }, {}]],
    [
      'a bad permission',
      [{ ...own, permissions: { can_see_expenses: 'maybe' } }],
      [{ permissions: { can_see_expenses: [messages.boolean] } }],
    ],
    [
      'null as permission',
      [{ ...own, permissions: { read_only: null } }],
      [{ permissions: { read_only: [messages.null] } }],
    ],
    [
      'permissions no object',
      [{ ...own, permissions: 'all' }],
      [{ permissions: [dictionary('str')] }],
    ],
    [
      'everything at once',
      [{ permissions: { can_edit: 2, title: 1 } }, own],
      [{ user_id: [messages.required], permissions: { can_edit: [messages.boolean] } }, {}],
    ],
    [
      'elements no objects',
      [5, null, [], 'x'],
      [
        ...['int', 'NoneType', 'list', 'str'].map((type) => ({
          non_field_errors: [dictionary(type)],
        })),
      ],
    ],
  ])('1. An error is 400, one entry per element: %s', async (_case, guest_invites, expected) => {
    const { stan } = await cast()
    expect(await create(stan, guest_invites)).toMatchObject(
      exactly(400, { guest_invites: expected }),
    )
    expect(await tripsOf(stan)).toEqual([])
  })

  test('2. Errors of guest_invites are reported beside other field errors', async () => {
    const { stan } = await cast()
    expect((await create(stan, [{}], { starts_at: 'x' })).json).toEqual({
      starts_at: [messages.date],
      guest_invites: [{ user_id: [messages.required] }],
    })
  })
})

describe('6.2 guestInvites in GraphQL: errors', () => {
  const ask = 'mutation ($input: TripInput!) { createTrip(input: $input) { id } }'

  test('1. Missing user ids are validation errors by element', async () => {
    const { stan } = await cast()
    const guestInvites = [{ userId: 1 }, { permissions: null }, { userId: null }]
    const { errors } = await as(stan).graphql(ask, { input: { guestInvites } })
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: {
        guestInvites: [{}, { userId: [messages.required] }, { userId: [messages.null] }],
      },
    })
    expect(await tripsOf(stan)).toEqual([])
  })
})
