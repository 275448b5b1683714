/** The logins. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { insert } from '../sync.ts'
import { db, password, sha256 } from '../world.ts'
import { invalid, messages, notAllowed } from './answers.ts'
import { one } from './persons.ts'

const wrong = invalid('non_field_errors', 'Unable to log in with provided credentials.')
const neither = invalid(
  'non_field_errors',
  'Must include either "username" or "email" and "password".',
)

/** An account with this username and primary address, and the password that all have. */
async function account(username: string, email: string): Promise<number> {
  const mia = await one()
  await db.query({
    text: 'update account set username = $2, email = $3 where id = $1',
    values: [mia.id, username, email],
  })
  return mia.id
}

async function idOf(key: string): Promise<number> {
  return (await as({ key }).get('/v1/me')).json.id
}

describe.each(['/auth', '/v1/auth', '/auth/', '/v1/auth/'])('10 POST %s', (route) => {
  it('a login is 200 {"token"}: 40 lower-case hexadecimal characters that work as a key', async () => {
    const mia = await one()
    const answer = await as(anonymous).post(route, { username: mia.username, password })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^\{"token":"[0-9a-f]{40}"\}$/)
    expect(await idOf(answer.json.token)).toBe(mia.id)
  })

  it('username and password missing, blank or null are E-VALID per field, together', async () => {
    const login = (body: unknown) => as(anonymous).post(route, body)
    for (const [body, message] of [
      [{}, messages.required],
      [{ username: ' ', password: '' }, messages.blank],
      [{ username: null, password: null }, messages.null],
      [{ username: [], password: true }, messages.string],
    ]) {
      const validationErrors = { username: [message], password: [message] }
      expect(await login(body)).toMatchObject({ status: 400, json: validationErrors })
    }
  })

  it('a wrong password is 400', async () => {
    const mia = await one()
    expect(
      await as(anonymous).post(route, { username: mia.username, password: 'x' }),
    ).toMatchObject(wrong)
  })

  it('other methods are E-METHOD, without credentials too', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(await as(anonymous).send(method, route)).toMatchObject(notAllowed(method))
    }
  })
})

describe('10 POST /auth: which account username names', () => {
  it('username with @ is a primary email, else a username; without @ a username, in any case', async () => {
    const mia = await one()
    const login = async (username: string) => {
      const answer = await as(anonymous).post('/auth', { username, password })
      expect(answer.status).toBe(200)
      return idOf(answer.json.token)
    }
    for (const name of [
      mia.username,
      mia.username.toUpperCase(),
      mia.email,
      mia.email.toUpperCase(),
      ` ${mia.email} `,
    ])
      expect(await login(name)).toBe(mia.id)
    const address = `leo.${mia.id}@mail.example`
    const byName = await account(address, `other.${mia.id}@mail.example`)
    expect(await login(address)).toBe(byName)
    const byEmail = await account(`plain.${mia.id}`, address)
    expect(await login(address)).toBe(byEmail)
  })

  it('an alternative address, verified or not, is refused as a username', async () => {
    const mia = await one()
    for (const verified of [true, false]) {
      const email = `alternative.${verified}.${mia.id}@mail.example`
      await insert('alternative_email', { user_id: mia.id, email, verified, hash: sha256(email) })
      expect(await as(anonymous).post('/auth', { username: email, password })).toMatchObject(wrong)
    }
  })

  it('the password is not trimmed', async () => {
    const mia = await one()
    for (const word of [
      ` ${password}`,
      `${password} `,
      password.toUpperCase(),
      password.slice(1),
    ]) {
      const answer = await as(anonymous).post('/auth', { username: mia.username, password: word })
      expect(answer).toMatchObject(wrong)
    }
  })

  it('an unknown account returns the same as a wrong password (N3)', async () => {
    const mia = await one()
    for (const [route, field] of [
      ['/auth', 'username'],
      ['/v1/auth', 'username'],
      ['/auth/login/', 'username'],
      ['/auth/login/', 'email'],
    ]) {
      if (!route || !field) continue
      const known = await as(anonymous).post(route, { [field]: mia.email, password: 'not the one' })
      const unknown = await as(anonymous).post(route, {
        [field]: `nobody.${mia.id}@mail.example`,
        password: 'not the one',
      })
      expect(known).toMatchObject(wrong)
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
      const names = (answer: typeof known) => Object.keys(answer.headers).sort()
      expect(names(unknown)).toEqual(names(known))
    }
  })

  it('a stale key does not block a new login (1.4)', async () => {
    const mia = await one()
    for (const authorization of ['Token stale', 'Token', 'Bearer x', 'Token a b']) {
      const answer = await as(anonymous).post(
        '/auth',
        { username: mia.username, password },
        { authorization },
      )
      expect(answer.status).toBe(200)
    }
  })
})

describe('10 POST /auth/login/', () => {
  const login = (body: unknown) => as(anonymous).post('/auth/login/', body)

  it('a login by username, email or both is 200 {"key"}, an API key as from POST /auth', async () => {
    const mia = await one()
    const leo = await one('leo')
    for (const [body, id] of [
      [{ username: mia.username }, mia.id],
      [{ email: mia.email }, mia.id],
      [{ username: mia.email.toUpperCase() }, mia.id],
      [{ email: mia.email.toUpperCase() }, mia.id],
      [{ username: mia.username, email: leo.email }, leo.id],
      [{ username: mia.username, email: '' }, mia.id],
    ] as const) {
      const answer = await login({ ...body, password })
      expect(answer.status).toBe(200)
      expect(answer.text).toMatch(/^\{"key":"[0-9a-f]{40}"\}$/)
      expect(await idOf(answer.json.key)).toBe(id)
    }
  })

  it('email is used if both are given', async () => {
    const mia = await one()
    const body = { username: mia.username, email: `x.${mia.id}@mail.example`, password }
    expect(await login(body)).toMatchObject(wrong)
  })

  it.each([{}, { username: '' }, { email: '' }, { username: ' ', email: ' ' }])(
    'a body with neither of the two, as in %j, is 400',
    async (body) => {
      expect(await login({ ...body, password })).toMatchObject(neither)
    },
  )

  it('a missing, blank or null password is E-VALID', async () => {
    const mia = await one()
    for (const [body, message] of [
      [{}, messages.required],
      [{ password: '' }, messages.blank],
      [{ password: null }, messages.null],
    ] as const) {
      expect(await login({ username: mia.username, ...body })).toMatchObject(
        invalid('password', message),
      )
    }
  })

  it('a wrong password is 400, and so is a malformed email', async () => {
    const mia = await one()
    expect(await login({ username: mia.username, password: 'x' })).toMatchObject(wrong)
    expect(await login({ email: mia.email, password: 'x' })).toMatchObject(wrong)
    expect(await login({ email: 'mia', password })).toMatchObject(
      invalid('email', 'Enter a valid email address.'),
    )
  })

  it('the path without the slash returns the same', async () => {
    const mia = await one()
    const answer = await as(anonymous).post('/auth/login', { username: mia.username, password })
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['key']])
  })
})
