/** The five keys of `/auth/user/`. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast } from '../world.ts'
import { exactly, invalid, messages, notAllowed, tooLong, unauthenticated } from './answers.ts'
import { fresh, one } from './persons.ts'
import { wrongUsername } from './profile.ts'

describe('9 GET, PUT, PATCH /auth/user/', () => {
  it('GET is 200 with five keys; without credentials 401', async () => {
    const mia = await one()
    expect(await as(mia).get('/auth/user/')).toMatchObject(
      exactly(200, {
        pk: mia.id,
        username: mia.username,
        email: mia.email,
        first_name: '',
        last_name: '',
      }),
    )
    expect(await as(anonymous).get('/auth/user/')).toMatchObject(unauthenticated)
    expect(await as(mia).post('/auth/user/', {})).toMatchObject(notAllowed('POST'))
  })

  it('PATCH changes username, first_name and last_name, and ignores email', async () => {
    const mia = await one()
    const username = fresh('mia')
    const sent = { username, first_name: 'Mia', last_name: 'Ó', email: 'x@mail.example', pk: 1 }
    expect(await as(mia).patch('/auth/user/', sent)).toMatchObject(
      exactly(200, {
        pk: mia.id,
        username,
        email: mia.email,
        first_name: 'Mia',
        last_name: 'Ó',
      }),
    )
    const blank = await as(mia).patch('/auth/user/', { first_name: '', last_name: '' })
    expect(blank.json).toMatchObject({ username, first_name: '', last_name: '' })
  })

  it('username is that of the profile; first and last name are separate from its name', async () => {
    const mia = await one()
    const username = fresh('mia')
    await as(mia).patch('/auth/user', { username, first_name: 'Other' })
    expect((await as(mia).get('/v1/me')).json).toMatchObject({ username, name: mia.name })
  })

  it('PUT requires username', async () => {
    const mia = await one()
    const answer = await as(mia).put('/auth/user/', { first_name: 'Mia' })
    expect(answer).toMatchObject(invalid('username', messages.required))
    const full = await as(mia).put('/auth/user/', { username: mia.username, last_name: 'Ó' })
    expect(full).toMatchObject({ status: 200, json: { username: mia.username, last_name: 'Ó' } })
  })

  it('a taken, malformed, blank or too long username is 400', async () => {
    const { ed, vera } = await cast()
    for (const [username, message] of [
      [vera.username, 'A user with that username already exists.'],
      [vera.username.toUpperCase(), 'A user with that username already exists.'],
      ['a b', JSON.parse(wrongUsername.text).username[0]],
      ['', messages.blank],
      [null, messages.null],
      ['x'.repeat(151), tooLong(150)],
    ]) {
      const answer = await as(ed).patch('/auth/user/', { username })
      expect(answer).toMatchObject(invalid('username', message))
    }
    const names = { first_name: 'x'.repeat(151), last_name: 'x'.repeat(151) }
    expect(await as(ed).patch('/auth/user/', names)).toMatchObject({
      status: 400,
      json: { first_name: [tooLong(150)], last_name: [tooLong(150)] },
    })
  })
})
