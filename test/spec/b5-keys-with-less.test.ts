/** What a key that does less than its account may see and do (B5). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insert, insertEmail } from '../sync.ts'
import { cast, db, join, trip as newTrip } from '../world.ts'
import { exactly, forbidden, notFound } from './answers.ts'
import { befriend } from './favorites.ts'
import { narrowed } from './keys.ts'
import { restore } from './restored.ts'

const code = (code: string) => [{ extensions: { code } }]

describe('B5 a key that only reads', () => {
  it('its holder sees what the account sees', async () => {
    const { olga, trip } = await cast()
    const key = await narrowed(olga, { readOnly: true })
    for (const path of ['/v1/me', '/v2/trips', `/v2/trips/${trip.id}`, '/v1/guests/favorites']) {
      expect(await as(key).get(path), path).toMatchObject({
        ...{ status: 200, text: (await as(olga).get(path)).text },
      })
    }
  })

  it('its holder writes nothing: whatever is asked, it is E-PERM', async () => {
    const { olga, trip } = await cast()
    const key = await narrowed(olga, { readOnly: true })
    const paths = ['/v1/trips', `/v1/trip/${trip.id}/hostings`, '/v1/categories', '/v1/emails/add']
    for (const path of paths) {
      expect(await as(key).post(path, { name: '' }), path).toMatchObject(forbidden)
    }
    expect(await as(key).patch('/v1/me', { name: 'x' })).toMatchObject(forbidden)
    expect(await as(key).delete('/v1/trips/2147483647')).toMatchObject(forbidden)
  })
})

describe('B5 a key for some trips', () => {
  it('its holder sees those alone; others are as those of strangers', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const key = await narrowed(olga, { trips: [trip.id] })
    const { json } = await as(key).get('/v2/trips')
    expect([json.count, json.results.map(({ id }) => id)]).toEqual([1, [trip.id]])
    expect((await as(key).get(`/v2/trips/${trip.id}`)).status).toBe(200)
    expect(await as(key).get(`/v2/trips/${other.id}`)).toMatchObject(notFound)
    expect(await as(key).get(`/v1/trip/${other.id}/hostings`)).toMatchObject(notFound)
    expect(await as(key).post(`/v1/trip/${other.id}/hostings`, {})).toMatchObject(notFound)
    expect(await as(key).get(`/v2/trip/${other.id}/documents`)).toMatchObject(forbidden)
    expect(await as(key).get(`/v2/trip/${other.id}/emails`)).toMatchObject(forbidden)
    expect((await as(key).post(`/v1/trip/${trip.id}/hostings`, { name: 'H' })).status).toBe(201)
  })

  it('its holder moves nothing out of them', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const key = await narrowed(olga, { trips: [trip.id] })
    const { id } = (await as(key).post(`/v1/trip/${trip.id}/hostings`, { name: 'H' })).json
    const moved = await as(key).patch(`/v1/trip/${trip.id}/hosting/${id}`, {
      update_trip: other.id,
    })
    expect(moved.status).toBe(400)
  })

  it('its holder changes and removes no member of another trip, and joins none', async () => {
    const { olga, ed, stan, trip } = await cast()
    const [other, invited] = [await newTrip(olga), await newTrip(ed)]
    await join(other.id, stan)
    await join(invited.id, olga, { joined: false })
    const key = await narrowed(olga, { trips: [trip.id] })
    const member = `/v1/trip/${other.id}/collaborator/${stan.id}`
    const given = { is_travelling: true }
    expect(await as(key).patch(`${member}/permissions`, given)).toMatchObject(notFound)
    expect(await as(key).delete(member)).toMatchObject(notFound)
    const answers = [`acceptInvitation(tripId: ${invited.id}) { id }`]
    answers.push(`declineInvitation(tripId: ${invited.id})`)
    for (const answer of answers) {
      const { errors } = await as(key).graphql(`mutation { ${answer} }`)
      expect(errors, answer).toMatchObject(code('NOT_FOUND'))
    }
    expect((await as(olga).patch(`${member}/permissions`, given)).status).toBe(200)
    expect((await as(olga).delete(member)).status).toBe(200)
  })

  it('its holder loses a trip that the account leaves', async () => {
    const { ed, trip } = await cast()
    const key = await narrowed(ed, { trips: [trip.id] })
    expect((await as(ed).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`)).status).toBe(200)
    expect(await as(key).get(`/v2/trips/${trip.id}`)).toMatchObject(notFound)
  })

  it('its holder is not the account: no trips, favorites, inbox, addresses or profile', async () => {
    const { olga, ed, trip } = await cast()
    const record = (await befriend(olga, ed))[0]
    const mail = await insertEmail(olga, {})
    const key = await narrowed(olga, { trips: [trip.id] })
    const asked = [
      as(key).post('/v1/trips', { name: 'x' }),
      as(key).get('/v1/guests/favorites'),
      as(key).get('/v1/automation/emails'),
      as(key).get(`/v1/automation/emails/${mail}`),
      as(key).patch(`/v1/automation/emails/${mail}`, { trip_id: trip.id }),
      as(key).delete(`/v1/automation/emails/${mail}`),
      as(key).get('/v1/emails'),
      as(key).post('/v1/emails/add', { email: 'x@mail.example' }),
      as(key).delete('/v1/emails/1'),
      as(key).put('/v1/me', { language: 'pt' }),
      as(key).patch('/auth/user', { first_name: 'x' }),
      as(key).post('/v1/categories', { name: 'x' }),
    ]
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(forbidden)
    const { errors } = await as(key).graphql(`mutation { removeFavorite(id: ${record.id}) }`)
    expect(errors).toMatchObject(code('FORBIDDEN'))
  })

  it('its holder sees the categories of those trips alone', async () => {
    const { olga, ed, stan, trip } = await cast()
    const other = await newTrip(olga)
    await join(other.id, stan)
    const made = async (owner: { id: number }, slug: string) => {
      const row = { owner_id: owner.id, slug, name: slug, icon_name: 'golf', color: '#8E8E93' }
      return (await insert('category', row))[0] as number
    }
    const [own, edd, far] = [await made(olga, 'o'), await made(ed, 'e'), await made(stan, 's')]
    const ids = async (caller: { key: string }) => {
      const { json } = await as(caller).get('/v1/categories')
      return json.results.map(({ id }) => id)
    }
    expect(await ids(olga)).toEqual([own, edd, far])
    const key = await narrowed(olga, { trips: [trip.id] })
    expect(await ids(key)).toEqual([own, edd])
    expect(await as(key).get(`/v1/categories/${far}`)).toMatchObject(notFound)
    expect(await as(key).patch(`/v1/categories/${own}`, { name: 'x' })).toMatchObject(forbidden)
  })

  it('its holder restores what is in those trips, and nothing of the account', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const row = { owner_id: olga.id, slug: 'o', name: 'o', deleted_at: 'now' }
    const [category = 0] = await insert('category', row)
    const thrown = await insertEmail(olga, { deleted_at: 'now' })
    const here = await insertEmail(olga, { trip_id: trip.id, deleted_at: 'now' })
    const there = await insertEmail(olga, { trip_id: other.id, deleted_at: 'now' })
    const key = await narrowed(olga, { trips: [trip.id] })
    const hidden: [string, number][] = [['category', category]]
    hidden.push(['email', thrown], ['email', there], ['trip', other.id])
    for (const [kind, id] of hidden) {
      expect([kind, await restore(key, kind, id)]).toEqual([kind, 'NOT_FOUND'])
    }
    expect(await restore(key, 'email', here)).toBe(true)
    for (const [kind, id] of hidden) expect(await restore(olga, kind, id)).toBe(true)
  })

  it('its holder sees of the profile who it is; all other keys are empty', async () => {
    const { olga, trip } = await cast()
    const key = await narrowed(olga, { trips: [trip.id] })
    const { json: full } = await as(olga).get('/v1/me')
    const { json } = await as(key).get('/v1/me')
    const seen = ['id', 'username', 'name', 'photo_url', 'timezone', 'language']
    seen.push('default_currency', 'is_premium')
    const empty = { string: '', boolean: false } as Record<string, unknown>
    const isTime = (name: string) => name === 'last_activity_date'
    const emptied = Object.entries(full).map(([name, value]) => {
      if (seen.includes(name)) return [name, value]
      return [name, isTime(name) ? null : (empty[typeof value] ?? null)]
    })
    expect(json).toEqual(Object.fromEntries(emptied))
    expect(await as(key).get('/auth/user/')).toMatchObject(
      exactly(200, {
        ...{ pk: olga.id, username: olga.username, email: '', first_name: '', last_name: '' },
      }),
    )
    const { data } = await as(key).graphql('{ me { id username isPremium } }')
    expect(data).toEqual({ me: { id: olga.id, username: olga.username, isPremium: true } })
    const { errors } = await as(key).graphql('{ me { id email } }')
    expect(errors).toMatchObject(code('FORBIDDEN'))
  })
})

describe('B5 a key without a right', () => {
  it('its holder is as a member who lacks it, the owner too', async () => {
    const { olga, trip } = await cast()
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'H', price: 918273 })
    const key = await narrowed(olga, { withheld: ['CAN_SEE_EXPENSES'] })
    expect(await as(key).get(`/v1/trip/${trip.id}/expenses`)).toMatchObject(forbidden)
    const { text, status } = await as(key).get(`/v1/trip/${trip.id}/hostings`)
    expect(status).toBe(200)
    expect(text).not.toMatch(/918273|"price"/)
    expect(await as(key).post(`/v1/trip/${trip.id}/expenses`, { title: 'x' })).toMatchObject(
      forbidden,
    )
    const { data } = await as(key).graphql(`{ trip(id: ${trip.id}) { viewerCan {
      edit addGuests seeExpenses editExpenses seeDocuments editDocuments delete } } }`)
    expect(data?.trip).toEqual({
      viewerCan: {
        ...{ edit: true, addGuests: true, seeExpenses: false, editExpenses: false },
        ...{ seeDocuments: true, editDocuments: true, delete: true },
      },
    })
  })

  it('its holder cannot edit: not delete, not restore, not invite, not hand out', async () => {
    const { olga, ed, vera, trip } = await cast()
    const key = await narrowed(olga, { withheld: ['CAN_EDIT'] })
    expect(await as(key).patch(`/v1/trips/${trip.id}`, { name: 'x' })).toMatchObject(forbidden)
    expect(await as(key).delete(`/v1/trips/${trip.id}`)).toMatchObject(forbidden)
    const permissions = `/v1/trip/${trip.id}/collaborator/${vera.id}/permissions`
    expect(await as(key).patch(permissions, { can_edit: true })).toMatchObject(forbidden)
    const invited = { trip_id: trip.id, invited_user_email: ed.email }
    expect(await as(key).post('/v1/guests/invite', invited)).toMatchObject(forbidden)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    const { errors } = await as(key).graphql(`mutation { restore(kind: TRIP, id: ${trip.id}) }`)
    expect(errors).toMatchObject(code('FORBIDDEN'))
  })

  it('the owner without it changes nothing of the own permissions but the choices', async () => {
    const { olga, trip } = await cast()
    const key = await narrowed(olga, { withheld: ['CAN_EDIT'] })
    const permissions = `/v1/trip/${trip.id}/collaborator/${olga.id}/permissions`
    for (const can_see_expenses of [true, false]) {
      expect(await as(key).patch(permissions, { can_see_expenses })).toMatchObject(forbidden)
      expect((await as(olga).patch(permissions, { can_see_expenses })).status).toBe(400)
    }
    expect((await as(key).patch(permissions, { is_travelling: false })).status).toBe(200)
  })

  it('its holder grants nothing that the key lacks', async () => {
    const { olga, vera, trip } = await cast()
    const key = await narrowed(olga, { withheld: ['CAN_SEE_DOCUMENTS'] })
    const permissions = `/v1/trip/${trip.id}/collaborator/${vera.id}/permissions`
    expect(await as(key).patch(permissions, { can_see_documents: true })).toMatchObject(forbidden)
    expect((await as(key).patch(permissions, { can_edit: true })).status).toBe(200)
  })

  it('its holder invites with less: what the key lacks is not given', async () => {
    const { olga, stan, trip } = await cast()
    const other = await newTrip(olga)
    await join(other.id, stan)
    const key = await narrowed(olga, { withheld: ['CAN_SEE_EXPENSES'] })
    const invited = { trip_id: trip.id, invited_user_email: stan.email }
    expect((await as(key).post('/v1/guests/invite', invited)).status).toBe(200)
    const text = `select can_edit, can_see_expenses, can_edit_expenses from member
      where trip_id = $1 and user_id = $2`
    const [row] = await db.query({ text, values: [trip.id, stan.id] })
    const none = { can_see_expenses: false, can_edit_expenses: false }
    expect(row).toEqual({ can_edit: true, ...none })
  })
})
