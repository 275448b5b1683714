import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { statementsOf } from '../rest-facade/statements.ts'
import { cast, join, type Person, people, sha256 } from '../world.ts'
import { empty200 } from './answers.ts'
import { acquaintances, companions, favorite, linkTo, membership } from './invitations.ts'
import { fresh } from './persons.ts'

const create = (person: Person, guest_invites: unknown, more: object = {}) =>
  as(person).post('/v1/trips', { name: 'Porto', guest_invites, ...more })

const ofPerson = ({ id }: Person, permissions?: object) => ({ user_id: id, permissions })

async function tripsOf(person: Person): Promise<number> {
  return (await as(person).get('/v2/trips')).json.count
}

const defaults = {
  ...{ can_edit: true, can_add_guests: false, can_see_expenses: true, can_edit_expenses: true },
  ...{ can_see_documents: true, can_edit_documents: true },
  ...{ is_owner: false, is_travelling: true, receive_notifications: true },
}

describe('6.2 guest_invites: who joins and who is invited', () => {
  test('1. A known guest becomes a joined member at once', async () => {
    const { olga, fay, cleo } = await acquaintances()
    const answer = await create(olga, [ofPerson(fay), ofPerson(cleo)])
    expect(answer).toMatchObject({
      status: 201,
      json: { collaborators: 3, collaborators_count: 3, owner: olga.id },
    })
    const { id } = answer.json
    for (const person of [fay, cleo]) {
      const stored = { joined: true, invitation_hash: null, ...defaults }
      expect(await membership(id, person)).toMatchObject(stored)
      expect((await as(person).get(`/v1/trips/${id}`)).json.collaborators).toBe(3)
      expect(await mailsTo(person.email)).toEqual([])
    }
    expect((await as(olga).get(`/v1/trips/${id}`)).text).toBe(answer.text)
  })

  test('2. Any other existing user becomes a pending member until they accept', async () => {
    const { olga, stan } = await cast()
    const { status, json } = await create(olga, [ofPerson(stan)])
    expect([status, json.collaborators, json.collaborators_count]).toEqual([201, 1, 1])
    expect((await as(stan).get(`/v1/trips/${json.id}`)).status).toBe(404)
    const { token } = await linkTo(stan)
    const stored = { joined: false, invitation_hash: sha256(token), ...defaults }
    expect(await membership(json.id, stan)).toMatchObject(stored)
    const [mail, ...more] = await mailsTo(stan.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`${olga.name} invited you to the trip “Porto” on Trips.`)
    const roster = (await as(olga).get(`/v1/trip/${json.id}/collaborators`)).json.results
    expect(roster[1]).toMatchObject({ id: stan.id, name: '', email: '', joined: false })
  })

  test("3. A pending favorite, another's favorite, a deleted trip, a pending share do not count", async () => {
    const { olga, ed } = await cast()
    const [ann, ben, cai, dan] = (await people('ann', 'ben', 'cai', 'dan')) as [
      Person,
      Person,
      Person,
      Person,
    ]
    await favorite(olga, ann, true)
    await favorite(ed, ben)
    const deleted = await companions(olga, cai)
    await as(olga).delete(`/v1/trips/${deleted}`)
    await join(await companions(olga, dan), dan, { joined: false })
    const { json } = await create(
      olga,
      [ann, ben, cai, dan].map((one) => ofPerson(one)),
    )
    expect(json.collaborators).toBe(1)
    for (const person of [ann, ben, cai, dan]) {
      expect(await membership(json.id, person)).toMatchObject({ joined: false })
      expect(await mailsTo(person.email)).toHaveLength(1)
    }
  })

  test("4. Unknown user ids, the caller's own id and repeats are skipped silently", async () => {
    const { olga, fay } = await acquaintances()
    const ids = [0, -1, 2_000_000_000, '2147483648', 1e30, olga.id, String(fay.id), fay.id]
    const invites = ids.map((user_id) => ({ user_id, permissions: { is_travelling: false } }))
    const { status, json } = await create(olga, [...invites, ofPerson(fay)])
    expect([status, json.collaborators]).toEqual([201, 2])
    expect(await membership(json.id, fay)).toMatchObject({ is_travelling: false })
    expect(await membership(json.id, olga)).toMatchObject({ is_owner: true, is_travelling: true })
  })

  test('5. Unknown ids alone, an empty list and null make a trip of the owner alone', async () => {
    const { stan } = await cast()
    for (const invites of [[{ user_id: 2_000_000_000 }], [], null]) {
      const { status, json } = await create(stan, invites)
      expect([status, json.collaborators]).toEqual([201, 1])
    }
  })

  test('6. A duplicate identifier creates nothing and invites nobody', async () => {
    const { olga, stan, fay } = await acquaintances()
    const same = { internal_identifier: 'porto-2031' }
    await create(olga, [], same)
    const before = await tripsOf(olga)
    expect(await create(olga, [ofPerson(stan), ofPerson(fay)], same)).toMatchObject(empty200)
    expect(await tripsOf(olga)).toBe(before)
    expect(await mailsTo(stan.email)).toEqual([])
    expect(await tripsOf(fay)).toBe(0)
  })

  test('7. guest_invites is ignored on update', async () => {
    const { olga, fay, trip } = await acquaintances()
    for (const guest_invites of [[ofPerson(fay)], 'x', [{}]]) {
      const body = { name: fresh('x'), guest_invites }
      expect((await as(olga).patch(`/v1/trips/${trip.id}`, body)).status).toBe(200)
    }
    expect(await membership(trip.id, fay)).toBeUndefined()
  })

  test('8. The number of statements does not grow with the guests', async () => {
    const { olga } = await cast()
    const costs = []
    for (const size of [2, 20]) {
      const guests = await people(...Array.from({ length: size }, (_, at) => `guest${at}`))
      const half = guests.slice(size / 2)
      for (const person of half) await favorite(olga, person)
      const send = () =>
        create(
          olga,
          guests.map((one) => ofPerson(one)),
        )
      const { answer, statements } = await statementsOf(send)
      expect(answer.json.collaborators).toBe(1 + half.length)
      costs.push(statements.length)
    }
    expect(costs[1]).toBe(costs[0])
    expect(costs[0]).toBeLessThanOrEqual(9)
  })
})

describe('6.2 guest_invites: permissions', () => {
  test.each([
    ['none', undefined, {}],
    ['null', null, {}],
    [
      'can_edit false',
      { can_edit: false, can_add_guests: true },
      {
        ...{ can_edit: false, can_edit_expenses: false, can_edit_documents: false },
        ...{ can_see_expenses: true, can_see_documents: true },
      },
    ],
    [
      'read_only wins',
      { read_only: true, can_edit: true, can_add_guests: true },
      {
        ...{ can_edit: false, can_edit_expenses: false, can_edit_documents: false },
      },
    ],
    [
      'words',
      { can_add_guests: 'on', can_see_expenses: 'No' },
      {
        ...{ can_add_guests: true, can_see_expenses: false, can_edit_expenses: false },
      },
    ],
    ['not to travel', { is_travelling: false }, { is_travelling: false }],
  ])('1. Keys and defaults are those of 11.2: %s', async (_case, permissions, expected) => {
    const { olga, stan, fay } = await acquaintances()
    const invites = [fay, stan].map(({ id }) => ({ user_id: id, permissions }))
    const { json } = await create(olga, invites)
    for (const person of [fay, stan]) {
      expect(await membership(json.id, person)).toMatchObject({ ...defaults, ...expected })
    }
  })
})

describe('6.2 guestInvites in GraphQL', () => {
  const ask = `mutation ($input: TripInput!) { createTrip(input: $input) { id collaboratorsCount
    guests { id name email joined permissions { isOwner canEdit canAddGuests } }
    collaborators { count } viewerCan { delete } } }`

  test('1. createTrip returns the trip with its joined guests, by user id, and no pending ones', async () => {
    const { olga, stan, fay, cleo } = await acquaintances()
    const guestInvites = [
      { userId: cleo.id, permissions: { readOnly: true } },
      { userId: stan.id },
      { userId: fay.id, permissions: { canAddGuests: true } },
    ]
    const { data, errors } = await as(olga).graphql(ask, { input: { guestInvites } })
    expect(errors).toEqual([])
    const guest = ({ id, name, email }: Person, canEdit: boolean) => ({
      ...{ id, name, email, joined: true },
      permissions: { isOwner: false, canEdit, canAddGuests: canEdit },
    })
    expect(data?.createTrip).toMatchObject({
      collaboratorsCount: 3,
      guests: [guest(fay, true), guest(cleo, false)],
      collaborators: { count: 4 },
      viewerCan: { delete: true },
    })
  })
})
