/**
 * Operators: `setPremium` and `outbox` in GraphQL, and their refusals.
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as, type ClientHeaders } from '../client.ts'
import { insertEmail } from '../sync.ts'
import { cast, operatorKey, type Person } from '../world.ts'
import { unauthenticated } from './answers.ts'
import { one } from './persons.ts'

const operator: ClientHeaders = { authorization: `Operator ${operatorKey}` }
const setPremium = `mutation ($email: String!, $isPremium: Boolean!, $expiresAt: DateTime) {
  setPremium(email: $email, isPremium: $isPremium, expiresAt: $expiresAt) { __typename }
}`
const outbox = `query ($to: String, $first: Int! = 100) {
  outbox(to: $to, first: $first) { recipient subject text html state attempts }
}`

interface Mail {
  recipient: string
  subject: string
  text: string
  html: string
  state: string
  attempts: number
}

const operate = (query: string, variables: object, headers: ClientHeaders = operator) =>
  as(anonymous).graphql(query, variables, headers)

async function mails(variables: object): Promise<Mail[]> {
  const { data, errors } = await operate(outbox, variables)
  expect(errors).toEqual([])
  return data?.outbox as Mail[]
}

async function profile(person: Person) {
  const { json } = await as(person).get('/v1/me')
  return { is_premium: json.is_premium, until: json.premium_expiration_date }
}

describe('17 setPremium', () => {
  it('setPremium switches the Pro state, without an end if expiresAt is absent', async () => {
    const mia = await one()
    for (const isPremium of [true, false, true]) {
      const { data, errors } = await operate(setPremium, { email: mia.email, isPremium })
      expect([errors, data]).toEqual([[], { setPremium: expect.anything() }])
      expect(await profile(mia)).toEqual({ is_premium: isPremium, until: null })
    }
  })

  it('expiresAt is the end of the Pro state; a change without it removes the end', async () => {
    const mia = await one()
    const variables = { email: mia.email, isPremium: true }
    await operate(setPremium, { ...variables, expiresAt: '2031-05-01T10:00:00+02:00' })
    expect(await profile(mia)).toEqual({ is_premium: true, until: '2031-05-01T08:00:00Z' })
    await operate(setPremium, variables)
    expect(await profile(mia)).toEqual({ is_premium: true, until: null })
  })

  it('email is a primary address in any case; others keep their state', async () => {
    const mia = await one()
    const leo = await one('leo')
    await operate(setPremium, { email: mia.email.toUpperCase(), isPremium: true })
    expect([(await profile(mia)).is_premium, (await profile(leo)).is_premium]).toEqual([
      true,
      false,
    ])
  })

  it('a Pro state in the past does not count: no booking emails are shown (1.9)', async () => {
    const { olga, ed, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    await operate(setPremium, { email: olga.email, isPremium: true })
    const shown = await as(ed).get(`/v1/trips/${trip.id}`)
    expect(shown.json.emails).toMatchObject([{ id }])
    await operate(setPremium, {
      email: olga.email,
      isPremium: true,
      expiresAt: '2020-01-01T00:00:00Z',
    })
    const answer = await as(ed).get(`/v1/trips/${trip.id}`)
    expect([answer.status, answer.json.emails]).toEqual([200, []])
  })

  it('an unknown account is NOT_FOUND', async () => {
    for (const email of ['nobody.at.all@mail.example', '']) {
      const { data, errors } = await operate(setPremium, { email, isPremium: true })
      expect(data?.setPremium ?? null).toBeNull()
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
    }
  })
})

describe('17 outbox', () => {
  it('mails to an address are listed, newest first, with their six fields', async () => {
    const mia = await one()
    for (const _ of [1, 2]) await as(anonymous).post('/auth/password/reset/', { email: mia.email })
    const found = await mails({ to: mia.email })
    expect(found).toHaveLength(2)
    for (const mail of found) {
      expect(mail).toEqual({
        recipient: mia.email,
        subject: expect.stringMatching(/./),
        text: expect.stringMatching(/./),
        html: expect.any(String),
        state: expect.stringMatching(/./),
        attempts: expect.any(Number),
      })
    }
    const [newest] = await mails({ to: mia.email, first: 1 })
    expect(newest).toEqual(found[0])
    const token = (mail?: Mail) => mail?.text.match(/^token: (\S+)$/m)?.[1]
    const confirm = await as(anonymous).post('/auth/password/reset/confirm/', {
      uid: newest?.text.match(/^uid: (\S+)$/m)?.[1],
      token: token(newest),
      new_password1: 'another horse 8',
      new_password2: 'another horse 8',
    })
    expect([confirm.status, token(found[1]) === token(newest)]).toEqual([200, false])
  })

  it('mails to all addresses are listed without `to`', async () => {
    const mia = await one()
    const leo = await one('leo')
    for (const { email } of [mia, leo]) await as(anonymous).post('/auth/password/reset/', { email })
    const recipients = (await mails({ first: 2 })).map(({ recipient }) => recipient)
    expect(recipients).toEqual([leo.email, mia.email])
  })

  it('an address without mails has an empty list', async () => {
    expect(await mails({ to: 'nobody.at.all@mail.example' })).toEqual([])
  })
})

describe('17 operator operations and who may call them', () => {
  const operations: [string, string, (person: Person) => object][] = [
    ['setPremium', setPremium, ({ email }) => ({ email, isPremium: true })],
    ['outbox', outbox, ({ email }) => ({ to: email })],
  ]

  it.each(operations)('%s without the key is UNAUTHENTICATED', async (name, query, variables) => {
    const mia = await one()
    const wrong: ClientHeaders[] = [
      {},
      { authorization: 'Operator wrong' },
      { authorization: 'Operator' },
      { authorization: `Operator ${operatorKey}x` },
      { authorization: `Operator ${operatorKey} x` },
      { authorization: `Token ${operatorKey}` },
      { authorization: `Bearer ${operatorKey}` },
      { authorization: operatorKey },
      { authorization: `Operator ${mia.key}` },
      { authorization: 'Token 0000000000000000000000000000000000000000' },
    ]
    for (const headers of wrong) {
      const { data, errors } = await operate(query, variables(mia), headers)
      expect([headers, errors.map(({ extensions }) => extensions.code)]).toEqual([
        headers,
        ['UNAUTHENTICATED'],
      ])
      expect(data?.[name] ?? null).toBeNull()
    }
    expect((await profile(mia)).is_premium).toBe(false)
  })

  it.each(operations)("%s with a user's key is FORBIDDEN", async (name, query, variables) => {
    const { olga } = await cast()
    const mia = await one()
    for (const person of [mia, olga]) {
      const { data, errors } = await as(person).graphql(query, variables(mia))
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
      expect(data?.[name] ?? null).toBeNull()
    }
    expect((await profile(mia)).is_premium).toBe(false)
  })

  it('the scheme word is compared in any case', async () => {
    const mia = await one()
    const headers = { authorization: `oPERATOR ${operatorKey}` }
    const { errors } = await operate(setPremium, { email: mia.email, isPremium: true }, headers)
    expect(errors).toEqual([])
  })

  it('an operator is not a member of any trip: REST and GraphQL give no access', async () => {
    const { trip } = await cast()
    for (const path of ['/v2/trips', '/v1/me', `/v1/trips/${trip.id}`]) {
      expect(await as(anonymous).get(path, operator)).toMatchObject(unauthenticated)
    }
    for (const query of [
      `{ trip(id: ${trip.id}) { id } }`,
      '{ trips { count } }',
      '{ me { id } }',
    ]) {
      const { data, errors } = await operate(query, {})
      expect(errors).toHaveLength(1)
      expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([])
    }
  })
})
