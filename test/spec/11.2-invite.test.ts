import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { moment, tripsChangedSince } from '../sync.ts'
import { allRights, cast, db, join, logged, type Rights, sha256 } from '../world.ts'
import { notFound } from './answers.ts'
import {
  acquaintances,
  companions,
  favorite,
  invite,
  invited,
  inviteTo,
  linkTo,
  members,
  membership,
} from './invitations.ts'
import { alternative, member, one } from './persons.ts'

/** What is granted by default. */
const defaults = {
  ...{ can_edit: true, can_add_guests: false, can_see_expenses: true, can_edit_expenses: true },
  ...{ can_see_documents: true, can_edit_documents: true },
  ...{ is_owner: false, is_travelling: true, receive_notifications: true },
}
const readOnly = {
  ...defaults,
  ...{ can_edit: false, can_edit_expenses: false, can_edit_documents: false },
}

describe('11.2 POST /v1/guests/invite: cases', () => {
  test('1. An invitation of a member or an invitee changes nothing', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    await favorite(olga, pia)
    const before = await members(trip.id)
    for (const person of [olga, ed, vera, pia]) {
      expect(await inviteTo(trip.id, olga, person, { read_only: true })).toMatchObject(invited)
      expect(await mailsTo(person.email)).toEqual([])
    }
    expect(await members(trip.id)).toBe(before)
    expect(await membership(trip.id, stan)).toBeUndefined()
  })

  test('2. A confirmed favorite of the caller becomes a joined member at once', async () => {
    const { olga, fay, trip } = await acquaintances()
    await companions(olga, fay)
    expect(await inviteTo(trip.id, olga, fay)).toMatchObject(invited)
    expect(await membership(trip.id, fay)).toMatchObject({
      ...{ joined: true, invitation_hash: null, ...defaults },
    })
    expect((await as(fay).get(`/v1/trips/${trip.id}`)).json.collaborators).toBe(4)
    expect(await mailsTo(fay.email)).toEqual([])
  })

  test('3. A pending favorite does not count, nor does one of another person', async () => {
    const { olga, ed, stan, trip } = await cast()
    await favorite(olga, stan, true)
    await favorite(ed, stan)
    await favorite(stan, olga)
    expect(await inviteTo(trip.id, olga, stan)).toMatchObject(notFound)
    expect(await membership(trip.id, stan)).toBeUndefined()
  })

  test('4. A user who shares another active trip becomes a pending invitee and is mailed', async () => {
    const { olga, cleo, trip } = await acquaintances()
    expect(await inviteTo(trip.id, olga, cleo)).toMatchObject(invited)
    const { token } = await linkTo(cleo)
    expect(await membership(trip.id, cleo)).toMatchObject({
      ...{ joined: false, invitation_hash: sha256(token), ...defaults },
    })
    expect(await as(cleo).get(`/v1/trips/${trip.id}`)).toMatchObject(notFound)
    const roster = (await as(olga).get(`/v1/trip/${trip.id}/collaborators`)).json.results
    expect(roster.find(({ id }) => id === cleo.id)).toMatchObject({
      ...{ joined: false, name: cleo.name, email: cleo.email },
    })
    expect(await mailsTo(cleo.email)).toHaveLength(1)
    expect(await inviteTo(trip.id, olga, cleo)).toMatchObject(invited)
    expect(await mailsTo(cleo.email)).toHaveLength(1)
  })

  test('5. Both must have joined the other trip, and it must be active', async () => {
    const { olga, stan, trip } = await cast()
    const [deleted, pending] = [await companions(olga, stan), await companions(olga, stan)]
    await join(pending, stan, { joined: false })
    await as(olga).delete(`/v1/trips/${deleted}`)
    expect(await inviteTo(trip.id, olga, stan)).toMatchObject(notFound)
    await join(pending, stan)
    expect(await inviteTo(trip.id, olga, stan)).toMatchObject(invited)
  })

  test('6. An unknown address and an unrelated user are 404, with the same body', async () => {
    const { olga, stan, trip } = await cast()
    const before = await members(trip.id)
    const unknown = { ...stan, email: 'nobody.at.all@mail.example' }
    for (const person of [stan, unknown]) {
      const answer = await inviteTo(trip.id, olga, person)
      expect(answer).toMatchObject(notFound)
      expect(answer.headers['content-length']).toBe('23')
      expect(await mailsTo(person.email)).toEqual([])
    }
    expect(await members(trip.id)).toBe(before)
  })

  test('7. An invitation of oneself is one of a member', async () => {
    const { olga, ed, trip } = await cast()
    for (const person of [olga, ed]) {
      expect(await inviteTo(trip.id, person, person)).toMatchObject(invited)
    }
  })

  test('8. The address is compared in lower case, and only with primary addresses', async () => {
    const { olga, fay, trip } = await acquaintances()
    const second = await alternative(fay, true)
    const body = { trip_id: trip.id, invited_user_email: second }
    expect(await invite(olga, body)).toMatchObject(notFound)
    const email = `  ${fay.email.toUpperCase()} `
    expect(await invite(olga, { ...body, invited_user_email: email })).toMatchObject(invited)
    expect(await membership(trip.id, fay)).toMatchObject({ joined: true })
  })

  test('9. The change counts for updatedSince of the trip', async () => {
    const { olga, fay, cleo, trip } = await acquaintances()
    for (const person of [fay, cleo]) {
      const before = await moment()
      expect(await tripsChangedSince(olga, before)).toEqual([])
      await inviteTo(trip.id, olga, person)
      expect(await tripsChangedSince(olga, before)).toEqual([trip.id])
    }
  })
})

describe('11.2 POST /v1/guests/invite: what is granted', () => {
  const granted = async (permissions: unknown) => {
    const { olga, fay, trip } = await acquaintances()
    const body = { trip_id: trip.id, invited_user_email: fay.email, permissions }
    expect(await invite(olga, body)).toMatchObject(invited)
    return membership(trip.id, fay)
  }

  test.each([
    ['absent', undefined, defaults],
    ['null', null, defaults],
    ['{}', {}, defaults],
    ['a title', { title: 'Friend' }, defaults],
    [
      'words and digits',
      { can_add_guests: 'yes', can_see_expenses: 0 },
      {
        ...defaults,
        ...{ can_add_guests: true, can_see_expenses: false, can_edit_expenses: false },
      },
    ],
    ['every right', allRights, { ...defaults, can_add_guests: true }],
    ['read_only', { read_only: true }, readOnly],
    ['read_only wins', { read_only: true, ...allRights }, readOnly],
    ['read_only false', { read_only: false }, defaults],
    ['not to travel', { is_travelling: false }, { ...defaults, is_travelling: false }],
    [
      'no documents',
      { can_see_documents: false },
      {
        ...defaults,
        ...{ can_see_documents: false, can_edit_documents: false },
      },
    ],
    ['unknown keys', { is_owner: true, receive_notifications: false, x: 1 }, defaults],
    ['can_edit, which is read_only here', { can_edit: 'x' }, defaults],
  ])('1. permissions grant rights, or the defaults: %s', async (_case, permissions, expected) => {
    expect(await granted(permissions)).toMatchObject({ joined: true, ...expected })
  })

  test.each<[string, Rights, object]>([
    [
      'edits, no expenses',
      { can_see_documents: true, can_edit_documents: true },
      {
        ...{ can_edit: true, can_add_guests: true, can_see_expenses: false },
        ...{ can_edit_expenses: false, can_see_documents: true, can_edit_documents: true },
      },
    ],
    [
      'sees expenses and documents',
      { can_see_expenses: true, can_see_documents: true },
      {
        ...{ can_edit: true, can_see_expenses: true, can_edit_expenses: false },
        ...{ can_see_documents: true, can_edit_documents: false },
      },
    ],
  ])('2. Silently cut down to the rights of the caller: %s', async (_case, rights, expected) => {
    const { fay, trip } = await acquaintances()
    const nina = await member(trip.id, { can_edit: true, can_add_guests: true, ...rights })
    await favorite(nina, fay)
    expect(await inviteTo(trip.id, nina, fay, allRights)).toMatchObject(invited)
    expect(await membership(trip.id, fay)).toMatchObject(expected)
  })

  test('3. Stored rights count: an owner without Pro still grants documents', async () => {
    const { olga, fay, trip } = await acquaintances()
    await db.query({
      text: 'update account set is_premium = false where id = $1',
      values: [olga.id],
    })
    await inviteTo(trip.id, olga, fay)
    expect(await membership(trip.id, fay)).toMatchObject({ can_edit_documents: true })
  })
})

describe('11.2 the invitation mail', () => {
  test('1. It names inviter, trip and link; the token is stored as a hash only, and never logged', async () => {
    const { olga, cleo, trip } = await acquaintances()
    await inviteTo(trip.id, olga, cleo)
    const [mail] = await mailsTo(cleo.email)
    const { token, path } = await linkTo(cleo)
    expect(mail).toMatchObject({
      subject: `${olga.name} invited you to a trip`,
      text: expect.stringContaining(`${olga.name} invited you to the trip “Lisbon long weekend”`),
      html: expect.stringContaining(`<a href="http://127.0.0.1:3000${path}">`),
    })
    expect(Buffer.from(token, 'base64url')).toHaveLength(20)
    expect(JSON.stringify(await membership(trip.id, cleo))).not.toContain(token)
    expect(logged.join('')).not.toContain(token)
  })

  test('2. Every invitation has a token of its own', async () => {
    const { olga, trip } = await cast()
    const tokens = new Set<string>()
    for (const name of ['ann', 'ben', 'cai']) {
      const person = await one(name)
      await companions(olga, person)
      await inviteTo(trip.id, olga, person)
      tokens.add((await linkTo(person)).token)
    }
    expect(tokens.size).toBe(3)
  })
})
