import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, db, password, people, sha256 } from '../world.ts'
import { exactly, invalidToken, notFound, unauthenticated } from './answers.ts'

const unknownKey = '0123456789abcdef0123456789abcdef01234567'

/** Protected routes (test/spec/03, 06, 09, 10, 12). */
const protectedRoutes = [
  ...['GET /v2/trips', 'GET /v2/trips/1'],
  ...['hostings', 'activities', 'transportations'].map((many) => `GET /v2/trip/1/${many}`),
  ...['hosting', 'activity', 'transportation'].map((one) => `GET /v2/trip/1/${one}/1`),
  ...['GET /v1/trips', 'POST /v1/trips'],
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /v1/trips/1`),
  ...['GET', 'PUT', 'PATCH'].flatMap((method) => [`${method} /v1/me`, `${method} /auth/user/`]),
  ...['POST /auth/logout/', 'POST /auth/password/change/'],
  ...['hostings', 'activities', 'transportations', 'expenses'].flatMap((many) => [
    `GET /v1/trip/1/${many}`,
    `POST /v1/trip/1/${many}`,
  ]),
  ...['hosting', 'activity', 'transportation', 'expense'].flatMap((one) =>
    ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /v1/trip/1/${one}/1`),
  ),
]

const publicRoutes = [
  '/auth',
  '/v1/auth',
  '/v1/signup',
  '/auth/login/',
  '/auth/password/reset/',
  '/auth/password/reset/confirm/',
]

function split(route: string): [method: 'GET', path: string] {
  const [method, path] = route.split(' ')
  return [method as 'GET', path as string]
}

describe('1.4 Authentication', () => {
  test.each([['Token'], ['token'], ['TOKEN'], ['ToKeN']])(
    '1. Authorization: %s <API_KEY> is accepted, the scheme word in any case',
    async (scheme) => {
      const { olga } = await cast()
      const authorization = `${scheme} ${olga.key}`
      expect((await as(anonymous).get('/v1/me', { authorization })).json.id).toBe(olga.id)
    },
  )

  test('2. An API key sent as Bearer is not accepted', async () => {
    const { olga } = await cast()
    const headers = { authorization: `Bearer ${olga.key}` }
    expect(await as(anonymous).get('/v1/me', headers)).toMatchObject(unauthenticated)
  })

  test('3. An API key is 40 lower-case hexadecimal characters', async () => {
    const { olga } = await cast()
    const login = { username: olga.username, password }
    const first = await as(anonymous).post('/auth', login)
    expect(first.json.token).toMatch(/^[0-9a-f]{40}$/)
    expect(await as({ key: first.json.token.toUpperCase() }).get('/v1/me')).toMatchObject(
      /[a-f]/.test(first.json.token) ? invalidToken : { status: 200 },
    )
  })

  test('3. Every login issues a new key; several are valid side by side', async () => {
    const { olga } = await cast()
    const login = { username: olga.username, password }
    const keys = [
      olga.key,
      (await as(anonymous).post('/auth', login)).json.token,
      (await as(anonymous).post('/v1/auth', login)).json.token,
      (await as(anonymous).post('/auth/login/', login)).json.key,
    ]
    expect(new Set(keys).size).toBe(4)
    for (const key of keys) expect((await as({ key }).get('/v1/me')).json.id).toBe(olga.id)
  })

  test('3. Only a SHA-256 of each key is stored', async () => {
    const { olga } = await cast()
    const { json } = await as(anonymous).post('/auth', { username: olga.username, password })
    const rows = await db.query<{ hash: string; row: string }>({
      text: 'select hash, api_key::text as row from api_key where user_id = $1',
      values: [olga.id],
    })
    expect(rows.map((row) => row.hash)).toContain(sha256(json.token))
    for (const { row } of rows) expect(row).not.toContain(json.token)
  })

  test('3. Logout revokes only the key it was called with', async () => {
    const { olga } = await cast()
    const { json } = await as(anonymous).post('/auth', { username: olga.username, password })
    const phone = as({ key: json.token })
    expect(await phone.post('/auth/logout/')).toMatchObject(
      exactly(200, { detail: 'Successfully logged out.' }),
    )
    expect(await phone.post('/auth/logout/')).toMatchObject(invalidToken)
    expect(await phone.get('/v1/me')).toMatchObject(invalidToken)
    expect((await as(olga).get('/v1/me')).status).toBe(200)
  })

  test.each([
    ['no header', undefined, 'Authentication credentials were not provided.'],
    ['an empty header', '', 'Authentication credentials were not provided.'],
    ['another scheme', 'Basic b2xnYTpvbGdh', 'Authentication credentials were not provided.'],
    ['the key alone', unknownKey, 'Authentication credentials were not provided.'],
    ['a word alone', 'Tokens', 'Authentication credentials were not provided.'],
    ['an unknown Bearer token', 'Bearer abc', 'Authentication credentials were not provided.'],
    ['an unknown API key', `Token ${unknownKey}`, 'Invalid token.'],
    ['no API key at all', 'Token nonsense', 'Invalid token.'],
    ['SQL for a key', "Token 'or'1'='1", 'Invalid token.'],
    ['nothing after Token', 'Token', 'Invalid token header. No credentials provided.'],
    ['only a space after Token', 'Token ', 'Invalid token header. No credentials provided.'],
    ['Token a b', 'Token a b', 'Invalid token header. Token string should not contain spaces.'],
  ])('5. Missing or unusable credentials are 401: %s', async (_, authorization, detail) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    for (const path of ['/v1/trips', '/v2/trips', '/v2/trip/1/activities', '/auth/user/']) {
      const answer = await as(anonymous).get(path, headers)
      expect(answer, path).toMatchObject(exactly(401, { detail }))
      expect(answer.headers['www-authenticate']).toBe('Token')
    }
    const answer = await as(anonymous).post('/v1/trips', { name: 'x' }, headers)
    expect(answer).toMatchObject(exactly(401, { detail }))
  })

  test.each(protectedRoutes.map((route) => [route]))(
    '6. Missing credentials are 401, never 403 or 404: %s',
    async (route) => {
      const answer = await as(anonymous).send(...split(route))
      expect(answer).toMatchObject(unauthenticated)
      expect(answer.headers['www-authenticate']).toBe('Token')
      expect(await as({ key: unknownKey }).send(...split(route))).toMatchObject(invalidToken)
    },
  )

  test.each(publicRoutes.map((path) => [path]))(
    '7. Public routes ignore the Authorization header: POST %s',
    async (path) => {
      for (const caller of [anonymous, { key: unknownKey }, { key: 'a b' }]) {
        expect((await as(caller).post(path, {})).status).toBe(400)
      }
    },
  )

  test('7. A stale key does not block a new login', async () => {
    const [person] = await people('nina')
    const login = { username: person?.username, password }
    expect((await as({ key: unknownKey }).post('/auth', login)).status).toBe(200)
  })

  test('8. An unknown path is 404 with a valid key too', async () => {
    const { olga } = await cast()
    expect(await as(olga).get('/v1/nope')).toMatchObject(notFound)
  })
})
