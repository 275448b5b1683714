/** Operators list, narrow and revoke the keys of an account (B5). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { cast, trip as newTrip } from '../world.ts'
import { forbidden, invalidToken, notFound } from './answers.ts'
import { isReplayed, withKey } from './keyed.ts'
import { askAsOperator, keyFacts, narrowed, narrowKey, newKey } from './keys.ts'
import { one } from './persons.ts'
import { accountVersion } from './versions.ts'

const wrong = (field: string, sentence: string) => [
  { extensions: { code: 'BAD_USER_INPUT', fields: { [field]: [sentence] } } },
]

describe('B5 keysOf', () => {
  it('an operator lists the keys of an account, newest first', async () => {
    const mia = await one()
    const { info } = await newKey(mia, { name: 'A script' })
    const list = `query ($email: String!) { keysOf(email: $email) { ${keyFacts} } }`
    const { data } = await askAsOperator(list, { email: mia.email.toUpperCase() })
    expect(data?.keysOf).toMatchObject([info, { name: 'login' }])
    const { errors } = await askAsOperator(list, { email: 'nobody@mail.example' })
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('B5 narrowKey', () => {
  it('an operator takes away from a key, at once; what was taken stays so', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const { key, info } = await newKey(olga, { trips: [trip.id, other.id] })
    const named = { email: olga.email, id: info.id }
    const first = await narrowKey({ ...named, trips: [trip.id], withheld: ['CAN_EDIT'] })
    expect(first.data?.narrowKey).toMatchObject({ trips: [trip.id], withheld: ['CAN_EDIT'] })
    expect(await as({ key }).get(`/v2/trips/${other.id}`)).toMatchObject(notFound)
    expect(await as({ key }).patch(`/v1/trips/${trip.id}`, {})).toMatchObject(forbidden)
    const expiresAt = '2099-01-01T00:00:00Z'
    const all = { readOnly: true, withheld: ['CAN_SEE_EXPENSES'], expiresAt }
    const second = await narrowKey({ ...named, ...all })
    const withheld = ['CAN_EDIT', 'CAN_SEE_EXPENSES']
    expect(second.data?.narrowKey).toMatchObject({ ...all, withheld, trips: [trip.id] })
    const third = await narrowKey(named)
    expect(third.data?.narrowKey).toMatchObject({ ...all, withheld, trips: [trip.id] })
  })

  it('an operator narrows the key of a login too', async () => {
    const mia = await one()
    const full = await newKey(mia, {})
    const { data } = await as(full).graphql('{ keys { id name } }')
    const [, login] = (data as { keys: { id: number; name: string }[] }).keys
    expect(login?.name).toBe('login')
    await narrowKey({ email: mia.email, id: login?.id, readOnly: true })
    expect(await as(mia).post('/v1/trips', {})).toMatchObject(forbidden)
  })

  it.each(['a key of one trip', 'a full key'])(
    'a mutation by %s is neither repeated nor done again once the key is narrowed',
    async (which) => {
      const { olga, trip } = await cast()
      const full = which === 'a full key'
      const { key, info } = await newKey(olga, full ? {} : { trips: [trip.id] })
      const list = `/v1/trip/${trip.id}/expenses`
      const query = `mutation { updateTrip(id: ${trip.id}, input: { name: "Faro" }) {
        name expenses { results { price } } } }`
      const once = withKey()
      const sends = [
        () => as({ key }).post(list, { title: 'Taxi', price: 77 }, once),
        () => as({ key }).post('/graphql', { query }, withKey('narrowed-later')),
      ]
      for (const send of sends) expect((await send()).text).toContain('77')
      const less = { trips: [trip.id], withheld: ['CAN_EDIT', 'CAN_SEE_EXPENSES'] }
      await narrowKey({ email: olga.email, id: info.id, ...less })
      for (const send of sends) {
        const again = await send()
        expect(again.text).not.toContain('77')
        expect(again.text).toMatch(/permission/)
        expect(isReplayed(again)).toBe(false)
      }
      expect((await as(olga).get(list)).json.count).toBe(1)
    },
  )

  it('a mutation by a full key is not done again by one that still may', async () => {
    const { olga, trip } = await cast()
    const { key, info } = await newKey(olga, {})
    const once = withKey()
    const list = `/v1/trip/${trip.id}/activities`
    const send = () => as({ key }).post(list, { name: 'Walk' }, once)
    expect((await send()).status).toBe(201)
    await narrowKey({ email: olga.email, id: info.id, trips: [trip.id] })
    expect(await send()).toMatchObject(forbidden)
    expect((await as({ key }).post(list, { name: 'Swim' }, withKey())).status).toBe(201)
    expect((await as(olga).get(list)).json.count).toBe(2)
  })

  it('a mutation by a key is repeated to it if only its end was changed', async () => {
    const { olga, trip } = await cast()
    const { key, info } = await newKey(olga, { trips: [trip.id] })
    const once = withKey()
    const send = () => as({ key }).post(`/v1/trip/${trip.id}/activities`, { name: 'Walk' }, once)
    const first = await send()
    const expiresAt = '2099-01-01T00:00:00Z'
    await narrowKey({ email: olga.email, id: info.id, expiresAt, trips: [trip.id] })
    const again = await send()
    expect([again.status, again.text, isReplayed(again)]).toEqual([201, first.text, true])
  })

  it('an operator gives nothing back', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga)
    const expiresAt = '2099-01-01T00:00:00Z'
    const { info } = await newKey(olga, { trips: [trip.id], expiresAt })
    const named = { email: olga.email, id: info.id }
    const sentence = 'A key can only be narrowed.'
    const wider = await narrowKey({ ...named, trips: [trip.id, other.id] })
    expect(wider.errors).toMatchObject(wrong('trips', sentence))
    const empty = await narrowKey({ ...named, trips: [] })
    expect(empty.errors).toMatchObject(wrong('trips', 'This list may not be empty.'))
    const many = await narrowKey({ ...named, trips: Array.from({ length: 101 }, (_, n) => n) })
    const sentenceOfMany = 'Ensure this field has no more than 100 elements.'
    expect(many.errors).toMatchObject(wrong('trips', sentenceOfMany))
    const later = await narrowKey({ ...named, expiresAt: '2100-01-01T00:00:00Z' })
    expect(later.errors).toMatchObject(wrong('expiresAt', sentence))
  })

  it('an operator who names a key of another account is answered NOT_FOUND', async () => {
    const [mia, ben] = [await one(), await one()]
    const { info } = await newKey(ben, {})
    const { errors } = await narrowKey({ email: mia.email, id: info.id })
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('B5 revokeKey', () => {
  it('an operator revokes a key, which is unknown at once', async () => {
    const mia = await one()
    const { key, info } = await newKey(mia, {})
    const revoking = 'mutation ($email: String!, $id: Int!) { revokeKey(email: $email, id: $id) }'
    const named = { email: mia.email, id: info.id }
    expect((await askAsOperator(revoking, named)).data).toEqual({ revokeKey: true })
    expect(await as({ key }).get('/v1/me')).toMatchObject(invalidToken)
    const { errors } = await askAsOperator(revoking, named)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  it('a user is refused what operators do', async () => {
    const mia = await narrowed(await one(), {})
    const texts = [
      'query ($email: String!) { keysOf(email: $email) { id } }',
      'mutation ($email: String!) { narrowKey(email: $email, id: 1) { id } }',
      'mutation ($email: String!) { revokeKey(email: $email, id: 1) }',
    ]
    for (const text of texts) {
      const { errors } = await as(mia).graphql(text, { email: mia.email })
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    }
  })
})

describe('B5 the version of an account', () => {
  it('grows when a key is made, narrowed and deleted', async () => {
    const olga = await one()
    const versions = [await accountVersion(olga)]
    const { info } = await newKey(olga, {})
    versions.push(await accountVersion(olga))
    await narrowKey({ email: olga.email, id: info.id, readOnly: true })
    versions.push(await accountVersion(olga))
    await as(olga).graphql(`mutation { deleteKey(id: ${info.id}) }`)
    versions.push(await accountVersion(olga))
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  })
})
