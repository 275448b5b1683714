/** Keys that do less than their account: made, listed, deleted (B5). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { meanwhile } from '../meanwhile.ts'
import { cast, db, trip as newTrip, password, sha256 } from '../world.ts'
import { forbidden, invalidToken } from './answers.ts'
import { askForKey, expire, type KeyInfo, narrowed, newKey } from './keys.ts'
import { one } from './persons.ts'

const code = (code: string) => [{ extensions: { code } }]
const listed = `{ keys {
  id name createdAt lastUsedAt expiresAt readOnly trips withheld isCurrent } }`

async function keysOf(person: { key: string }): Promise<KeyInfo[]> {
  const { data } = await as(person).graphql(listed)
  return data?.keys as KeyInfo[]
}

describe('B5 createKey', () => {
  it('the owner gets the key once, and what is known of it', async () => {
    const { olga, trip } = await cast()
    const expiresAt = '2099-01-01T00:00:00Z'
    const { key, info } = await newKey(olga, {
      ...{ name: 'A widget', readOnly: true, trips: [trip.id], expiresAt },
      withheld: ['CAN_SEE_EXPENSES', 'CAN_EDIT'],
    })
    expect(key).toMatch(/^[0-9a-f]{40}$/)
    expect(info).toMatchObject({
      ...{ name: 'A widget', readOnly: true, trips: [trip.id], expiresAt, lastUsedAt: null },
      ...{ withheld: ['CAN_EDIT', 'CAN_SEE_EXPENSES'], isCurrent: false },
    })
    const text = 'select api_key::text as row from api_key where user_id = $1'
    const rows = await db.query<{ row: string }>({ text, values: [olga.id] })
    const stored = rows.map(({ row }) => row).join()
    expect(stored).not.toContain(key)
    expect(stored).toContain(sha256(key))
    expect((await as({ key }).get('/v1/me')).json.id).toBe(olga.id)
  })

  it('the owner gets a key for everything where nothing is taken away', async () => {
    const { olga } = await cast()
    const { key, info } = await newKey(olga, { trips: null })
    expect(info).toMatchObject({ readOnly: false, trips: null, withheld: [], expiresAt: null })
    expect((await as({ key }).post('/v1/trips', {})).status).toBe(201)
    expect(await keysOf({ key })).toHaveLength(2)
  })

  it.each([
    ['no name', { name: '' }, { name: ['This field may not be blank.'] }],
    ['an empty list of trips', { trips: [] }, { trips: ['This list may not be empty.'] }],
    [
      'more than 100 trips',
      { trips: Array.from({ length: 101 }, (_, at) => at + 1) },
      { trips: ['Ensure this field has no more than 100 elements.'] },
    ],
    [
      'an end in the past',
      { expiresAt: '2020-01-01T00:00:00Z' },
      { expiresAt: ['Ensure this time is in the future.'] },
    ],
  ])('a caller who sends %s gets a validation error', async (_, input, fields) => {
    const { errors } = await askForKey(await one(), input)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }])
  })

  it('a caller who sends an empty input gets a validation error', async () => {
    const { errors } = await as(await one()).graphql('mutation { createKey(input: {}) { key } }')
    const fields = { name: ['This field is required.'] }
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }])
  })

  it('a caller who names a trip of others is answered NOT_FOUND', async () => {
    const { olga, pia, stan, trip } = await cast()
    const own = await newTrip(stan)
    for (const person of [pia, stan]) {
      const { errors } = await askForKey(person, { trips: [own.id, trip.id] })
      expect(errors).toMatchObject(code('NOT_FOUND'))
    }
    const { errors } = await askForKey(olga, { trips: [0] })
    expect(errors).toMatchObject(code('NOT_FOUND'))
  })

  it('a holder of a key with an end makes only keys that end no later', async () => {
    const key = await narrowed(await one(), { expiresAt: '2098-01-01T00:00:00Z' })
    const fields = { expiresAt: ['Ensure this time is not after the end of the key in use.'] }
    for (const input of [{}, { expiresAt: '2098-01-01T00:00:01Z' }]) {
      const { errors } = await askForKey(key, input)
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }])
    }
    for (const expiresAt of ['2098-01-01T00:00:00Z', '2097-01-01T00:00:00Z']) {
      expect((await newKey(key, { expiresAt })).info).toMatchObject({ expiresAt })
    }
  })

  it.each([
    ['narrowed', "update api_key set trips = '{1}' where hash = $1", code('FORBIDDEN')],
    ['revoked', 'delete from api_key where hash = $1', code('UNAUTHENTICATED')],
  ])('a holder of a key that is %s meanwhile makes none', async (_, text, refused) => {
    const mia = await one()
    const change = { text, values: [sha256(mia.key)] }
    const before = /from account .*for no key update/s
    const { errors } = await meanwhile(() => askForKey(mia, {}), { before, change })
    expect(errors).toMatchObject(refused)
    expect(await db.prisma.apiKey.count({ where: { userId: mia.id, name: 'a key' } })).toBe(0)
  })

  it('an owner of 100 keys gets no other, but may log in', async () => {
    const mia = await one()
    await db.query({
      text: `insert into api_key (user_id, hash, name)
        select $1::int, 'one of a hundred ' || $1::int || ' ' || n, 'one'
        from generate_series(1, 100) n`,
      values: [mia.id],
    })
    const { errors } = await askForKey(mia, {})
    const fields = { nonFieldErrors: ['An account has at most 100 keys.'] }
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }])
    const login = await as({ key: null }).post('/auth', { username: mia.username, password })
    expect(login.status).toBe(200)
  })
})

describe('B5 keys and deleteKey', () => {
  it('the owner lists keys, newest first, those of logins as "login"', async () => {
    const mia = await one()
    const { info } = await newKey(mia, { name: 'A script', readOnly: true })
    expect(await keysOf(mia)).toMatchObject([
      { ...info, isCurrent: false },
      { name: 'login', readOnly: false, trips: null, withheld: [], isCurrent: true },
    ])
  })

  it('the owner deletes a key, which is unknown at once; a second time it is NOT_FOUND', async () => {
    const mia = await one()
    const { key, info } = await newKey(mia, {})
    const deletion = `mutation { deleteKey(id: ${info.id}) }`
    expect((await as(await one()).graphql(deletion)).errors).toMatchObject(code('NOT_FOUND'))
    expect((await as({ key }).get('/v2/trips')).status).toBe(200)
    expect((await as(mia).graphql(deletion)).data).toEqual({ deleteKey: true })
    expect(await as({ key }).get('/v2/trips')).toMatchObject(invalidToken)
    expect((await as(mia).graphql(deletion)).errors).toMatchObject(code('NOT_FOUND'))
  })

  it('the owner deletes the key of a login', async () => {
    const mia = await one()
    const full = await newKey(mia, {})
    const [, login] = await keysOf(full)
    await as(full).graphql(`mutation { deleteKey(id: ${login?.id}) }`)
    expect(await as(mia).get('/v1/me')).toMatchObject(invalidToken)
  })

  it('a key that has expired is an unknown key', async () => {
    const key = await narrowed(await one(), { expiresAt: '2099-01-01T00:00:00Z' })
    expect((await as(key).get('/v1/me')).status).toBe(200)
    await expire(key.key)
    expect(await as(key).get('/v1/me')).toMatchObject(invalidToken)
  })

  it.each([{ readOnly: true }, { withheld: ['CAN_ADD_GUESTS'] }, { trips: [] as number[] }])(
    'a holder of a key with %o makes, lists and deletes none, but logs out',
    async (input) => {
      const { olga, trip } = await cast()
      const key = await narrowed(olga, { ...input, ...(input.trips && { trips: [trip.id] }) })
      expect((await askForKey(key, {})).errors).toMatchObject(code('FORBIDDEN'))
      expect((await as(key).graphql(listed)).errors).toMatchObject(code('FORBIDDEN'))
      const deletion = await as(key).graphql('mutation { deleteKey(id: 1) }')
      expect(deletion.errors).toMatchObject(code('FORBIDDEN'))
      const word = { new_password1: 'a new one 123', new_password2: 'a new one 123' }
      expect(await as(key).post('/auth/password/change', word)).toMatchObject(forbidden)
      expect((await as(key).post('/auth/logout/')).status).toBe(200)
      expect(await as(key).get('/v1/me')).toMatchObject(invalidToken)
    },
  )
})

describe('B5 lastUsedAt', () => {
  it('the owner sees when a key was last used, true to the hour', async () => {
    const mia = await one()
    const { key } = await newKey(mia, {})
    const text = "update api_key set last_used_at = now() - interval '30 minutes' where hash = $1"
    await db.query({ text, values: [sha256(key)] })
    const [before] = await keysOf(mia)
    await as({ key }).get('/v1/me')
    const [after] = await keysOf(mia)
    expect(after?.lastUsedAt).toBe(before?.lastUsedAt)
    expect(Date.now() - Date.parse(String(after?.lastUsedAt))).toBeLessThan(3_600_000)
  })
})
