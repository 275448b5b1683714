import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insert, moment, tripsChangedSince } from '../sync.ts'
import { type Cast, cast, join, type Person } from '../world.ts'
import {
  companions,
  invited,
  inviteTo,
  linkTo,
  members,
  membership,
  waiting,
} from './invitations.ts'
import { one } from './persons.ts'

/** The answer's data, or the code of its refusal. */
async function ask(person: { key: string | null }, query: string, variables: object = {}) {
  const { data, errors } = await as(person as Person).graphql(query, variables)
  return errors[0]?.extensions.code ?? data
}

const accept = (person: { key: string | null }, t: number, selection = '{ id name }') =>
  ask(person, `mutation ($t: Int!) { acceptInvitation(tripId: $t) ${selection} }`, { t })
const decline = (person: { key: string | null }, t: number) =>
  ask(person, 'mutation ($t: Int!) { declineInvitation(tripId: $t) }', { t })
const invitations = (person: { key: string | null }, args = '') =>
  ask(person, `{ invitations${args} { count results { tripId createdAt } } }`)

const accepted = (trip: Cast['trip']) => ({
  acceptInvitation: { id: trip.id, name: 'Lisbon long weekend' },
})

describe('17 acceptInvitation', () => {
  test('1. The caller joins their pending membership with the rights that were granted', async () => {
    const { pia, trip } = await cast()
    const before = await membership(trip.id, pia)
    expect(await accept(pia, trip.id)).toEqual(accepted(trip))
    expect(await membership(trip.id, pia)).toEqual({
      ...before,
      joined: true,
      entered: expect.any(Number),
      version: expect.any(Number),
    })
    const { json } = await as(pia).get(`/v1/trips/${trip.id}`)
    expect(json.collaborators).toBe(4)
  })

  test('2. The answer shows what the caller now sees', async () => {
    const { olga, pia, trip } = await cast()
    const row = { title: 'Dinner', price: 62.4, currency: 'EUR', date: '2031-04-19T19:30:00Z' }
    await insert('expense', { ...row, trip_id: trip.id, owner_id: olga.id })
    const selection = `{ collaboratorsCount viewerCan { edit } expenses { results { price } }
      guests { id } }`
    expect(await accept(pia, trip.id, selection)).toMatchObject({
      acceptInvitation: {
        collaboratorsCount: 4,
        viewerCan: { edit: true },
        expenses: { results: [{ price: 62.4 }] },
      },
    })
  })

  test('3. A repeat succeeds and changes nothing, for every joined member', async () => {
    const { olga, ed, pia, trip } = await cast()
    await accept(pia, trip.id)
    const before = await members(trip.id)
    for (const person of [pia, ed, olga]) {
      expect(await accept(person, trip.id)).toEqual(accepted(trip))
    }
    expect(await members(trip.id)).toBe(before)
  })

  test('4. Without an invitation it is NOT_FOUND, as for a deleted and an unknown trip', async () => {
    const { olga, pia, stan, trip } = await cast()
    expect(await accept(stan, trip.id)).toBe('NOT_FOUND')
    expect(await accept(pia, 2_000_000_000)).toBe('NOT_FOUND')
    expect(await accept(anonymous, trip.id)).toBe('UNAUTHENTICATED')
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await accept(pia, trip.id)).toBe('NOT_FOUND')
    expect(await membership(trip.id, pia)).toMatchObject({ joined: false })
  })

  test('5. The change counts for updatedSince of the trip, and voids the link', async () => {
    const { olga, cleo, trip, token } = await waiting()
    const before = await moment()
    await accept(cleo, trip.id)
    expect(await tripsChangedSince(olga, before)).toEqual([trip.id])
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invitation_hash: null })
    expect(await answer(token, true)).toBe('BAD_USER_INPUT')
  })
})

describe('17 declineInvitation', () => {
  test('1. The membership is removed; a repeat is NOT_FOUND', async () => {
    const { olga, pia, trip } = await cast()
    const before = await moment()
    expect(await decline(pia, trip.id)).toEqual({ declineInvitation: true })
    expect(await membership(trip.id, pia)).toBeUndefined()
    expect(await tripsChangedSince(olga, before)).toEqual([trip.id])
    expect(await decline(pia, trip.id)).toBe('NOT_FOUND')
    expect(await accept(pia, trip.id)).toBe('NOT_FOUND')
  })

  test('2. A joined member gets NOT_FOUND and stays', async () => {
    const { olga, ed, stan, trip } = await cast()
    const before = await members(trip.id)
    for (const person of [olga, ed, stan]) {
      expect(await decline(person, trip.id)).toBe('NOT_FOUND')
    }
    expect(await decline(anonymous, trip.id)).toBe('UNAUTHENTICATED')
    expect(await members(trip.id)).toBe(before)
  })

  test('3. A user who declined can be invited again, with a new link', async () => {
    const { olga, cleo, trip, token } = await waiting()
    await decline(cleo, trip.id)
    await inviteTo(trip.id, olga, cleo)
    const again = await linkTo(cleo)
    expect(again.token).not.toBe(token)
    expect(await answer(token, true)).toBe('BAD_USER_INPUT')
    expect(await answer(again.token, true)).toHaveProperty('answerInvitation')
  })
})

describe('17 invitations', () => {
  test("1. The caller's pending memberships of active trips are listed, newest first", async () => {
    const { olga, ed, pia, stan, trip } = await cast()
    const ids = [trip.id]
    for (const owner of [olga, stan, stan]) {
      const [id] = await insert('trip', { owner_id: owner.id })
      ids.unshift(id as number)
      await join(id as number, pia, { joined: false })
    }
    const [gone = 0, ...left] = ids
    await as(stan).delete(`/v1/trips/${gone}`)
    const found = (await invitations(pia)) as { invitations: { results: object[] } }
    expect(found).toMatchObject({
      invitations: { count: 3, results: left.map((tripId) => ({ tripId })) },
    })
    for (const one of found.invitations.results) {
      expect(one).toHaveProperty('createdAt', expect.stringMatching(/^\d{4}-.*\d\dZ$/))
    }
    expect(await invitations(pia, '(first: 1, page: 2)')).toMatchObject({
      invitations: { count: 3, results: [{ tripId: left[1] }] },
    })
    expect(await invitations(pia, '(page: 2)')).toBe('INVALID_PAGE')
    for (const person of [ed, stan]) {
      expect(await invitations(person)).toEqual({ invitations: { count: 0, results: [] } })
    }
    expect(await invitations(anonymous)).toBe('UNAUTHENTICATED')
  })
})

const answer = (token: unknown, accept: unknown) =>
  ask(
    anonymous,
    'mutation ($input: InvitationAnswerInput!) { answerInvitation(input: $input) { detail } }',
    {
      input: { token, accept },
    },
  )

describe('17 answerInvitation, by the token of the mail', () => {
  test('1. The token accepts once', async () => {
    const { cleo, trip, token } = await waiting()
    expect(await answer(token, true)).toEqual({
      answerInvitation: { detail: 'You have joined the trip.' },
    })
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invitation_hash: null })
    for (const again of [true, false]) expect(await answer(token, again)).toBe('BAD_USER_INPUT')
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true })
  })

  test('2. The token declines once', async () => {
    const { cleo, trip, token } = await waiting()
    expect(await answer(token, false)).toEqual({
      answerInvitation: { detail: 'You have declined the invitation.' },
    })
    expect(await membership(trip.id, cleo)).toBeUndefined()
    for (const again of [true, false]) expect(await answer(token, again)).toBe('BAD_USER_INPUT')
  })

  test('3. An unknown or withdrawn token, or one of a deleted trip, is {"token": ["Invalid value"]}', async () => {
    const [withdrawn, deleted] = [await waiting(), await waiting()]
    await as(withdrawn.olga).delete(
      `/v1/trip/${withdrawn.trip.id}/collaborator/${withdrawn.cleo.id}`,
    )
    await as(deleted.olga).delete(`/v1/trips/${deleted.trip.id}`)
    const mutation = (token: string) =>
      `mutation { answerInvitation(input: {token: "${token}", accept: true}) { detail } }`
    for (const token of ['x', 'x'.repeat(27), withdrawn.token, deleted.token]) {
      const { data, errors } = await as(anonymous).graphql(mutation(token))
      expect(data).toBeNull()
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { token: ['Invalid value'] },
      })
    }
  })

  test('4. An incomplete answer does not use up the token', async () => {
    const { token } = await waiting()
    for (const wrong of [undefined, null]) {
      expect(await answer(token, wrong)).toBe('BAD_USER_INPUT')
      expect(await answer(wrong, true)).toBe('BAD_USER_INPUT')
    }
    expect(await answer(token, true)).toHaveProperty('answerInvitation')
  })

  test('5. One invitation is answered; others of the same person stay open', async () => {
    const { olga, cleo, trip, token } = await waiting()
    const [other] = await insert('trip', { owner_id: olga.id })
    await inviteTo(other as number, olga, cleo)
    expect(await answer(token, true)).toHaveProperty('answerInvitation')
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true })
    expect(await membership(other as number, cleo)).toMatchObject({ joined: false })
    const stranger = await one('stranger')
    expect(await invitations(stranger)).toEqual({ invitations: { count: 0, results: [] } })
  })
})

const mailed = (token: string) =>
  ask(anonymous, 'query ($t: String!) { mailedInvitation(token: $t) { tripName inviterName } }', {
    t: token,
  })

describe('17 mailedInvitation, what the link of the mail shows before it is answered', () => {
  test('1. It has the current names of the trip and of the inviter, who may not be the owner', async () => {
    const { olga, cleo, trip } = await waiting()
    const [nina, zoe] = [await one('nina'), await one('zoe')]
    await join(trip.id, nina, { can_edit: true, can_add_guests: true })
    await companions(nina, zoe)
    expect(await inviteTo(trip.id, nina, zoe)).toMatchObject(invited)
    await as(olga).patch(`/v1/trips/${trip.id}`, { name: 'Porto' })
    const names = (inviterName: string) => ({
      mailedInvitation: { tripName: 'Porto', inviterName },
    })
    expect(await mailed((await linkTo(zoe)).token)).toEqual(names(nina.name))
    expect(await mailed((await linkTo(cleo)).token)).toEqual(names(olga.name))
  })

  test('2. It is NOT_FOUND for any other token, and once it was answered', async () => {
    const { cleo, trip, token } = await waiting()
    for (const wrong of ['', 'x', `${token}x`, '\0']) expect(await mailed(wrong)).toBe('NOT_FOUND')
    expect(await accept(cleo, trip.id)).toHaveProperty('acceptInvitation')
    expect(await mailed(token)).toBe('NOT_FOUND')
    expect(await membership(trip.id, cleo)).toMatchObject({ joined: true, invited_by: null })
  })
})
