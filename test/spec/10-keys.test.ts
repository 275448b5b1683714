/** API keys (test/spec/01.4) and logout. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { resetValues } from '../mailbox.ts'
import { cast, db, logged, password, sha256 } from '../world.ts'
import { exactly, invalidToken, notAllowed, unauthenticated } from './answers.ts'
import { twice } from './passwords.ts'
import { fresh, one } from './persons.ts'

async function idOf(key: string): Promise<number> {
  return (await as({ key }).get('/v1/me')).json.id
}

describe('1.4 API keys', () => {
  it('every login issues a new key; several are valid side by side', async () => {
    const mia = await one()
    const keys = new Set<string>()
    for (const _ of [1, 2, 3]) {
      const { json } = await as(anonymous).post('/auth', { username: mia.username, password })
      keys.add(json.token)
    }
    expect(keys.size).toBe(3)
    for (const key of [...keys, mia.key]) expect(await idOf(key)).toBe(mia.id)
  })

  it('each key is stored as a SHA-256 only (N6)', async () => {
    const mia = await one()
    const { json } = await as(anonymous).post('/auth', { username: mia.username, password })
    const rows = await db.query<{ row: string }>({
      text: 'select api_key::text as row from api_key where user_id = $1',
      values: [mia.id],
    })
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).not.toContain(json.token)
    expect(stored).toContain(sha256(json.token))
  })

  it('the password is stored as argon2id (N1)', async () => {
    const username = `n1.${process.pid}@mail.example`
    await as(anonymous).post('/v1/signup', { username, password })
    const [row] = await db.query<{ row: string }>({
      text: 'select account::text as row from account where username = $1',
      values: [username],
    })
    expect(row?.row).not.toContain(password)
    expect(row?.row).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('10 POST /auth/logout/', () => {
  it('logout is 200 and revokes the key of the request, no other key of the user', async () => {
    const mia = await one()
    const { json } = await as(anonymous).post('/auth', { username: mia.username, password })
    const session = { key: json.token }
    expect(await as(session).post('/auth/logout/')).toMatchObject(
      exactly(200, { detail: 'Successfully logged out.' }),
    )
    expect(await as(session).get('/v1/me')).toMatchObject(invalidToken)
    expect(await idOf(mia.key)).toBe(mia.id)
  })

  it('logout again with the same key is 401 Invalid token.', async () => {
    const mia = await one()
    expect((await as(mia).post('/auth/logout/', {})).status).toBe(200)
    expect(await as(mia).post('/auth/logout/', {})).toMatchObject(invalidToken)
  })

  it('logout with an empty body and a JSON content type is 200', async () => {
    const mia = await one()
    const answer = await as(mia).post('/auth/logout', '', { 'content-type': 'application/json' })
    expect(answer.status).toBe(200)
  })

  it('logout without credentials is 401; GET is E-METHOD', async () => {
    const { ed } = await cast()
    expect(await as(anonymous).post('/auth/logout/')).toMatchObject(unauthenticated)
    expect(await as(anonymous).get('/auth/logout/')).toMatchObject(unauthenticated)
    expect(await as(ed).get('/auth/logout/')).toMatchObject(notAllowed('GET'))
    expect((await as(ed).get('/v1/me')).status).toBe(200)
  })
})

describe('1.4 secrets', () => {
  it('keys, passwords and reset tokens are in no log line (H10)', async () => {
    const mia = await one()
    const word = (n: number) => `secret-word-${n}-${process.pid}`
    const username = `${fresh('mia')}@mail.example`
    await as(anonymous).post('/v1/signup', { username, password: word(1) })
    const { json } = await as(anonymous).post('/auth', { username, password: word(1) })
    const me = as({ key: json.token })
    await as(anonymous).post('/auth/login/', { username, password: word(2) })
    await as(anonymous).post('/auth', `{"username":"${username}","password":"${word(3)}`)
    await as(anonymous).graphql(
      `mutation { createApiKey(input: { username: "${username}", password: "${word(4)}" }) { key } }`,
    )
    await me.post('/auth/password/change/', { ...twice(word(5)), old_password: word(1) })
    await as(anonymous).post('/auth/password/reset/', { email: username })
    const { uid, token } = await resetValues(username)
    await as(anonymous).post('/auth/password/reset/confirm/', { uid, token, ...twice(word(6)) })
    expect((await me.get('/v1/me')).status).toBe(401)
    const lines = logged.join('')
    expect(lines).not.toBe('')
    for (const secret of [json.token, token, mia.key, 'secret-word-']) {
      expect(lines).not.toContain(secret)
    }
  })
})
