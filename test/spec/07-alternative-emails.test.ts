/** Alternative addresses and the link that verifies them. */
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openLog } from '../../src/process/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { anonymous, as } from '../client.ts'
import { mailsTo } from '../mailbox.ts'
import { insert } from '../sync.ts'
import { app, db, logged, operatorKey, sha256 } from '../world.ts'
import { exactly, notAllowed, notFound, unauthenticated } from './answers.ts'
import { alternative, fresh, one } from './persons.ts'

const list = '/v1/emails'
const add = '/v1/emails/add'
const made = exactly(201, { success: true })
const success = exactly(200, { success: true })
const invalidEmail = exactly(401, { success: false, error: 'invalid_email' })
const registered = exactly(401, { success: false, error: 'invalid_already_registered' })
const invalidHash = exactly(401, { success: false, error: 'invalid_hash' })
const address = (word = 'work') => `${fresh(word)}@mail.example`

/** The hash in the newest verification mail to an address. */
async function hashFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  const hash = mail?.text.match(/\/v1\/emails\/([\w-]+)\/verify$/m)?.[1]
  if (!hash) throw new Error(`no link in: ${mail?.text}`)
  return hash
}

async function isVerified(email: string): Promise<boolean | undefined> {
  const text = 'select verified from alternative_email where email = $1'
  const [row] = await db.query<{ verified: boolean }>({ text, values: [email] })
  return row?.verified
}

describe('7 GET /v1/emails', () => {
  test("GET returns the envelope of the caller's own addresses, by id", async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const [first, second] = [await alternative(mia, true), await alternative(mia, false)]
    await alternative(nora, true)
    const { status, json } = await as(mia).get(list)
    expect(status).toBe(200)
    expect(json).toMatchObject({ count: 2, next: null, previous: null })
    const shown = json.results.map(({ id: _, ...rest }) => rest)
    expect(shown).toEqual([
      { email: first, verified: true },
      { email: second, verified: false },
    ])
    expect(Object.keys(json.results[0] ?? {})).toEqual(['id', 'email', 'verified'])
    expect((await as(mia).get(`${list}?page=2`)).status).toBe(404)
    expect(await as(anonymous).get(list)).toMatchObject(unauthenticated)
  })
})

describe('7 POST /v1/emails/add', () => {
  test('POST is 201; the address is stored in lower case, unverified, and mailed the link', async () => {
    const mia = await one()
    const email = address('Work')
    expect(await as(mia).post(add, { email: ` ${email.toUpperCase()} ` })).toMatchObject(made)
    const stored = email.toLowerCase()
    const { json } = await as(mia).get(list)
    expect(json.results).toMatchObject([{ email: stored, verified: false }])
    const [mail, ...more] = await mailsTo(stored)
    expect(more).toEqual([])
    const hash = await hashFor(stored)
    expect(hash).toMatch(/^[\w-]{27,}$/)
    expect(mail?.html).toContain(`/v1/emails/${hash}/verify`)
    const text = 'select hash from alternative_email where email = $1'
    expect(await db.query({ text, values: [stored] })).toEqual([{ hash: sha256(hash) }])
  })

  test.each([
    ['missing', {}],
    ['null', { email: null }],
    ['blank', { email: ' ' }],
    ['not a string', { email: ['a@mail.example'] }],
    ['malformed', { email: 'a@b' }],
    ['too long', { email: `${'a'.repeat(250)}@mail.example` }],
  ])('an email that is %s returns 401 invalid_email without WWW-Authenticate', async (_, body) => {
    const answer = await as(await one()).post(add, body)
    expect(answer).toMatchObject(invalidEmail)
    expect(answer.headers['www-authenticate']).toBeUndefined()
  })

  test('an address already registered by anybody, in any case, is 401', async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const taken = [
      mia.email,
      nora.email,
      nora.email.toUpperCase(),
      await alternative(mia, false),
      await alternative(nora, true),
    ]
    for (const email of taken) {
      const answer = await as(mia).post(add, { email })
      expect(answer).toMatchObject(registered)
      expect(answer.headers['www-authenticate']).toBeUndefined()
      expect(await mailsTo(email)).toEqual([])
    }
  })

  test('a POST without credentials is 401; a body that is not a JSON object is 400', async () => {
    expect(await as(anonymous).post(add, { email: address() })).toMatchObject(unauthenticated)
    const mia = as(await one())
    expect((await mia.post(add, '{')).status).toBe(400)
    expect((await mia.post(add, [])).status).toBe(400)
    expect(await mia.get(add)).toMatchObject(notAllowed('GET'))
    expect(await mia.delete(add)).toMatchObject(notAllowed('DELETE'))
  })

  test('1.3: a user at the limit of an hour gets 429 with Retry-After', async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const strict = await buildApp({
      config: readConfig({ LIMIT_ALTERNATIVE_EMAIL: '2' }),
      db,
      operatorKey,
      log: openLog({ logLevel: 'silent' }, { write: () => {} }),
    })
    const send = async (person: typeof mia) => {
      const headers = { authorization: `Token ${person.key}` }
      const payload = { email: address() }
      return strict.inject({ method: 'POST', url: add, headers, payload })
    }
    const answers = [await send(mia), await send(mia), await send(mia), await send(nora)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429, 201])
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(3000)
    await strict.close()
  })

  test('GraphQL returns ALREADY_REGISTERED', async () => {
    const mia = await one()
    const mutation = `mutation ($email: String!) {
      addAlternativeEmail(input: { email: $email }) { success } }`
    const { errors } = await as(mia).graphql(mutation, { email: mia.email })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['ALREADY_REGISTERED'])
  })
})

describe('7 DELETE /v1/emails/{id}', () => {
  test('DELETE removes for good: the address is free, its link is void', async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const email = address()
    await as(mia).post(add, { email })
    const hash = await hashFor(email)
    const { id } = (await as(mia).get(list)).json.results[0] ?? { id: 0 }
    expect(await as(mia).delete(`${list}/${id}`)).toMatchObject(success)
    expect(await as(mia).delete(`${list}/${id}/`)).toMatchObject(success)
    expect((await as(mia).get(list)).json.count).toBe(0)
    expect(await as(anonymous).get(`${list}/${hash}/verify`)).toMatchObject(invalidHash)
    expect(await as(nora).post(add, { email })).toMatchObject(made)
  })

  test("DELETE of an unknown or another user's id is 200 and changes nothing", async () => {
    const [mia, nora] = [await one(), await one('nora')]
    const email = await alternative(nora, true)
    const [id] = (await as(nora).get(list)).json.results.map((row) => row.id)
    for (const other of [id, 0, 2_000_000_000, 2 ** 40]) {
      expect(await as(mia).delete(`${list}/${other}`)).toMatchObject(success)
    }
    expect(await isVerified(email)).toBe(true)
    expect(await as(mia).get(`${list}/${id}`)).toMatchObject(notAllowed('GET'))
    expect(await as(mia).delete(`${list}/abc`)).toMatchObject(notFound)
    expect(await as(anonymous).delete(`${list}/${id}`)).toMatchObject(unauthenticated)
  })
})

describe('7 GET /v1/emails/{hash}/verify', () => {
  test('GET returns an HTML page and verifies the address; repeating is harmless', async () => {
    const mia = await one()
    const email = address()
    await as(mia).post(add, { email })
    const link = `${list}/${await hashFor(email)}/verify`
    for (const path of [link, `${link}/`, link]) {
      const answer = await as(anonymous).get(path, { authorization: 'Token stale' })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/)
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect(answer.text).toContain(email)
      expect(answer.text).not.toMatch(/<script|http/i)
      expect(await isVerified(email)).toBe(true)
    }
  })

  test('HEAD returns the status and headers of GET, no body, and changes nothing', async () => {
    const email = address()
    await as(await one()).post(add, { email })
    const link = `${list}/${await hashFor(email)}/verify`
    const head = await as(anonymous).head(link)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(await isVerified(email)).toBe(false)
    const { headers } = await as(anonymous).get(link)
    const fixed = (one: typeof headers) => ({ ...one, date: '', 'x-request-id': '' })
    expect(fixed(head.headers)).toEqual(fixed(headers))
    expect((await as(anonymous).head(`${list}/unknown/verify`)).status).toBe(401)
  })

  test('an unknown hash, and a numeric email id, are 401 invalid_hash', async () => {
    const mia = await one()
    await alternative(mia, false)
    const [id] = (await as(mia).get(list)).json.results.map((row) => row.id)
    for (const hash of ['unknown', id, 'A_-9', 'MQ:1a.b~c=', 'a+b,c@d', 'x'.repeat(5000)]) {
      const answer = await as(anonymous).get(`${list}/${hash}/verify`)
      expect(answer).toMatchObject(invalidHash)
      expect(answer.headers['www-authenticate']).toBeUndefined()
      expect(answer.headers['content-type']).toBe('application/json')
    }
    expect(await as(anonymous).get(`${list}/a%2Fb/verify`)).toMatchObject(notFound)
    expect(await as(anonymous).get(`${list}/a%20b/verify`)).toMatchObject(notFound)
    expect(await as(anonymous).post(`${list}/a.b/verify`)).toMatchObject(notAllowed('POST'))
  })

  test('the hash never reaches the log', async () => {
    const email = address()
    await as(await one()).post(add, { email })
    const hash = await hashFor(email)
    for (const path of ['/verify', '/verify/', '', '/very']) {
      await as(anonymous).get(`${list}/${hash}${path}`)
      await app.inject({ method: 'HEAD', url: `${list}/${hash}${path}` })
    }
    const query = `mutation { verifyAlternativeEmail(hash: "${hash}") { email verified } }`
    const { data } = await as(anonymous).graphql(query)
    expect(data).toEqual({ verifyAlternativeEmail: { email, verified: true } })
    const { errors } = await as(anonymous).graphql(query.replace(hash, '12'))
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT'])
    expect(logged.join('')).toContain('/v1/emails/[masked]/verify')
    expect(logged.join('')).not.toContain(hash)
  })

  test('a registered address cannot be inserted again', async () => {
    const mia = await one()
    const row = { user_id: mia.id, email: mia.email, hash: fresh('hash') }
    await expect(insert('alternative_email', row)).rejects.toThrow(/taken/)
  })
})
