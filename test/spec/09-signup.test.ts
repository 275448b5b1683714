/** Signup. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { invalid, messages, notAllowed, tooLong } from './answers.ts'
import { alternative, fresh, one } from './persons.ts'
import { newProfile, profileKeys, usernameTaken, wrongEmail, wrongUsername } from './profile.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const unable = invalid('non_field_errors', 'Unable to create account.')
const password = 'open sesame'

const tooShort = 'This password is too short. It must contain at least 8 characters.'
const usernameForm =
  'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.'
const emailForm = 'Enter a valid email address.'

const signUp = (body: unknown) => as(anonymous).post('/v1/signup', body)

describe('9 POST /v1/signup', () => {
  it('a signup is 201 with the profile of a new account and no token', async () => {
    const username = `${fresh('ines')}@mail.example`
    const answer = await signUp({ username, password, name: 'Ines Prado' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.json)).toEqual(profileKeys)
    expect(answer.json).toEqual({
      ...newProfile,
      id: expect.any(Number),
      name: 'Ines Prado',
      username,
      email: username,
      last_activity_date: expect.stringMatching(moment),
      calendar_identifier: expect.stringMatching(/^\S{16,}$/),
      anonymous_email_identifier: expect.stringMatching(/^\S{8,}$/),
    })
  })

  it('calendar_identifier and anonymous_email_identifier are unique per user (2.7)', async () => {
    const answers = [fresh('a'), fresh('a')].map((name) =>
      signUp({ username: `${name}@mail.example`, password }),
    )
    const [first, second] = (await Promise.all(answers)).map(({ json }) => json)
    expect(first?.calendar_identifier).not.toBe(second?.calendar_identifier)
    expect(first?.anonymous_email_identifier).not.toBe(second?.anonymous_email_identifier)
  })

  it('the new account may log in by username or email, with the password untrimmed', async () => {
    const username = fresh('Ines')
    const email = `${username}@Mail.Example`
    const secret = '  eight chars  '
    const made = await signUp({
      username,
      password: secret,
      email,
      photo_url: 'https://a.example/p',
    })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      username: username.toLowerCase(),
      email: email.toLowerCase(),
      photo_url: 'https://a.example/p',
    })
    for (const [name, word, status] of [
      [username, secret, 200],
      [email, secret, 200],
      [username, secret.trim(), 400],
    ]) {
      expect((await as(anonymous).post('/auth', { username: name, password: word })).status).toBe(
        status,
      )
    }
  })

  it.each([
    [{}, { username: [messages.required], password: [messages.required] }],
    [
      { username: ' ', password: '' },
      { username: [messages.blank], password: [messages.blank] },
    ],
    [
      { username: null, password: null },
      { username: [messages.null], password: [messages.null] },
    ],
    [
      { username: [], password: {} },
      { username: [messages.string], password: [messages.string] },
    ],
  ])('%j is 400 with all errors together', async (body, validationErrors) => {
    expect(await signUp(body)).toMatchObject({ status: 400, json: validationErrors })
  })

  it.each([
    [
      { username: 'a b', password: '1234567', email: 'nonsense' },
      { username: [usernameForm], password: [tooShort], email: [emailForm] },
    ],
    [
      { username: 'plain', password: '' },
      { password: [messages.blank], email: [messages.required] },
    ],
    [
      { username: 'a/b', password: 'short', email: ' ' },
      { username: [usernameForm], password: [tooShort], email: [messages.required] },
    ],
    [
      { username: '@x', password: '1234567' },
      { password: [tooShort], email: [messages.required] },
    ],
    [{ username: 12345678 }, { password: [messages.required], email: [messages.required] }],
    [
      { username: ' ', password: 'short', email: 'a@', photo_url: 'data:,x' },
      {
        username: [messages.blank],
        password: [tooShort],
        email: [emailForm],
        photo_url: ['Enter a valid URL.'],
      },
    ],
    [{ password: 'short' }, { username: [messages.required], password: [tooShort] }],
  ])('%j returns all validation errors at once (1.2)', async (body, validationErrors) => {
    const answer = await signUp(body)
    expect([answer.status, answer.json]).toEqual([400, validationErrors])
    const input = Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key.replace('_u', 'U'), String(value)]),
    )
    const document = 'mutation ($input: SignUpInput!) { signUp(input: $input) { id } }'
    const { errors } = await as(anonymous).graphql(document, { input })
    const fields = Object.fromEntries(
      Object.entries(validationErrors).map(([key, value]) => [key.replace('_u', 'U'), value]),
    )
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields })
  })

  it('a taken username is reported only when everything else is valid', async () => {
    const mia = await one()
    const taken = { username: mia.username, email: mia.email }
    expect(await signUp({ ...taken, password: 'short' })).toMatchObject(
      invalid('password', tooShort),
    )
    expect(await signUp({ ...taken, password })).toMatchObject(usernameTaken)
  })

  it('a username has at most 150 letters, digits and @ . + - _', async () => {
    for (const username of ['a b', 'a/b', 'a!b', 'a"b', '<b>']) {
      const answer = await signUp({ username, password, email: `${fresh('x')}@mail.example` })
      expect(answer).toMatchObject(wrongUsername)
    }
    const long = await signUp({ username: 'x'.repeat(151), password, email: 'x@mail.example' })
    expect(long).toMatchObject(invalid('username', tooLong(150)))
    const most = fresh('M.+-_').padEnd(150, 'x')
    const answer = await signUp({ username: most, password, email: `${fresh('x')}@mail.example` })
    expect([answer.status, answer.json.username]).toEqual([201, most.toLowerCase()])
  })

  it('email is required where username is not an email address', async () => {
    const answer = await signUp({ username: fresh('plain'), password })
    expect(answer).toMatchObject(invalid('email', messages.required))
    const handle = await signUp({ username: `@${fresh('plain')}`, password })
    expect(handle).toMatchObject(invalid('email', messages.required))
  })

  it.each(['nonsense', 'a@', '@b.example', 'a b@mail.example', 'a@mail..example', 'a@b@c.example'])(
    'email %s is malformed',
    async (email) => {
      expect(await signUp({ username: fresh('plain'), password, email })).toMatchObject(wrongEmail)
    },
  )

  it('an email with more than 64 characters before the @ is malformed', async () => {
    const local = fresh('local').padEnd(64, 'x')
    const most = await signUp({
      username: fresh('plain'),
      password,
      email: `${local}@mail.example`,
    })
    expect(most.status).toBe(201)
    // The second becomes longer in lower case.
    for (const email of [`${local}x@mail.example`, `${'İ'.repeat(40)}@mail.example`]) {
      expect(await signUp({ username: fresh('plain'), password, email })).toMatchObject(wrongEmail)
      expect(await as(await one()).patch('/v1/me', { email })).toMatchObject(wrongEmail)
    }
    const username = `x${local}@mail.example`
    expect(await signUp({ username, password })).toMatchObject(invalid('email', messages.required))
  })

  it('a short password is 400', async () => {
    const answer = await signUp({ username: `${fresh('x')}@mail.example`, password: '1234567' })
    expect(answer).toMatchObject(invalid('password', tooShort))
  })

  it('a common password is accepted', async () => {
    const answer = await signUp({ username: `${fresh('x')}@mail.example`, password: 'password' })
    expect(answer.status).toBe(201)
  })

  it('a taken username is 400, in any case', async () => {
    const mia = await one()
    for (const username of [mia.username, mia.username.toUpperCase()]) {
      const answer = await signUp({ username, password, email: `${fresh('x')}@mail.example` })
      expect(answer).toMatchObject(usernameTaken)
    }
  })

  it('a taken email, primary or alternative, is 400 without naming the email', async () => {
    const mia = await one()
    const taken = [
      mia.email,
      mia.email.toUpperCase(),
      await alternative(mia, true),
      await alternative(mia, false),
    ]
    for (const email of taken) {
      expect(await signUp({ username: fresh('x'), password, email })).toMatchObject(unable)
      expect(await signUp({ username: email, password })).toMatchObject(unable)
    }
  })

  it('a taken username is reported alone if the email is taken as well', async () => {
    const mia = await one()
    const answer = await signUp({ username: mia.username, password, email: mia.email })
    expect(answer).toMatchObject(usernameTaken)
  })

  it('a refused signup leaves no account', async () => {
    const mia = await one()
    const username = fresh('x')
    await signUp({ username, password, email: mia.email })
    const again = await signUp({ username, password, email: `${username}@mail.example` })
    expect(again.status).toBe(201)
  })

  it('read-only fields are ignored (Z4)', async () => {
    const username = `${fresh('x')}@mail.example`
    const body = { username, password, is_premium: true, id: 1, is_staff: true, business: [1] }
    const answer = await signUp(body)
    expect(answer.json).toMatchObject({ is_premium: false, business: [] })
    expect(answer.json.id).toBeGreaterThan(1)
  })

  it('signup ignores a stale key (1.4); GET is E-METHOD', async () => {
    const stale = { authorization: 'Token 0000000000000000000000000000000000000000' }
    const body = { username: `${fresh('x')}@mail.example`, password }
    expect((await as(anonymous).post('/v1/signup/', body, stale)).status).toBe(201)
    expect(await as(anonymous).get('/v1/signup')).toMatchObject(notAllowed('GET'))
  })
})
