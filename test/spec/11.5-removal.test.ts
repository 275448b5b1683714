import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insert, insertEmail, moment, tripsChangedSince } from '../sync.ts'
import { age, allRights, type Cast, cast, join, type Person } from '../world.ts'
import { exactly, forbidden, notFound, unauthenticated } from './answers.ts'
import { type CollaboratorTarget, collaboratorOf, graphqlRoster } from './collaborators.ts'
import { kindsWithEmails } from './kinds.ts'
import { member } from './persons.ts'

const removed = exactly(200, {})

/** The removal in GraphQL: its answer, or the code of the refusal. */
async function remove(
  caller: Person | typeof anonymous,
  trip: CollaboratorTarget,
  target: CollaboratorTarget,
) {
  const query = `mutation {
    removeCollaborator(tripId: ${trip.id}, userId: ${target.id}) { tripId userId } }`
  const { data, errors } = await as(caller).graphql(query)
  return errors[0]?.extensions.code ?? data?.removeCollaborator
}

/** The ids on the roster, pending invitees included. */
async function roster({ olga, trip }: Pick<Cast, 'olga' | 'trip'>): Promise<number[]> {
  return (await graphqlRoster(olga, trip.id)).results.map(({ id }) => id)
}

describe('11.5 DELETE /v1/trip/{trip_id}/collaborator/{user_id}', () => {
  test("the owner's removal of a member is 200 {}", async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    expect(await as(olga).delete(collaboratorOf(trip, vera))).toMatchObject(removed)
    expect(await roster({ olga, trip })).toEqual([olga.id, ed.id, pia.id])
    expect(await remove(olga, trip, ed)).toEqual({ tripId: trip.id, userId: ed.id })
    expect(await roster({ olga, trip })).toEqual([olga.id, pia.id])
  })

  test('the next mutation of the same operation finds the roster without them', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    const ids = (update: string) =>
      `${update}: updateTrip(id: ${trip.id}, input: {}) { collaborators { results { id } } }`
    const { data } = await as(olga).graphql(`mutation { ${ids('before')}
      removeCollaborator(tripId: ${trip.id}, userId: ${ed.id}) { userId } ${ids('after')} }`)
    const listed = (people: Person[]) => ({
      collaborators: { results: people.map(({ id }) => ({ id })) },
    })
    expect(data).toMatchObject({
      before: listed([olga, ed, vera, pia]),
      after: listed([olga, vera, pia]),
    })
  })

  test('a member with can_add_guests may remove another', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    const nina = await member(trip.id, { can_edit: true, can_add_guests: true })
    expect(await as(nina).delete(collaboratorOf(trip, ed))).toMatchObject(removed)
    expect(await remove(nina, trip, vera)).toEqual({ tripId: trip.id, userId: vera.id })
    expect(await roster({ olga, trip })).toEqual([olga.id, pia.id, nina.id])
  })

  test('members may remove themselves, whatever their rights; again is E-NOTFOUND', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    expect(await as(vera).delete(collaboratorOf(trip, vera))).toMatchObject(removed)
    expect(await as(vera).delete(collaboratorOf(trip, vera))).toMatchObject(notFound)
    expect(await remove(ed, trip, ed)).toEqual({ tripId: trip.id, userId: ed.id })
    expect(await remove(ed, trip, ed)).toBe('NOT_FOUND')
    expect(await roster({ olga, trip })).toEqual([olga.id, pia.id])
  })

  test('removing the owner is E-PERM for every member', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    for (const person of [olga, ed, vera]) {
      expect(await as(person).delete(collaboratorOf(trip, olga))).toMatchObject(forbidden)
      expect(await remove(person, trip, olga)).toBe('FORBIDDEN')
    }
    expect(await roster({ olga, trip })).toEqual([olga.id, ed.id, vera.id, pia.id])
  })

  test('removing a user not on the trip is 200 {} for a caller who may remove others', async () => {
    const { olga, ed, vera, stan, trip } = await cast()
    await as(olga).delete(collaboratorOf(trip, vera))
    for (const person of [olga, ed]) {
      for (const id of [vera.id, stan.id, 0, 2_147_483_647]) {
        expect(await as(person).delete(collaboratorOf(trip, { id }))).toMatchObject(removed)
        expect(await remove(person, trip, { id })).toEqual({ tripId: trip.id, userId: id })
      }
      const far = await as(person).delete(collaboratorOf(trip, { id: '2147483648' }))
      expect(far).toMatchObject(removed)
    }
  })

  test('a member without the right gets E-PERM for any other target', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const nina = await member(trip.id, { ...allRights, can_add_guests: false })
    for (const person of [vera, nina]) {
      for (const target of [ed, pia, stan, olga, { id: 0 }]) {
        expect(await as(person).delete(collaboratorOf(trip, target))).toMatchObject(forbidden)
        expect(await remove(person, trip, target)).toBe('FORBIDDEN')
      }
    }
    expect(await roster({ olga, trip })).toHaveLength(5)
  })

  test('a caller who is not a member gets E-NOTFOUND; without credentials 401', async () => {
    const { olga, ed, pia, stan, trip } = await cast()
    for (const person of [stan, pia]) {
      for (const target of [person, ed, olga]) {
        expect(await as(person).delete(collaboratorOf(trip, target))).toMatchObject(notFound)
        expect(await remove(person, trip, target)).toBe('NOT_FOUND')
      }
    }
    expect(await as(anonymous).delete(collaboratorOf(trip, ed))).toMatchObject(unauthenticated)
    expect(await remove(anonymous, trip, ed)).toBe('UNAUTHENTICATED')
    for (const id of ['0', '2147483647', '2147483648', 'x']) {
      expect(await as(olga).delete(collaboratorOf({ id }, ed))).toMatchObject(notFound)
    }
    for (const id of ['me', '-1', 'x']) {
      expect(await as(olga).delete(collaboratorOf(trip, { id }))).toMatchObject(notFound)
    }
    expect(await roster({ olga, trip })).toHaveLength(4)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await as(olga).delete(collaboratorOf(trip, ed))).toMatchObject(notFound)
  })
})

describe('11.5 Effects: access ends at once', () => {
  test("the removed member's reads and writes are 404 on both surfaces, and lists empty", async () => {
    const { olga, ed, trip } = await cast()
    const { json } = await as(ed).post(`/v1/trip/${trip.id}/activities`, { name: 'Tiles' })
    await as(olga).delete(collaboratorOf(trip, ed))
    const path = `/v1/trip/${trip.id}/activity/${json.id}`
    for (const answer of [
      await as(ed).get(`/v1/trips/${trip.id}`),
      await as(ed).get(`/v1/trip/${trip.id}/collaborators`),
      await as(ed).get(path),
      await as(ed).patch(path, { name: 'x' }),
      await as(ed).delete(path),
      await as(ed).post(`/v1/trip/${trip.id}/activities`, { name: 'x' }),
    ]) {
      expect(answer).toMatchObject(notFound)
    }
    expect((await as(ed).get('/v2/trips')).json.count).toBe(0)
    expect((await as(ed).get('/v2/trips?deleted=true')).json.count).toBe(0)
    const { errors } = await as(ed).graphql(`{ trip(id: ${trip.id}) { id } }`)
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND')
  })

  test('the next field of the removed member in one document is NOT_FOUND', async () => {
    const { ed, trip } = await cast()
    const { errors } = await as(ed).graphql(`mutation {
      removeCollaborator(tripId: ${trip.id}, userId: ${ed.id}) { userId }
      updateTrip(id: ${trip.id}, input: { name: "x" }) { id }
    }`)
    expect(errors.map(({ path, extensions }) => [path?.[0], extensions.code])).toEqual([
      ['updateTrip', 'NOT_FOUND'],
    ])
  })

  test('the counts and the guests no longer include the removed member', async () => {
    const { olga, ed, vera, trip } = await cast()
    await as(olga).delete(collaboratorOf(trip, ed))
    expect((await as(vera).get(`/v1/trips/${trip.id}`)).json).toMatchObject({
      collaborators: 2,
      collaborators_count: 2,
    })
    const { guests } = (await as(vera).get(`/v2/trips/${trip.id}`)).json
    expect(guests.map(({ id }) => id)).toEqual([vera.id])
  })
})

describe('11.5 Effects: pending invitation is withdrawn', () => {
  test('the invitee is off the roster and cannot accept', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    expect(await as(ed).delete(collaboratorOf(trip, pia))).toMatchObject(removed)
    expect(await roster({ olga, trip })).toEqual([olga.id, ed.id, vera.id])
    const accept = `mutation { acceptInvitation(tripId: ${trip.id}) { id } }`
    const { data, errors } = await as(pia).graphql(accept)
    expect(data?.acceptInvitation ?? null).toBeNull()
    expect(errors).toHaveLength(1)
    expect(await as(pia).get(`/v1/trips/${trip.id}`)).toMatchObject(notFound)
  })
})

describe('11.5 Effects: taken out of all assigned_users, trip changed_at, objects stay', () => {
  test.each(kindsWithEmails.map((kind) => [kind.one, kind] as const))(
    'the user is taken out of assigned_users, others stay: %s',
    async (_, kind) => {
      const { olga, ed, vera, trip } = await cast()
      const list = `/v1/trip/${trip.id}/${kind.many}`
      const users = [vera.id, olga.id, ed.id]
      const { json } = await as(ed).post(list, { ...kind.least, assigned_users: users })
      const other = await as(olga).post('/v1/trips', {})
      await join(other.json.id, vera)
      const elsewhere = await as(olga).post(`/v1/trip/${other.json.id}/${kind.many}`, {
        ...kind.least,
        assigned_users: [vera.id],
      })
      await as(olga).delete(collaboratorOf(trip, vera))
      const assigned = async (tripId: number, id: number) => {
        const path = `/v1/trip/${tripId}/${kind.one}/${id}?fields=assigned_users`
        return (await as(olga).get(path)).json.assigned_users
      }
      expect(await assigned(trip.id, json.id)).toEqual([olga.id, ed.id])
      expect(await assigned(other.json.id, elsewhere.json.id)).toEqual([vera.id])
    },
  )

  test('the removal of members and invitees moves changed_at; a refused one does not', async () => {
    const { olga, ed, vera, pia, trip } = await cast()
    for (const target of [vera, pia]) {
      await age('trip', trip.id)
      const since = await moment()
      await as(ed).delete(collaboratorOf(trip, olga))
      await as(ed).delete(collaboratorOf(trip, { id: 0 }))
      expect(await tripsChangedSince(olga, since)).toEqual([])
      await as(ed).delete(collaboratorOf(trip, target))
      expect(await tripsChangedSince(olga, since)).toEqual([trip.id])
    }
  })

  test('objects that the removed member made stay in their name, with their emails', async () => {
    const { olga, ed, trip } = await cast()
    const hosting = await as(ed).post(`/v1/trip/${trip.id}/hostings`, { name: 'Casa' })
    const expense = await as(ed).post(`/v1/trip/${trip.id}/expenses`, { title: 'x', price: 3 })
    const emailId = await insertEmail(ed, { hosting_id: hosting.json.id })
    const read = () => as(olga).get(`/v1/trip/${trip.id}/hosting/${hosting.json.id}`)
    await as(olga).delete(collaboratorOf(trip, ed))
    expect((await read()).json).toMatchObject({ owner: { id: ed.id, name: ed.name } })
    expect((await read()).json.emails).toMatchObject([{ id: emailId }])
    const path = `/v1/trip/${trip.id}/expense/${expense.json.id}`
    expect((await as(olga).get(path)).json).toMatchObject({ owner: ed.id, price: 3 })
  })

  test('memberships of other trips stay', async () => {
    const { olga, ed, trip } = await cast()
    const [other] = await insert('trip', { owner_id: olga.id })
    await join(other as number, ed)
    await as(olga).delete(collaboratorOf(trip, ed))
    expect((await as(ed).get('/v2/trips')).json.results.map(({ id }) => id)).toEqual([other])
  })
})
