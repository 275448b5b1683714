/** The profile. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { db } from '../world.ts'
import { invalid, messages, notAllowed, tooLong, unauthenticated } from './answers.ts'
import { alternative, fresh, one } from './persons.ts'
import { newProfile, profileKeys, usernameTaken, wrongEmail, wrongUsername } from './profile.ts'

describe('9 GET, PUT, PATCH /v1/me', () => {
  it('GET is 200 with the profile; without credentials 401', async () => {
    const mia = await one()
    const answer = await as(mia).get('/v1/me')
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.json)).toEqual(profileKeys)
    expect(answer.json).toMatchObject({
      ...newProfile,
      id: mia.id,
      name: mia.name,
      username: mia.username,
      email: mia.email,
    })
    for (const method of ['GET', 'PUT', 'PATCH'] as const) {
      expect(await as(anonymous).send(method, '/v1/me')).toMatchObject(unauthenticated)
    }
    expect(await as(mia).delete('/v1/me')).toMatchObject(notAllowed('DELETE'))
  })

  const writable = {
    photo_url: 'https://cdn.example/p.jpg',
    name: 'Mia Ó',
    language: 'pt',
    calendar_emojis: true,
    calendar_hidden_categories: ['museum', { a: null }],
    calendar_lodgings_all_day: false,
    calendar_trips_all_day: false,
    timezone: 'Europe/Kyiv',
    default_currency: 'EUR',
    store_currency: 'nok',
    notifications_flights_general_enabled: false,
    notifications_flights_departure_and_arrival: false,
    notifications_collaborators_new_activities_enabled: false,
  }

  it.each(['put', 'patch'] as const)('%s stores each writable field it is sent', async (verb) => {
    const mia = await one()
    const changed = await as(mia)[verb]('/v1/me', writable)
    expect([changed.status, Object.keys(changed.json)]).toEqual([200, profileKeys])
    expect(changed.json).toMatchObject({ ...writable, username: mia.username, email: mia.email })
    const single = await as(mia)[verb]('/v1/me', { language: 'de' })
    expect(single.json).toMatchObject({ ...writable, language: 'de' })
    expect((await as(mia).get('/v1/me')).json).toMatchObject({ ...writable, language: 'de' })
  })

  it.each([null, 'x', 7, false, {}, []])('calendar_hidden_categories takes %j', async (value) => {
    const mia = await one()
    const { status, json } = await as(mia).patch('/v1/me', { calendar_hidden_categories: value })
    expect([status, json.calendar_hidden_categories]).toEqual([200, value])
    expect((await as(mia).get('/v1/me')).json.calendar_hidden_categories).toEqual(value)
  })

  it.each(['{"__proto__":["x"],"a":1}', '[{"a":{"__proto__":null}}]'])(
    'calendar_hidden_categories does not take %s, a key of which would be lost',
    async (value) => {
      const mia = await one()
      const answer = await as(mia).patch('/v1/me', `{"calendar_hidden_categories":${value}}`)
      expect(answer).toMatchObject({
        status: 400,
        json: { calendar_hidden_categories: ['Value must be valid JSON.'] },
      })
    },
  )

  it('username and email are writable, stored in lower case, and valid for the login', async () => {
    const mia = await one()
    const name = fresh('Mia')
    const answer = await as(mia).put('/v1/me', { username: name, email: `${name}@MAIL.example` })
    expect(answer.json).toMatchObject({
      username: name.toLowerCase(),
      email: `${name}@mail.example`.toLowerCase(),
    })
    const login = { username: name, password: mia.password }
    expect((await as(anonymous).post('/auth', login)).status).toBe(200)
  })

  it.each(['', '   ', '\n'])('a blank username, %j, is ignored', async (username) => {
    const mia = await one()
    const { status, json } = await as(mia).patch('/v1/me', { username, language: 'fi' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ username: mia.username, language: 'fi' })
  })

  it('a taken, malformed or too long username is 400; the own one in another case is 200', async () => {
    const mia = await one()
    const leo = await one('leo')
    const change = (username: unknown) => as(mia).patch('/v1/me', { username })
    expect(await change(leo.username.toUpperCase())).toMatchObject(usernameTaken)
    expect(await change('a b')).toMatchObject(wrongUsername)
    expect(await change('x'.repeat(151))).toMatchObject(invalid('username', tooLong(150)))
    expect((await change(mia.username.toUpperCase())).json.username).toBe(mia.username)
  })

  it("an email that is blank, malformed or another user's address is 400", async () => {
    const mia = await one()
    const leo = await one('leo')
    const change = (email: unknown) => as(mia).patch('/v1/me', { email })
    const inUse = invalid('email', 'This email address is already in use.')
    expect(await change('')).toMatchObject(invalid('email', messages.blank))
    expect(await change('mia@')).toMatchObject(wrongEmail)
    for (const email of [
      leo.email.toUpperCase(),
      await alternative(leo, true),
      await alternative(leo, false),
    ])
      expect(await change(email)).toMatchObject(inUse)
    expect((await change(mia.email.toUpperCase())).json.email).toBe(mia.email)
  })

  it('a refused change changes nothing', async () => {
    const mia = await one()
    const answer = await as(mia).patch('/v1/me', {
      name: 'New',
      email: 'x',
      calendar_emojis: 'no idea',
    })
    expect(answer).toMatchObject({
      status: 400,
      json: {
        email: ['Enter a valid email address.'],
        calendar_emojis: [messages.boolean],
      },
    })
    expect((await as(mia).get('/v1/me')).json.name).toBe(mia.name)
  })

  it('limits are 64 for timezone, 10 for currencies, 255 for names, 2048 for URLs (1.12)', async () => {
    const mia = await one()
    const most = {
      timezone: 64,
      default_currency: 10,
      store_currency: 10,
      name: 255,
      photo_url: 2048,
    }
    const long = (more: number) =>
      Object.fromEntries(
        Object.entries(most).map(([name, count]) => [
          name,
          'https://a.example/'.padEnd(count + more, 'x').slice(0, count + more),
        ]),
      )
    const answer = await as(mia).patch('/v1/me', long(1))
    expect(answer).toMatchObject({
      status: 400,
      json: Object.fromEntries(
        Object.entries(most).map(([name, count]) => [name, [tooLong(count)]]),
      ),
    })
    expect(await as(mia).patch('/v1/me', long(0))).toMatchObject({ status: 200, json: long(0) })
  })

  it('is_premium, premium_expiration_date and other read-only fields are ignored (Z4)', async () => {
    const mia = await one()
    const before = await as(mia).get('/v1/me')
    const answer = await as(mia).put('/v1/me', {
      id: 1,
      is_premium: true,
      premium_expiration_date: '2099-01-01T00:00:00Z',
      business: [1],
      calendar_identifier: 'mine',
      anonymous_email_identifier: 'mine',
      is_tripit_connected: true,
      is_newsletter_subscriber: false,
      password: 'hacked!!',
      password_hash: 'x',
      is_staff: true,
      last_activity_date: '2000-01-01T00:00:00Z',
    })
    expect(answer.json).toEqual({
      ...before.json,
      last_activity_date: expect.stringMatching(/^20[2-9]/),
    })
    const login = await as(anonymous).post('/auth', {
      username: mia.username,
      password: mia.password,
    })
    expect(login.status).toBe(200)
  })

  it('asa_* are stored, never returned; blank or null values are ignored', async () => {
    const mia = await one()
    const sent = { asa_campaign_name: 'spring', asa_keyword_name: 'trip', asa_store_country: 'NO' }
    const answer = await as(mia).patch('/v1/me', sent)
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, profileKeys])
    const blank = { asa_campaign_name: ' ', asa_keyword_name: null, asa_store_country: '' }
    expect((await as(mia).patch('/v1/me', blank)).status).toBe(200)
    const { data } = await as(mia).graphql(
      '{ me { asaCampaignName asaKeywordName asaStoreCountry } }',
    )
    expect(data?.me).toEqual({
      asaCampaignName: 'spring',
      asaKeywordName: 'trip',
      asaStoreCountry: 'NO',
    })
  })

  it.each(['put', 'patch'] as const)(
    'every %s sets last_activity_date to now, even with an empty body',
    async (verb) => {
      const mia = await one()
      await db.query({
        text: `update account set last_activity_date = '2030-01-01T00:00:00Z' where id = $1`,
        values: [mia.id],
      })
      const { json } = await as(mia)[verb]('/v1/me')
      expect(Math.abs(Date.parse(json.last_activity_date as string) - Date.now())).toBeLessThan(
        10_000,
      )
    },
  )

  it('photo_url null clears it to null', async () => {
    const mia = await one()
    await as(mia).patch('/v1/me', { photo_url: 'https://cdn.example/p.jpg' })
    expect((await as(mia).patch('/v1/me', { photo_url: null })).json.photo_url).toBeNull()
  })

  it('fields has no effect on the profile (1.7)', async () => {
    const mia = await one()
    const { json } = await as(mia).get('/v1/me?fields=id&fields!=name')
    expect(Object.keys(json)).toEqual(profileKeys)
  })
})
